"""The words of tax law in replies, by language: ``WORDINGS`` and ``TEXTS``; in ``client`` what clients say of the desk.

In English, legal terms stay Dutch.
"""

from dataclasses import dataclass

from src.texts import beside
from src.wording import desk_texts


@dataclass(frozen=True)
class TaxTexts:
    """Texts in one language; names in braces are filled in with ``str.format``, strictly."""

    missing: str
    """{titles}: what the user named and the library does not hold."""
    none_fits: str
    not_in_force: str
    uncertain: str
    weak: str
    """{first}: the number of one of the sources; what was found may be about something else."""
    offered: str
    """{first}; what was found beside the sources of an answer."""
    law_of_day: str
    law_of_question: str
    law_of_now: str
    law_of_a_day: str
    offers_day: str
    """{law}, {now}: as the two texts before have them."""
    takes_day: str
    """{law}: said by the user, and read as asking for it."""
    keeps_day: str
    """{law}: read as the two before."""
    undecided: str
    """{why}: what was left out of the conclusion, as all desks say it."""
    changed: str
    """{told}: by the user since; {before}: the conclusion of then."""
    unchanged: str
    """{told}."""
    of_earlier_year: str
    """{days}: of the texts that an answer of a later year stands on."""
    newer_digest: str
    """{titles}: that there is a digest of a later day than the text of these articles."""
    closed_day: str
    """{end}: behind a sum whose day is one on which no legal term ends."""


WORDINGS, _TEXTS = desk_texts(__file__)
"""What every desk says, in the words of this one."""

TEXTS = {language: TaxTexts(**texts) for language, texts in _TEXTS.items()}
"""What only this desk says."""

CALLED = beside(__file__, "kinds")
"""What its kinds of source are called."""
