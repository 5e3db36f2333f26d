"""Traces of turns, sent by OTLP over HTTP; imported only where an address to send them to is set."""

import asyncio
from importlib.metadata import version

from opentelemetry.context import Context
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, Status, StatusCode, set_span_in_context

from src.observing import names
from src.observing.facts import facts
from src.observing.stages import Stage

SEND_SECONDS = 3
"""For one batch; the end of the server waits as long for the last one."""

PATH = "/v1/traces"


class Traces:
    """Turns complete trees of stages into spans and sends them from a thread of its own; what can't be sent is lost."""

    def __init__(self, endpoint: str, headers: dict[str, str], provider: str) -> None:
        """Take the address of a collector without the path, as OpenTelemetry's own setting is."""
        exporter = OTLPSpanExporter(
            endpoint.rstrip("/") + PATH, headers=headers, timeout=SEND_SECONDS
        )
        resource = Resource.create({"service.name": "tess", "service.version": version("tess")})
        self._provider = provider
        self._spans = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._spans.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._spans.get_tracer("tess")

    def read(self, root: Stage) -> None:
        """Make a trace of a tree of stages."""
        self._make(root, None, root.wall - root.began)

    def _make(self, stage: Stage, above: Context | None, offset: int) -> None:
        if not stage.ended:
            return
        span = self._tracer.start_span(
            names.span_name(stage),
            above,
            SpanKind.CLIENT if names.OPERATIONS.get(stage.name) == "chat" else SpanKind.INTERNAL,
            names.attributes(stage, self._provider, facts(stage.facts)),
            start_time=stage.began + offset,
        )
        if stage.error:
            span.set_status(Status(StatusCode.ERROR))
        for inner in stage.inner:
            self._make(inner, set_span_in_context(span), offset)
        span.end(stage.ended + offset)

    async def close(self) -> None:
        """Send what has not been sent, as far as that can be done in time."""
        await asyncio.to_thread(self._spans.shutdown)
