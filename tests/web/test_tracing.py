"""OpenTelemetry is told the route, the method and the status of a request, and nothing else of it."""

from __future__ import annotations

from http.server import BaseHTTPRequestHandler, HTTPServer
from queue import Queue
from threading import Thread
from typing import TYPE_CHECKING, Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from service.app import create_app
from service.settings import Settings

if TYPE_CHECKING:
    from collections.abc import Iterator

TRACE = "0af7651916cd43dd8448eb211c80319c"


@pytest.fixture
def collected(monkeypatch: pytest.MonkeyPatch) -> Iterator[Queue[bytes]]:
    """Take what is exported, as a collector of traces does."""
    bodies: Queue[bytes] = Queue()

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.put(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    with HTTPServer(("127.0.0.1", 0), Collector) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
        monkeypatch.setenv("OTEL_BSP_SCHEDULE_DELAY", "200")
        monkeypatch.setenv("OTEL_SERVICE_NAME", "referee-of-the-club")
        yield bodies
        server.shutdown()


def test_a_request_is_a_span_of_the_clients_trace(collected: Queue[bytes]) -> None:
    app = create_app(Settings(store_url="none", access_log="off", tracing="on"))

    @app.get("/broken")
    def broken() -> str:
        raise ValueError("QS")

    client = app.test_client()
    headers = {"traceparent": f"00-{TRACE}-b7ad6b7169203331-01", "Cookie": "hand=QS", "User-Agent": "QS"}
    client.get("/v1/rulesets/canasta", headers=headers)
    client.get("/broken", headers=headers)
    spans: list[Any] = []
    while len(spans) < 2:
        body = collected.get(timeout=30)
        assert not [word for word in (b"QS", b"canasta", b"hand") if word in body]
        for told in ExportTraceServiceRequest.FromString(body).resource_spans:
            resource = {each.key: each.value.string_value for each in told.resource.attributes}
            assert resource["service.name"] == "referee-of-the-club"
            spans += [span for scope in told.scope_spans for span in scope.spans]
    first, second = spans
    assert first.name == "GET /v1/rulesets/{ruleset_id}"
    assert first.trace_id.hex() == TRACE
    assert first.parent_span_id.hex() == "b7ad6b7169203331"
    assert {each.key: each.value.string_value or each.value.int_value for each in first.attributes} == {
        "http.request.method": "GET",
        "http.route": "/v1/rulesets/{ruleset_id}",
        "http.response.status_code": 404,
    }
    assert first.end_time_unix_nano > first.start_time_unix_nano
    assert not first.events
    assert (first.status.code, second.status.code) == (0, 2)
