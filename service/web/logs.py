"""The log: one JSON object a line, on standard error.

A line tells nothing that a client said but its request and trace ids. A fault is told by the places in the code where
it happened, without messages and values: there may be a hand of cards in them.
"""

from __future__ import annotations

import logging
import re
import sys
from datetime import UTC, datetime
from traceback import extract_tb
from typing import TYPE_CHECKING, Any, Final

import orjson
import structlog

if TYPE_CHECKING:
    from collections.abc import MutableMapping

    from service.web.exchange import Exchange

TRACEPARENT: Final = re.compile(r"[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}(?:-.*)?")
MOST_CODES: Final = 20
FIELDS: Final = {
    "time": "when the line was written, UTC",
    "level": "debug, info, warning, error or critical",
    "event": "request, fault, settings, or a sentence",
    "request_id": "X-Request-ID as the client gave it, or as it was made here; the answer carries it",
    "trace_id": "the trace that the client's traceparent names",
    "method": "the method; other for one that HTTP does not know",
    "route": "the template of the address, none for an address that is not there",
    "status": "the status of the answer",
    "duration_ms": "milliseconds from the first byte of the application to its last, of a stream to its end",
    "problem": "the code of the problem that was answered",
    "kind": "the kind of the verdict or score, or batch",
    "legal": "whether the verdict says legal (of scores: valid)",
    "codes": "the codes of its violations, the first 20",
    "items": "how many questions a batch had",
    "places": "of a fault: its type and where in the code it happened, and the same of what led to it",
    "logger": "which library wrote the line, where it was not the application",
    "process": "the process that it ran in",
}
"""What a line may hold, beside the settings that are told once."""
#: What gunicorn tells of requests is cut before it repeats anything of them.
_QUOTES_A_REQUEST: Final = re.compile(r"(Error handling request|Invalid request from ip=\S+?)(?:: .*| .*)?", re.DOTALL)


def logger(level: str) -> Any:
    """Make a logger that writes lines of this level or above."""
    return structlog.wrap_logger(
        _STANDARD_ERROR,
        processors=[_line],
        wrapper_class=structlog.make_filtering_bound_logger(level),
        cache_logger_on_first_use=True,
    )


class _StandardError:
    """Writes a line at once, in one piece."""

    def msg(self, line: bytes) -> None:
        """Write a line."""
        sys.stderr.buffer.write(line + b"\n")
        sys.stderr.buffer.flush()

    debug = info = warning = error = critical = msg


_STANDARD_ERROR: Final = _StandardError()


def _line(_: object, level: str, event: MutableMapping[str, Any]) -> bytes:
    return orjson.dumps({"time": datetime.now(UTC), "level": level, **event})


def write_request(exchange: Exchange) -> None:
    """Write the line of a request, on level info: as the logger would, but not through all of its layers."""
    told = {
        "request_id": exchange.request_id,
        "method": exchange.method,
        "route": exchange.route,
        "status": int(exchange.status or 0),
        "duration_ms": round(exchange.seconds * 1000, 3),
    }
    if trace := trace_id(exchange):
        told["trace_id"] = trace
    if exchange.problem:
        told["problem"] = exchange.problem
    if exchange.items is not None:
        codes = {code for gist in exchange.answers for code in gist.codes}
        told |= {"kind": "batch", "items": exchange.items, "codes": sorted(codes)[:MOST_CODES]}
    elif exchange.answers:
        [gist] = exchange.answers
        told |= {"kind": gist.kind, "legal": gist.is_legal, "codes": gist.codes[:MOST_CODES]}
    _STANDARD_ERROR.msg(_line(None, "info", told | {"event": "request"}))


def trace_id(exchange: Exchange) -> str | None:
    """Give the id of the trace that the client says the request belongs to."""
    given = exchange.traceparent
    found = TRACEPARENT.fullmatch(given) if given else None
    return found[1] if found else None


def places(fault: BaseException | None) -> list[str]:
    """Tell where a fault happened, and the ones that led to it: types and places in the code, nothing else."""
    told = []
    while fault is not None:
        told.append(f"{type(fault).__module__}.{type(fault).__qualname__}")
        told += [f"{place.filename}:{place.lineno} in {place.name}" for place in extract_tb(fault.__traceback__)]
        fault = fault.__cause__ or fault.__context__
    return told


class Lines(logging.Formatter):
    """Writes what gunicorn and other libraries log as lines of the same form."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a line."""
        message = record.getMessage()
        if quoting := _QUOTES_A_REQUEST.fullmatch(message):
            message = quoting[1]
        told: dict[str, object] = {"event": message, "logger": record.name, "process": record.process}
        if record.exc_info:
            told["places"] = places(record.exc_info[1])
        return _line(None, record.levelname.lower(), told).decode()


def configuration(level: str) -> dict[str, object]:
    """Give the configuration of the standard library's logging."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": {"()": f"{__name__}.{Lines.__name__}"}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}},
        "root": {"handlers": ["lines"], "level": level.upper()},
        "loggers": {"gunicorn.error": {"handlers": ["lines"], "level": level.upper(), "propagate": False}},
    }
