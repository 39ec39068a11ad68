"""What is Redis' own: where a game is kept, and servers that are away, full, closed to us or silent."""

from __future__ import annotations

import socket
import ssl
import subprocess
import time
from contextlib import closing
from shutil import which
from threading import Thread, Timer
from typing import TYPE_CHECKING

import pytest
from redis import Redis

from service.store import GameStore, Once, StoredGame, StoreUnavailable, open_store
from tests.store.servers import Server, is_there, one_server, until

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

WITHIN = 1.0
"""Whoever asks a store that is away is told so within this many seconds."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """Give a server that the test may do with as it likes."""
    with one_server(tmp_path) as server:
        yield server


@pytest.fixture
def url(server: Server) -> str:
    return server.url


def assert_away(*asked: Callable[[], object]) -> None:
    """See that each of these is refused in time."""
    for ask in asked:
        began = time.monotonic()
        with pytest.raises(StoreUnavailable):
            ask()
        assert time.monotonic() - began < WITHIN


def everything(store: GameStore) -> list[Callable[[], object]]:
    return [
        lambda: store.create("new", b"dealt", [b"one"]),
        lambda: store.read("game"),
        lambda: store.read("game", Once("key", b"same")),
        lambda: store.commit("game", 1, b"moved", [b"one"], once=Once("key", b"same"), reply=b"reply"),
        lambda: store.events("game", 0, 10),
        lambda: store.wait("game", 0, 5),
        lambda: store.delete("game"),
        lambda: store.secret("key", b"secret"),
        store.ping,
    ]


def test_a_game_is_one_key_with_a_hash_tag_and_an_end(server: Server, opened: Callable[..., GameStore]) -> None:
    store = opened(server.url, time_to_live=100)
    store.create("game", b"dealt", [b"one"])
    store.commit("game", 1, b"moved", [b"two"], once=Once("key", b"same"), reply=b"reply")
    assert server.ask("KEYS", "*") == ["rummy500:{game}"]
    assert 99_000 < server.ask("PTTL", "rummy500:{game}") <= 100_000


def test_a_secret_never_ends(server: Server, store: GameStore) -> None:
    store.secret("token-key", b"secret")
    assert server.ask("TTL", "rummy500:secret:token-key") == -1


def test_the_number_in_the_path_is_the_database(server: Server, opened: Callable[..., GameStore]) -> None:
    opened(f"{server.url}/3").create("game", b"dealt")
    with Redis(port=server.port, db=3) as client:
        assert client.dbsize() == 1


def test_a_server_need_not_be_there_yet(tmp_path: Path, opened: Callable[..., GameStore]) -> None:
    server = Server(tmp_path)
    store = opened(server.url, wait=False)
    assert_away(*everything(store))
    server.start()
    try:
        store.create("game", b"dealt")
        assert store.read("game").version == 1
    finally:
        server.kill()


def test_a_server_that_crashed_is_away_and_comes_back(server: Server, store: GameStore) -> None:
    store.ping()
    server.kill()
    assert_away(*everything(store))
    server.start()
    store.create("game", b"dealt")
    assert store.commit("game", 1, b"moved") is None


def test_a_silent_server_is_away_and_comes_back(server: Server, store: GameStore) -> None:
    store.create("game", b"dealt")
    server.hang()
    assert_away(*everything(store))
    server.wake()
    until(lambda: is_there(store))
    assert store.read("game").version == 1


def test_whoever_was_not_answered_can_learn_what_became_of_it(server: Server, store: GameStore) -> None:
    once = Once("key", b"same")
    store.create("game", b"dealt")
    store.commit("game", 1, b"moved")
    server.hang()
    assert_away(lambda: store.commit("game", 2, b"moved", [b"one"], once=once, reply=b"reply"))
    server.wake()
    # The server found the request in its mail when it woke up.
    until(lambda: store.read("game", once).reply == b"reply")
    assert store.commit("game", 2, b"moved", [b"one"], once=once, reply=b"another") == b"reply"
    assert store.read("game") == StoredGame(3, 1, b"moved")


def test_whoever_waits_is_told_that_the_server_went_away(server: Server, store: GameStore) -> None:
    store.create("game", b"dealt")
    told: list[object] = []

    def wait() -> None:
        try:
            store.wait("game", 0, 10)
        except StoreUnavailable as error:
            told.append(error)

    threads = [Thread(target=wait) for _ in range(3)]
    for thread in threads:
        thread.start()
    time.sleep(0.3)
    server.kill()
    for thread in threads:
        thread.join(2)
    assert len(told) == 3


def test_more_threads_than_connections_wait_for_one_another(server: Server, opened: Callable[..., GameStore]) -> None:
    store = opened(server.url, connections=2)
    store.create("game", b"dealt")
    threads = [Thread(target=store.read, args=("game",)) for _ in range(32)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert int(server.ask("INFO")["connected_clients"]) <= 3


@pytest.mark.parametrize(
    ("ailment", "cure"),
    [
        pytest.param(["CONFIG", "SET", "maxmemory", "1"], ["CONFIG", "SET", "maxmemory", "0"], id="full"),
        pytest.param(["REPLICAOF", "127.0.0.1", "1"], ["REPLICAOF", "NO", "ONE"], id="a replica"),
        pytest.param(
            ["CONFIG", "SET", "min-replicas-to-write", "1"],
            ["CONFIG", "SET", "min-replicas-to-write", "0"],
            id="alone",
        ),
    ],
)
def test_a_server_that_takes_no_writes_is_away_and_nothing_is_half_written(
    server: Server, store: GameStore, ailment: list[str], cure: list[str]
) -> None:
    store.create("game", b"dealt", [b"one"])
    server.ask(*ailment)
    assert_away(
        lambda: store.commit("game", 1, b"moved", [b"two"], once=Once("key", b"same"), reply=b"reply"),
        lambda: store.create("new", b"dealt"),
    )
    server.ask(*cure)
    assert store.read("game", Once("key", b"same")) == StoredGame(1, 1, b"dealt")
    assert store.commit("game", 1, b"moved", [b"two"]) is None
    store.create("new", b"dealt")


def test_a_server_that_does_not_let_us_in_is_away(tmp_path: Path, opened: Callable[..., GameStore]) -> None:
    options = ("--appendonly", "no", "--requirepass", "s/e:c@ret")
    server = Server(tmp_path, *options)
    where = f"127.0.0.1:{server.port}"
    # Our own question whether it has started is not answered without the password.
    with pytest.raises(AssertionError):
        server.start(seconds=0.5)
    try:
        for stranger in (f"redis://{where}", f"redis://:wrong@{where}"):
            assert_away(opened(stranger, wait=False).ping)
        opened(f"redis://:s%2Fe%3Ac%40ret@{where}").ping()
        opened(f"redis://default:s%2Fe%3Ac%40ret@{where}/1").ping()
    finally:
        server.kill()


def test_a_script_that_a_server_does_not_know_is_sent_to_it(server: Server, store: GameStore) -> None:
    store.create("game", b"dealt")
    server.ask("SCRIPT", "FLUSH")
    store.commit("game", 1, b"moved")
    server.ask("SCRIPT", "FLUSH")
    assert store.commit("game", 2, b"moved") is None


@pytest.mark.slow
def test_what_was_answered_survives_a_crash_of_a_server_that_writes_always(
    tmp_path: Path, opened: Callable[..., GameStore]
) -> None:
    options = ("--appendonly", "yes", "--appendfsync", "always")
    with one_server(tmp_path / "aof", *options) as server, closing(opened(server.url)) as store:
        store.create("game", b"dealt")
        version = 1
        for _ in range(3):
            ends = time.monotonic() + 0.4
            killing = Timer(0.2, server.kill)
            killing.start()
            while time.monotonic() < ends:
                try:
                    store.commit("game", version, b"%d" % version, [b"%d" % version])
                except StoreUnavailable:
                    break
                version += 1
            killing.join()
            server.start()
            game = store.read("game")
            assert game.version in {version, version + 1}
            version = game.version
        assert store.events("game", 0, 1_000_000).events == [b"%d" % number for number in range(1, version)]


def forward(raw: socket.socket, port: int, certificate: Path) -> None:
    """Take TLS off one connection after another, and hand what is said on to a server."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    while True:
        try:
            accepted, _ = raw.accept()
        except OSError:
            return
        try:
            client = context.wrap_socket(accepted, server_side=True)
        except OSError:
            accepted.close()
            continue
        with client, socket.create_connection(("127.0.0.1", port)) as server:
            while asked := client.recv(65536):
                server.sendall(asked)
                client.sendall(server.recv(65536))


