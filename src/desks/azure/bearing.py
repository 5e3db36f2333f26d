"""What a finding may not add to its line, and on which line it may stand in its role. Pure."""

import re
from collections.abc import Sequence

from src.desks.azure.resources import GUID
from src.desks.azure.steps import without_commands
from src.dossier.models import Claim, Observation, Source
from src.grounding.material import NamesOfSources

_NAMES = (
    re.compile(r"`([^`\n]+)`"),
    re.compile(r"(?<![\w/])(/subscriptions/[\w./()-]*[\w)])", re.IGNORECASE),
    re.compile(rf"\b({GUID})\b"),
    re.compile(r"\b(https?://[^\s`)>\]\"']*[^\s`)>\]\"'.,;:])", re.IGNORECASE),
    re.compile(r"(?<![\w.])((?:\d{1,3}\.){3}\d{1,3}(?:/\d{1,2})?)(?![\w.])"),
    re.compile(r"(?<![\w.,:/-])(\d{2,}(?:[.,]\d+)*)(?![\w-])"),
)
"""What names one thing and no other: what is in backticks, an id, an address, a number of two digits and more."""


class AzureBearing(NamesOfSources):
    """The ``Bearing`` of a diagnosis: its cause stands on a whole line of what Azure said."""

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


def told_in(source: Source) -> str:
    """Return all that a reply of Azure says, with what it was asked."""
    asked = source.request if isinstance(source, Observation) else ""
    return "\n".join([source.title, source.heading, asked, source.content])
