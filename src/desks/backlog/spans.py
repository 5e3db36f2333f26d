"""The spans of a run under its turn; they hold counts and tokens, and no words."""

from src.llm.protocol import Usage
from src.observing.spans import UNTRACED, Tracer

SEGMENTATION = "segmentation"
RETRIEVAL = "retrieval"
GENERATION = "generation_agent"
TAGGING_RETRIEVAL = "tagging_retrieval"
TAGGING = "tagging_agent"


def spent(usage: Usage) -> dict[str, int]:
    """Return what a model took, as spans tell it."""
    return {"prompt_tokens": usage.prompt_tokens, "completion_tokens": usage.completion_tokens}


__all__ = [
    "GENERATION",
    "RETRIEVAL",
    "SEGMENTATION",
    "TAGGING",
    "TAGGING_RETRIEVAL",
    "UNTRACED",
    "Tracer",
    "spent",
]
