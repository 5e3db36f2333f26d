"""The list of fixed texts; a language is one instance, so that a missing text fails at import."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Wording:
    """Texts in one language; names in braces are filled in with ``str.format``, strictly."""

    # Sources
    found: str
    legislation: str
    case_law: str
    nothing_found: str
    """{what}: legislation or case law."""
    nothing_at_all: str
    nothing_new: str
    removed: str
    restored: str
    selection_now: str
    nothing_selected_now: str
    digest: str
    """{as_of}."""
    version_of: str
    """{as_of}."""
    # What could not be done
    not_a_candidate: str
    """{title}."""
    no_source_meant: str
    """{words}: what the user said."""
    not_done: str
    """{reason}."""
    reasons: Mapping[str, str]
    """By code of a ``ForModel`` error or ``failed``."""
    # The closing question
    ask_whether_right: str
    ask_for_restore_or_question: str
    ask_for_question: str
    # The answer
    sources_heading: str
    analysis_heading: str
    answer_heading: str
    open_heading: str
    checked: str
    """{count}."""
    dropped: str
    """{count}."""
    cut: str
    """{titles}."""
    offline_label: str
    digests_label: str
    no_claims: str
    # What the offline model says
    offline_conclusion: str
    """{quote}, {title}."""
    greeting: str
    about: str
    thanks: str
    declined: str
    nothing_to_confirm: str
    unsourced: str
    # Errors, by code
    errors: Mapping[str, str]
