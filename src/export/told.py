"""What a user told in a message: its sentences that neither ask nor order anything. Pure."""

import re

_END = re.compile(r"(?<=[.!?…])[)'\"”’]*\s+|\n+")
_ASKED = re.compile(r"\?[)'\"”’\s]*$")
_ASKS = re.compile(
    r"\W*(?:(?:en|maar|ook|dus|and|but|so|also)\s+)?(?:"
    r"wat|wie|wiens|waar\w*|wanneer|hoe\w*|welke?|mag|mogen|moet|moeten|kan|kun|kunt|kunnen|is|ben|bent|zijn|heb|hebt"
    r"|heeft|hebben|geldt|gelden|wordt|word|worden|valt|vallen|zoek|vind|geef|leg|vertel|toon|laat|noem"
    r"|what|who|whom|whose|where|when|why|how|which|is|are|am|was|were|do|does|did|can|could|may|must|should|shall"
    r"|has|have|will|would|find|search|look|give|explain|tell|show|name)\b[^,]*$",
    re.IGNORECASE,
)
"""Begins as a question or an order does, with no comma in it: "Wanneer ik thuis was, ..." tells something."""


def told_in(message: str) -> str:
    """Return what a message tells, in its own words; empty where it only asks."""
    return " ".join(one for one in _END.split(message) if one.strip() and not _asks(one.strip()))


def _asks(sentence: str) -> bool:
    return bool(_ASKED.search(sentence) or _ASKS.match(sentence))
