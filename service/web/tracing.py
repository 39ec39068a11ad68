"""Traces requests by OpenTelemetry: a span of the route, method and status, and nothing of what was asked.

Needs `pip install rummy-referee[opentelemetry]`; where spans go is said by OpenTelemetry's own OTEL_ variables.
"""

from __future__ import annotations

from time import time_ns
from typing import TYPE_CHECKING

from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, OTELResourceDetector, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

import service

if TYPE_CHECKING:
    from collections.abc import Callable

    from service.web.exchange import Exchange


def span_of_each_request() -> Callable[[Exchange], None]:
    """Give what makes a span of each exchange, a child of the client's where it sent `traceparent`."""
    ours = Resource({SERVICE_NAME: "rummy-referee", SERVICE_VERSION: service.__version__})
    provider = TracerProvider(resource=ours.merge(OTELResourceDetector().detect()))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    tracer = provider.get_tracer("rummy_referee", service.__version__)
    propagator = TraceContextTextMapPropagator()

    def trace(exchange: Exchange) -> None:
        told = {"traceparent": exchange.traceparent, "tracestate": exchange.tracestate}
        sent = {name: text for name, text in told.items() if text is not None}
        end = time_ns()
        span = tracer.start_span(
            f"{exchange.method} {exchange.route}",
            propagator.extract(sent),
            SpanKind.SERVER,
            {
                "http.request.method": exchange.method,
                "http.route": exchange.route,
                "http.response.status_code": int(exchange.status or 0),
            },
            start_time=end - round(exchange.seconds * 1e9),
        )
        if exchange.status.startswith("5"):
            span.set_status(Status(StatusCode.ERROR))
        span.end(end)

    return trace
