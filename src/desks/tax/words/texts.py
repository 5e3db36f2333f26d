"""What only the tax desk says; a language is one instance, so that a missing text fails at import."""

from dataclasses import dataclass


@dataclass(frozen=True)
class TaxTexts:
    """Texts in one language; names in braces are filled in with ``str.format``, strictly."""

    missing: str
    """{titles}: what the user named and the library does not hold."""
    not_in_force: str
    """{titles}, {as_of}."""
    uncertain: str
    """{titles}, {as_of}."""
    law_of_day: str
    """{as_of}."""
