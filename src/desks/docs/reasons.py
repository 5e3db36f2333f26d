"""Why nothing is answered: one list of reasons, and what kind of reply would do for each. Pure."""

from collections.abc import Mapping
from typing import Literal

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

TYPES: Mapping[Reason, ClarificationType] = {
    "ambiguous_query": "ambiguity",
    "insufficient_context": "context",
    "scope_unclear": "scope",
    "missing_context": "context",
    "vague_request": "ambiguity",
    "missing_details": "context",
    "multiple_topics": "choice",
    "conflicting_intents": "choice",
    "out_of_scope": "scope",
    "no_relevant_documents": "scope",
    "poor_search_results": "ambiguity",
    "untranslated": "ambiguity",
    "harmful_content": "scope",
    "system_abuse": "scope",
    "inappropriate": "scope",
    "off_topic": "scope",
    "quality_insufficient": "context",
    "processing_error": "context",
}
"""The type of the clarification that is asked for each reason."""
