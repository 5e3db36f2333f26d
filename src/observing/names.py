"""What stages and facts are called in traces: OpenTelemetry's conventions for generative AI, else words of ours.

The only place that knows these names; the conventions are still in development and will change.
"""

from collections.abc import Mapping

from src.observing.facts import Fact
from src.observing.stages import Stage, StageName

OPERATION = "gen_ai.operation.name"
PROVIDER = "gen_ai.provider.name"
OUTPUT_TYPE = "gen_ai.output.type"
ERROR_TYPE = "error.type"

OPERATIONS: Mapping[StageName, str] = {
    "turn": "invoke_agent",
    "decide": "chat",
    "generate": "chat",
    "tool": "execute_tool",
    "search": "retrieval",
}
"""Stages that the conventions have a name for."""

ATTRIBUTES: Mapping[str, str] = {
    "dossier": "gen_ai.conversation.id",
    "desk": "gen_ai.agent.name",
    "model": "gen_ai.request.model",
    "tool": "gen_ai.tool.name",
    "prompt_tokens": "gen_ai.usage.input_tokens",
    "completion_tokens": "gen_ai.usage.output_tokens",
}
"""Facts that the conventions have a name for; the others get ``tess.`` in front."""

NAMED_AFTER: Mapping[StageName, str] = {"decide": "model", "generate": "model", "tool": "tool"}
"""The fact that the conventions want behind the operation in a span's name."""


def span_name(stage: Stage) -> str:
    """Return what the span of a stage is called: our own word, and whatever tells it from its like."""
    fact = NAMED_AFTER.get(stage.name)
    return f"{stage.name} {stage.facts[fact]}" if fact in stage.facts else stage.name


def attributes(stage: Stage, provider: str, told: Mapping[str, Fact]) -> dict[str, Fact]:
    """Return the attributes of a stage's span; ``told`` are those of its facts that may be told."""
    named = {ATTRIBUTES.get(name, f"tess.{name}"): value for name, value in told.items()}
    if stage.name in OPERATIONS:
        named[OPERATION] = OPERATIONS[stage.name]
    if OPERATIONS.get(stage.name) == "chat":
        named[PROVIDER] = provider
    if stage.name == "generate":
        named[OUTPUT_TYPE] = "json"
    if stage.error:
        named[ERROR_TYPE] = stage.error
    return named
