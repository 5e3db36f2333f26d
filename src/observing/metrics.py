"""Numbers for Prometheus: counted from the spans of turns, never by dossier; every label has few values."""

from collections.abc import Callable
from dataclasses import dataclass

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from src.observing.spans import Span

MEDIA_TYPE = CONTENT_TYPE_PLAIN_0_0_4

disable_created_metrics()  # type: ignore[no-untyped-call]  # a second series beside each, which nobody asked for

SECONDS = (0.001, 0.005, 0.02, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120)
"""Bounds of the buckets: from a commit on a fast disk to the time limit of a desk."""

PARTS: dict[str, str] = {
    "load": "store",
    "commit": "store",
    "decide": "model",
    "generate": "model",
    "search": "library",
}
"""Whose fault it is when a span fails."""

STAGES = tuple("turn accept load decide tool search generate verify commit effect look_up".split())
"""Names of the engine's own spans: they are listed from the start, those of a desk once there was one."""

MILLION = 1_000_000


@dataclass(frozen=True)
class Prices:
    """What a million tokens cost, in whatever currency."""

    prompt: float
    completion: float


class Metrics:
    """A registry of its own, so that nothing that another library counts is told."""

    def __init__(self, prices: Prices | None = None) -> None:
        self._registry = CollectorRegistry()
        self._prices = prices
        self._turns = self._counter("tess_turns", "Turns that ended, by outcome.", "outcome")
        told = "How long each stage of a turn took."
        self._seconds = Histogram(
            "tess_stage_seconds", told, ["stage"], registry=self._registry, buckets=SECONDS
        )
        for name in STAGES:
            self._seconds.labels(name)
        self._tokens = self._counter("tess_tokens", "Tokens, as the provider counts.", "kind")
        self._effects = self._counter("tess_effects", "Operations outside, by outcome.", "outcome")
        self._quotes = self._counter("tess_quotes", "Quotes of answers, by verdict.", "verdict")
        self._refusals = self._counter("tess_refusals", "Errors that were told, by code.", "code")
        self._errors = self._counter("tess_errors", "Stages that failed.", "part", "code")
        self._cost = (
            self._counter("tess_cost", "What the tokens cost, in the currency of the prices.")
            if prices
            else None
        )

    def _counter(self, name: str, told: str, *labels: str) -> Counter:
        return Counter(name, told, labels, registry=self._registry)

    def gauge(self, name: str, told: str, value: Callable[[], int]) -> None:
        """Tell what ``value`` returns whenever somebody looks."""
        Gauge(name, told, registry=self._registry).set_function(value)

    def refused(self, code: str) -> None:
        """Count an error that a client was told."""
        self._refusals.labels(code).inc()

    def read(self, root: Span) -> None:
        """Count a tree of spans that is complete."""
        for span in root.walk():
            self._seconds.labels(span.name).observe(span.seconds)
            if span.attributes.get("prompt_tokens"):
                self._count_tokens(span)
            if span.name == "effect":
                self._effects.labels(span.error or span.attributes["outcome"]).inc()
            if span.error and span.name in PARTS:
                self._errors.labels(PARTS[span.name], span.error).inc()
        if root.name == "turn":
            self._turns.labels(root.error or root.attributes["outcome"]).inc()
            for verdict, times in (root.verdicts or {}).items():
                self._quotes.labels(verdict).inc(times)

    def _count_tokens(self, span: Span) -> None:
        prompt = float(span.attributes.get("prompt_tokens", 0))
        completion = float(span.attributes.get("completion_tokens", 0))
        self._tokens.labels("prompt").inc(prompt)
        self._tokens.labels("completion").inc(completion)
        if self._cost and self._prices:
            prices = self._prices
            self._cost.inc((prompt * prices.prompt + completion * prices.completion) / MILLION)

    def exposition(self) -> bytes:
        """Return everything as Prometheus reads it."""
        return generate_latest(self._registry)
