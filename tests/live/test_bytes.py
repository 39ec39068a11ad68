"""What only a real server on a real socket can show: chunks, broken requests, connections kept alive."""

import json
import re
import socket
from http.client import HTTPConnection, HTTPResponse

import pytest

from service.web import first_question
from service.wire import limits

BODY = first_question.BODY.encode()
HEAD = f"POST {first_question.PATH} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n".encode()
CHUNKED = HEAD + b"Transfer-Encoding: chunked\r\n\r\n"


def exchange(server: str, *parts: bytes, close: bool = False) -> tuple[int, dict[str, object] | None]:
    """Send these bytes as they are; gives the status, and the problem if there is one."""
    host, port = server.split(":")
    with socket.create_connection((host, int(port)), timeout=20) as raw:
        for part in parts:
            raw.sendall(part)
        if close:
            raw.shutdown(socket.SHUT_WR)
        response = HTTPResponse(raw)
        response.begin()
        with response:
            text = response.read()
            is_problem = response.headers["Content-Type"] == "application/problem+json"
            return response.status, json.loads(text) if is_problem else None


def chunk(body: bytes) -> bytes:
    return f"{len(body):x}\r\n".encode() + body + b"\r\n"


def test_a_body_in_chunks_is_read_whole(server: str) -> None:
    assert exchange(server, CHUNKED, chunk(BODY[:9]), chunk(BODY[9:]), b"0\r\n\r\n") == (200, None)


@pytest.mark.parametrize("surplus", [1, limits.BODY_BYTES])
def test_a_body_in_chunks_beyond_the_limit_is_too_large(server: str, surplus: int) -> None:
    parts = [chunk(BODY), chunk(b" " * (limits.BODY_BYTES - len(BODY))), chunk(b" " * surplus), b"0\r\n\r\n"]
    status, problem = exchange(server, CHUNKED, *parts)
    assert problem is not None
    assert (status, problem["code"]) == (413, "BODY_TOO_LARGE")


def test_a_declared_length_beyond_the_limit_is_refused_before_it_is_sent(server: str) -> None:
    status, problem = exchange(server, HEAD + b"Content-Length: 4000000000\r\n\r\n")
    assert problem is not None
    assert (status, problem["code"]) == (413, "BODY_TOO_LARGE")


@pytest.mark.parametrize(
    "rest",
    [
        pytest.param(b"zz\r\n", id="no number"),
        pytest.param(chunk(BODY)[:-2] + b"xx0\r\n\r\n", id="no end of chunk"),
        pytest.param(chunk(BODY), id="no last chunk"),
        pytest.param(b"ffff\r\n" + BODY, id="cut off"),
        pytest.param(chunk(BODY) + b"0\r\nbad trailer\r\n\r\n", id="bad trailer"),
    ],
)
def test_broken_chunks_are_the_clients_fault(server: str, rest: bytes) -> None:
    status, problem = exchange(server, CHUNKED, rest, close=True)
    assert problem is not None
    assert (status, problem["code"]) == (400, "MALFORMED_JSON")


def test_a_body_that_is_cut_off_is_malformed_even_where_it_is_whole_json(server: str) -> None:
    status, problem = exchange(server, HEAD + b"Content-Length: 999\r\n\r\n" + BODY, close=True)
    assert problem is not None
    assert (status, problem["code"]) == (400, "MALFORMED_JSON")


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"rubbish\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n",
    ],
    ids=["no request", "no such version", "TLS", "long address", "long header"],
)
def test_what_is_no_http_is_refused_by_the_server_itself(server: str, request_bytes: bytes) -> None:
    status, problem = exchange(server, request_bytes)
    assert 400 <= status < 500 or status == 505
    assert problem is None


@pytest.mark.parametrize(
    "head",
    [
        b"GET /livez HTTP/1.1\r\nHost: a b\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: \xff\xfe\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: [::1\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: x:99999999\r\n\r\n",
        b"GET / HTTP/1.0\r\n\r\n",
        b"GET //livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /%00%ff%c0%80/..%2f HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez?%ff&a=%zz&=&;;[]=1 HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET http://elsewhere.example/livez HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nX-Request-ID: \xe9\xff\r\n\r\n",
        b"GET /livez HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nabcde",
        b"TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
        b"POST /v1/verdicts/meld HTTP/1.1\r\nHost: x\r\nContent-Type: ;;;=,\xff\r\nContent-Length: 0\r\n\r\n",
        b"POST /v1/verdicts/meld HTTP/1.1\r\nHost: x\r\nContent-Type: application/json; charset*=x''%zz\r\n\r\n",
        b"POST /v1/verdicts/meld HTTP/1.1\r\nHost: x\r\n\r\n",
    ],
    ids=range(15),
)
def test_odd_requests_never_meet_a_fault_of_ours(server: str, head: bytes) -> None:
    status, _ = exchange(server, head)
    assert status < 500


def test_a_connection_is_kept_alive_over_refusals(connection: HTTPConnection) -> None:
    json, text = "application/json", "text/plain"
    for body, media_type, status in [(BODY, json, 200), (b"{", json, 400), (BODY, text, 415), (BODY, json, 200)]:
        connection.request("POST", first_question.PATH, body, {"Content-Type": media_type})
        with connection.getresponse() as response:
            response.read()
            assert response.status == status


def test_the_start_page_names_the_address_it_was_asked_at(server: str, connection: HTTPConnection) -> None:
    connection.request("GET", "/")
    with connection.getresponse() as response:
        assert re.search(rf"curl http://{re.escape(server)}/v1/verdicts/meld", response.read().decode())
