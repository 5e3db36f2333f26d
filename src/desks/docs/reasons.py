"""Why nothing is answered: one list of reasons, and what kind of reply would do for each. Pure."""

from collections.abc import Mapping
from typing import Literal

from src.texts import beside

AskReason = Literal[
    "ambiguous_query",
    "scope_unclear",
    "vague_request",
    "missing_details",
    "multiple_topics",
    "out_of_scope",
    "no_relevant_documents",
    "harmful_content",
    "system_abuse",
    "inappropriate",
    "off_topic",
]
"""Those that a model is offered: the others say the same, or what only code finds."""

Reason = Literal[
    AskReason,
    "insufficient_context",
    "missing_context",
    "conflicting_intents",
    "poor_search_results",
    "untranslated",
    "quality_insufficient",
    "processing_error",
]
"""Stable words: journals, frames and evaluations have them."""

ClarificationType = Literal["ambiguity", "scope", "context", "choice"]
"""What kind of reply would do: other words, another place to look, more to go by, or one of several."""

REFUSALS: frozenset[Reason] = frozenset(
    ("harmful_content", "system_abuse", "inappropriate", "off_topic", "processing_error")
)
"""The reasons with which the guard refuses; ``processing_error`` where it gave no verdict that could be read."""

TYPES: Mapping[str, ClarificationType] = beside(__file__, "reasons")
"""The type of the clarification that is asked for each reason."""
