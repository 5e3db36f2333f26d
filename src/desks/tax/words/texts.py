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
    weak: str
    """{first}: the number of one of the sources; what was found may be about something else."""
    law_of_day: str
    """{as_of}."""
    law_of_question: str
    """{as_of}."""
    law_of_now: str
    law_of_a_day: str
    """{day}."""
    offers_day: str
    """{law}, {now}: as the two texts before have them."""
    takes_day: str
    """{law}: said by the user, and read as asking for it."""
    keeps_day: str
    """{law}: read as the two before."""
    of_earlier_year: str
    """{days}: of the texts that an answer of a later year stands on."""
    newer_digest: str
    """{day}, {title}, {passage}: what a digest says of a later day than the text of the article."""
