"""Whatever bytes are sent, there is no fault of ours, and what the application answers is declared by the contract."""

from __future__ import annotations

import socket
from random import Random
from typing import TYPE_CHECKING, Final

import pytest

from service.web import first_question
from service.wire import limits
from tests.contract.document import contract, operations
from tests.live.conftest import START, running

if TYPE_CHECKING:
    from collections.abc import Iterator

BODY: Final = first_question.BODY.encode()
HEAD: Final = f"POST {first_question.PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n".encode()
LENGTH: Final = b"Content-Length: %d\r\n" % len(BODY)
HIDDEN: Final = b"GET /version HTTP/1.1\r\nHost: x\r\n\r\n"


def replies(server: str, sent: bytes) -> bytes:
    """Send these bytes and no more; gives all that comes back until the server ends the connection."""
    host, port = server.split(":")
    with socket.create_connection((host, int(port)), timeout=60) as raw:
        try:
            raw.sendall(sent)
            raw.shutdown(socket.SHUT_WR)
        except OSError:
            pass  # It was refused before it was sent.
        told = b""
        try:
            while part := raw.recv(65_536):
                told += part
        except ConnectionResetError:
            pass  # What was refused was not read to its end.
        return told


def head_of(reply: bytes) -> tuple[int, dict[str, str]]:
    """Return the status and the headers of the first reply."""
    line, *lines = reply.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    headers = (each.partition(": ") for each in lines)
    return int(line.split(" ")[1]), {name.lower(): value for name, _, value in headers}


