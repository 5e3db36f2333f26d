"""What a finding may not add to its line, and on which line it may stand in its role. Pure."""

import re
from collections.abc import Sequence

from src.desks.azure.resources import GUID
from src.desks.azure.steps import without_commands
from src.dossier.models import Claim, Observation, Source
from src.grounding.material import Addition, Place, QuotesAlone
from src.grounding.numbers import stated_number

NOWHERE: frozenset[Place] = frozenset(("claim", "conclusion", "point"))
"""What is added may be said in none of these."""

_NAMES = (
    re.compile(r"`([^`\n]+)`"),
    re.compile(r"(?<![\w/])(/subscriptions/[\w./()-]*[\w)])", re.IGNORECASE),
    re.compile(rf"\b({GUID})\b"),
    re.compile(r"\b(https?://[^\s`)>\]\"']*[^\s`)>\]\"'.,;:])", re.IGNORECASE),
    re.compile(r"(?<![\w.])((?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?)(?![\w.])"),
    re.compile(r"(?<![\w.,:/-])(\d{2,}(?:[.,]\d+)*)(?![\w-])"),
)
"""What names one thing and no other: what is in backticks, an id, an address, a number of two digits and more."""
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")


class AzureBearing(QuotesAlone):
    """The ``Bearing`` of a diagnosis: its cause stands on a whole line of what Azure said."""

    def additions(self, text: str, sources: Sequence[Source], question: str) -> Sequence[Addition]:
        """Return the names in a text that neither the error nor these replies have."""
        told = "\n".join([question, *map(_told, sources)]).casefold()
        return [Addition(one, NOWHERE) for one in names_in(text) if not _stands_in(one, told)]

    def admits(self, claim: Claim, source: Source) -> bool:
        """Return whether it is one whole line; a cause is one of Azure's, and of no file.

        A line that looks like a command is no evidence: whoever may write a tag would have it told.
        """
        if without_commands(claim.quote, "en") != claim.quote:
            return False
        if not isinstance(source, Observation):
            return claim.role != "cause"
        whole = {" ".join(line.split()) for line in source.content.splitlines()}
        return " ".join(claim.given.split()) in whole

    def suffices(self, claims: Sequence[Claim]) -> bool:
        """Return whether one of them is the cause."""
        return any(one.role == "cause" for one in claims)


def names_in(text: str) -> list[str]:
    """Return what in a text names one thing and no other."""
    found: list[str] = []
    for pattern in _NAMES:
        found += [one.strip() for one in pattern.findall(text)]
        text = pattern.sub(" ", text)
    return [one for one in dict.fromkeys(found) if one]


def _stands_in(name: str, told: str) -> bool:
    """Return whether a name stands in a text as a whole, in any case."""
    if _NUMBER.fullmatch(name) and stated_number(name, told):
        return True
    before = r"(?<![\w])" if name[0].isalnum() else ""
    after = r"(?![\w])" if name[-1].isalnum() else ""
    return re.search(f"{before}{re.escape(name.casefold())}{after}", told) is not None


def _told(source: Source) -> str:
    asked = source.request if isinstance(source, Observation) else ""
    return "\n".join([source.title, source.heading, asked, source.content])
