"""Traces of turns, sent by OTLP over HTTP; imported only where an address to send them to is set.

Spans and attributes are called as OpenTelemetry's conventions for generative AI say, else by words of ours. Only this
file, with the table beside it, knows these names; the conventions are still in development and will change.
"""

import asyncio
from collections.abc import Mapping
from importlib.metadata import version

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context

from src.observing.attributes import AttributeValue, allowed
from src.observing.spans import Span
from src.texts import beside

SEND_SECONDS = 3
"""For one batch; the end of the server waits as long for the last one."""

PATH = "/v1/traces"

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
OUTPUT_TYPE = "gen_ai.output.type"
ERROR_TYPE = "error.type"

_NAMES: Mapping[str, Mapping[str, str]] = beside(__file__, "otlp")
OPERATIONS, ATTRIBUTES = _NAMES["operations"], _NAMES["attributes"]


def span_name(span: Span) -> str:
    """Return what a span is called: our own word, and whatever tells it from its like."""
    named = _NAMES["named_after"].get(span.name)
    return f"{span.name} {span.attributes[named]}" if named in span.attributes else span.name


def sent_attributes(
    span: Span, provider: str, told: Mapping[str, AttributeValue]
) -> dict[str, AttributeValue]:
    """Return the attributes of a span as they are sent; ``told`` are those of its own that may be told."""
    named = {ATTRIBUTES.get(name, f"tess.{name}"): value for name, value in told.items()}
    if span.name in OPERATIONS:
        named[OPERATION] = OPERATIONS[span.name]
    if OPERATIONS.get(span.name) == "chat":
        named[PROVIDER] = provider
    if span.name == "generate":
        named[OUTPUT_TYPE] = "json"
    if span.error:
        named[ERROR_TYPE] = span.error
    return named


class Traces:
    """Sends complete trees of spans from a thread of its own; what can't be sent is lost."""

    def __init__(self, endpoint: str, headers: dict[str, str], provider: str) -> None:
        """Take the address of a collector without the path, as OpenTelemetry's own setting is."""
        exporter = OTLPSpanExporter(
            endpoint.rstrip("/") + PATH, headers=headers, timeout=SEND_SECONDS
        )
        resource = Resource.create({"service.name": "tess", "service.version": version("tess")})
        self._provider = provider
        self._spans = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._spans.add_span_processor(BatchSpanProcessor(exporter))
        self._otel = self._spans.get_tracer("tess")

    def read(self, root: Span) -> None:
        self._make(root, None, root.wall - root.began)

    def _make(self, done: Span, above: Context | None, offset: int) -> None:
        if not done.ended:
            return
        span = self._otel.start_span(
            span_name(done),
            above,
            SpanKind.CLIENT if OPERATIONS.get(done.name) == "chat" else SpanKind.INTERNAL,
            sent_attributes(done, self._provider, allowed(done.attributes)),
            start_time=done.began + offset,
        )
        if done.error:
            span.set_status(Status(StatusCode.ERROR))
        for inner in done.inner:
            self._make(inner, set_span_in_context(span), offset)
        span.end(done.ended + offset)

    async def close(self) -> None:
        """Send what has not been sent, as far as that can be done in time."""
        await asyncio.to_thread(self._spans.shutdown)