@pytest.mark.skipif(which("openssl") is None, reason="openssl makes the certificate")
def test_a_protected_server_must_be_who_it_says(
    server: Server, tmp_path: Path, opened: Callable[..., GameStore]
) -> None:
    file = tmp_path / "server.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1"]
    new = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*new, "-keyout", file, "-out", tmp_path / "ca.pem"], check=True, capture_output=True)
    file.write_bytes(file.read_bytes() + (tmp_path / "ca.pem").read_bytes())
    with socket.create_server(("127.0.0.1", 0)) as raw:
        thread = Thread(target=forward, args=(raw, server.port, file), daemon=True)
        thread.start()
        where = f"rediss://127.0.0.1:{raw.getsockname()[1]}"
        for url, is_trusted in (
            (where, False),
            (f"{where}?ssl_ca_certs={tmp_path}/ca.pem", True),
            (f"{where}?ssl_cert_reqs=none", True),
            (f"{where}?ssl_ca_certs={tmp_path}/ca.pem&ssl_check_hostname=false", True),
        ):
            store = opened(url, wait=False)
            if is_trusted:
                store.ping()
            else:
                assert_away(store.ping)
            store.close()
        raw.shutdown(socket.SHUT_RDWR)
        thread.join(5)


@pytest.mark.parametrize(
    "url",
    [
        "",
        "redis",
        "None",
        "file:///games.db",
        "sqlite://games.db",
        "sqlite:///",
        "sqlite:///games/",
        "sqlite:///no-such-folder/games.db",
        "sqlite:///games.db?synchronous=off",
        "sqlite:///games.db?mode=ro",
        "redis://",
        "redis://:s3cret@",
        "redis://host:port",
        "redis://host:0",
        "redis://host:99999",
        "redis://user:s3cret@one,two",
        "redis://host/games",
        "redis://host/1/2",
        "redis://host?ssl_ca_certs=ca.pem",
        "rediss://host?db=1",
        "rediss://host?ssl_cert_reqs=perhaps",
        "rediss://host?ssl_ca_certs",
        "redis+tls://host",
        "redis+sentinel://host",
        "redis+sentinel://host/",
        "redis+sentinel://host/games/zero",
        "redis+cluster://one,two/0",
        "redis+cluster://one,,two",
    ],
)
def test_a_url_that_names_no_store_is_refused_without_its_password(
    url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(ValueError, match=r"\.$") as refused:
        open_store(url)
    assert "s3cret" not in str(refused.value)


def test_none_is_no_store() -> None:
    assert open_store("none") is None


@pytest.mark.parametrize(
    "url",
    [
        "redis://[::1]:7000/2",
        "rediss://user:secret@127.0.0.1?ssl_cert_reqs=required&ssl_ca_certs=/etc/ssl/ca.pem",
        "redis+sentinel://127.0.0.1,127.0.0.1:26380,[::1]/games",
        "rediss+sentinel://:secret@127.0.0.1/games/2",
        "redis+cluster://127.0.0.1,127.0.0.2:7001",
        "rediss+cluster://user:secret@127.0.0.1?ssl_check_hostname=false",
    ],
)
def test_a_url_that_names_a_store_opens_it_whether_it_is_there_or_not(
    url: str, opened: Callable[..., GameStore]
) -> None:
    opened(url, wait=False)