@pytest.mark.parametrize(
    "sent",
    [
        pytest.param(HEAD + LENGTH + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n" + HIDDEN, id="length and chunks"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n" + LENGTH + b"\r\n0\r\n\r\n" + HIDDEN, id="the other way"),
        pytest.param(HEAD + LENGTH + b"Content-Length: 5\r\n\r\n" + BODY + HIDDEN, id="two lengths"),
        pytest.param(HEAD + LENGTH * 2 + b"\r\n" + BODY + HIDDEN, id="one length twice"),
        pytest.param(HEAD + b"Content-Length: +5\r\n\r\n" + BODY + HIDDEN, id="length with a sign"),
        pytest.param(HEAD + b"Content-Length: 5, 5\r\n\r\n" + BODY + HIDDEN, id="list of lengths"),
        pytest.param(HEAD + b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n" + HIDDEN, id="unknown coding"),
        pytest.param(
            HEAD + b"Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n" + HIDDEN, id="chunks are not last"
        ),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n5;x=\r\n\r\n" + BODY + HIDDEN, id="no end of chunk"),
        pytest.param(HEAD + b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n" + HIDDEN, id="negative chunk"),
        pytest.param(HEAD + b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n" + HIDDEN, id="blank before the colon"),
        pytest.param(HEAD + b"X: a\r\n Transfer-Encoding: chunked\r\n" + LENGTH + b"\r\n" + BODY + HIDDEN, id="folded"),
        pytest.param(HEAD + b"Content_Length: 0\r\nX\rContent-Length: 3\r\n\r\n" + HIDDEN, id="lone carriage return"),
    ],
)
def test_a_request_whose_end_is_in_doubt_is_refused_and_nothing_after_it_is_answered(server: str, sent: bytes) -> None:
    told = replies(server, sent)
    status, _ = head_of(told)
    assert status in (400, 501)
    assert b"rummy-referee" not in told
    assert told.count(b"HTTP/1.1 ") == 1


def test_an_underscore_makes_no_header(server: str) -> None:
    told = replies(server, HEAD + LENGTH + b"Content_Encoding: gzip\r\nConnection: close\r\n\r\n" + BODY)
    assert head_of(told)[0] == 200


@pytest.mark.parametrize(
    ("more", "body", "status"),
    [
        (b"", b" " * limits.BODY_BYTES + BODY, 413),
        (b"", b"[" * 1000 + b"]" * 1000, 400),
        (b"", b"[" * 30_000, 400),
        (b"Content-Encoding: gzip\r\n", b"\x1f\x8b\x08\x00\x00\x00\x00\x00", 415),
        (b"Content-Encoding: identity\r\n", BODY, 415),
        (b"Expect: 100-continue\r\n", BODY, 200),
    ],
    ids=["oversized", "deep", "deep and open", "compressed", "encoded", "expecting"],
)
@pytest.mark.parametrize("in_chunks", [False, True], ids=["whole", "in chunks"])
def test_what_is_too_much_is_answered_as_documented(
    server: str, more: bytes, body: bytes, status: int, *, in_chunks: bool
) -> None:
    if in_chunks:
        sent = HEAD + more + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    else:
        sent = HEAD + more + b"Content-Length: %d\r\n\r\n" % len(body) + body
    told = replies(server, sent).removeprefix(b"HTTP/1.1 100 Continue\r\n\r\n")
    found, headers = head_of(told)
    assert found == status
    assert headers["content-type"] == ("application/json" if status == 200 else "application/problem+json")


#: What the contract declares, and what an answer without a body has: nothing.
DECLARED: Final = {
    media
    for operation in operations()
    for told in operation.document["responses"].values()
    for media in (
        contract()["components"]["responses"][told["$ref"].rpartition("/")[2]] if "$ref" in told else told
    ).get("content", {"": None})
}
#: Pictures and styles are for the pages alone; OPTIONS is outside the contract.
ALSO: Final = {"image/svg+xml", "text/css"}


def requests_of_chance(count: int, seed: int) -> Iterator[bytes]:
    """Make requests that are wrong in many ways, most of them in few."""
    chance = Random(seed)
    paths = [operation.path for operation in operations()] + ["/static/pages.css", "/static/../app.py", "*", "//x"]
    examples = [
        example["value"]
        for operation in operations()
        for media in operation.document.get("requestBody", {}).get("content", {}).values()
        for example in media.get("examples", {}).values()
    ]
    values = [
        b"",
        b"application/json",
        b"*/*",
        b"0",
        b"-1",
        b"99999999999999999999",
        b'"1"',
        b"Bearer x.0.0.y",
        b"\xff",
    ]
    names = b"Content-Type Accept If-Match If-None-Match Authorization Idempotency-Key Last-Event-ID Range Origin Host"
    methods = [b"GET", b"POST", b"DELETE", b"HEAD", b"OPTIONS", b"PUT", b"PATCH", b"BREW"]
    for _ in range(count):
        path = chance.choice(paths).encode()
        path = path.replace(b"{game_id}", chance.choice([b"0" * 32, b"x", b"%00", b"..", b"%2e%2e%2f"]))
        path = path.replace(b"{", b"").replace(b"}", b"")
        if chance.random() < 0.3:
            path += chance.choice(
                [b"?", b"?a=b", b"?after=-1", b"?wait=1e9&limit=", b"/", b"%", b"%ff", b";x", b"?%00=%"]
            )
        body = strange_body(chance, examples)
        method = chance.choice(methods[:2] if chance.random() < 0.6 else methods)
        lines = [b"%b %b HTTP/1.1" % (method, path), b"Host: x"]
        if chance.random() < 0.8:
            lines.append(b"Content-Type: application/json")
        lines += [b"%b: %b" % (chance.choice(names.split()), chance.choice(values)) for _ in range(chance.randrange(3))]
        if chance.random() < 0.2:
            lines.append(b"Transfer-Encoding: chunked")
            body = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
        else:
            lines.append(b"Content-Length: %d" % len(body))
        whole = b"\r\n".join(lines) + b"\r\n\r\n" + body
        yield damaged(chance, whole) if chance.random() < 0.3 else whole


def strange_body(chance: Random, examples: list[object]) -> bytes:
    """Make a body: a good one, a good one that was damaged, or bytes of chance."""
    kind = chance.random()
    if kind < 0.1:
        return chance.randbytes(chance.randrange(200))
    body = repr(chance.choice(examples)).replace("'", '"').replace("True", "true").replace("False", "false").encode()
    return body if kind < 0.4 else damaged(chance, body)


def damaged(chance: Random, whole: bytes) -> bytes:
    """Change, drop, double or insert a few bytes."""
    changed = bytearray(whole)
    for _ in range(chance.randrange(1, 5)):
        at = chance.randrange(len(changed) + 1)
        match chance.randrange(4):
            case 0:
                changed[at : at + 1] = chance.randbytes(1)
            case 1:
                del changed[at : at + chance.randrange(1, 9)]
            case 2:
                changed[at:at] = changed[at : at + chance.randrange(1, 40)]
            case _:
                changed[at:at] = chance.choice(
                    [b"\x00", b"\r\n", b'"', b"{", b"[", b"1e999", b"\xc3\x28", b"null", b"-"]
                )
    return bytes(changed)


@pytest.mark.parametrize("count", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_requests_of_chance_meet_no_fault_of_ours(count: int) -> None:
    with running(*START, RUMMY500_WORKERS="2", RUMMY500_LOG_LEVEL="critical") as address:
        ours = 0
        for sent in requests_of_chance(count, 500 + count):
            told = replies(address, sent)
            if not told:
                continue  # Nothing was asked, or it was broken off.
            status, headers = head_of(told)
            assert status < 500 or status in (501, 505), (sent, told)
            if "x-request-id" in headers:
                ours += 1
                media = headers.get("content-type", "").partition(";")[0]
                is_options = sent.startswith(b"OPTIONS ")
                assert media in DECLARED | ALSO or is_options, (sent, told)
                assert status < 500
        assert ours > count / 3
