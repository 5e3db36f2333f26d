"""Lines of an observation, read as what they say: a path, and a value. Pure."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from src.dossier.models import Dossier, Observation

_INDEX = re.compile(r"\[\d+\]|\.\d+(?=\.|$)")
_FIRST_ELEMENT = re.compile(r"^[A-Za-z_]*(?:\[\d+\]|\.\d+(?=\.|$))")


@dataclass(frozen=True)
class ReplyLine:
    """``properties.networkAcls.defaultAction: Deny``: where a value stands in a reply, and the value."""

    text: str
    """The whole line, as it is quoted."""
    path: str
    """Without the numbers of elements."""
    value: str
    element: str
    """The element of the outer list that it belongs to, such as ``value[3]``; empty where there is none."""

    def is_at(self, *ends: str) -> bool:
        """Return whether its path ends with one of these, whatever the case of its letters."""
        path = f".{self.path.lower()}"
        return any(path.endswith(f".{end.lower()}") for end in ends)


def line_of(text: str) -> ReplyLine:
    """Return a line as what it says."""
    path, _, value = text.partition(": ")
    element = _FIRST_ELEMENT.match(path)
    return ReplyLine(text, _INDEX.sub("", path), value.strip(), element.group() if element else "")


def lines_of(content: str) -> tuple[ReplyLine, ...]:
    return tuple(line_of(line) for line in content.splitlines() if line.strip())


def observations(dossier: Dossier) -> Iterator[Observation]:
    return (source for source in dossier.sources if isinstance(source, Observation))
