"""Where sections of one version give a setting different values. Pure."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple

from src.dossier.models import Document, Source

LONGEST_LINE = 300
"""Characters of a line that is looked at: a value stands near its name."""

MOST = 3
"""Settings that are told of."""

_NAME = r"(?:--[a-z][\w-]+|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[a-z]\w*(?:[._]\w+)+)"
_VALUE = r"(?:`[^`\n]{1,40}`|\"[^\"\n]{1,40}\"|\d[\w.]*|true|false|on|off|none)"
_ROW = re.compile(rf"^\s*\|\s*`(?P<name>{_NAME})`\s*\|\s*(?P<value>{_VALUE})\s*\|")
_SAID = re.compile(
    rf"(?P<name>{_NAME})`?(?:\s*(?:=|:)\s*|[^.|\n]{{0,60}}?\b(?i:defaults? (?:to|is|of)|default:|default value is|"
    rf"is by default|standaard(?:waarde)?(?: is)?|\(default:?)\s*)(?P<value>(?i:{_VALUE}))"
)


class GivenValue(NamedTuple):
    """A value that a section gives a setting, and the line that says so."""

    name: str
    value: str
    quote: str
    source: Source


class Disagreement(NamedTuple):
    """A setting to which two sections of one version give different values."""

    name: str
    one: GivenValue
    other: GivenValue


def disagreements(sources: Sequence[Source], about: Iterable[str]) -> list[Disagreement]:
    """Return the settings of which sections differ, of those that the texts ``about`` name; a few at most."""
    told = " ".join(about).lower()
    named = {name.lower() for name in re.findall(_NAME, " ".join(about), re.IGNORECASE)}
    given: defaultdict[tuple[str, str], list[GivenValue]] = defaultdict(list)
    for source in sources:
        version = source.version if isinstance(source, Document) else ""
        for one in values_in(source, named):
            if one.name.lower() in told:
                given[version, one.name].append(one)
    found = (_differing(name, values) for (_, name), values in given.items())
    return [one for one in found if one][:MOST]


def values_in(source: Source, names: Collection[str]) -> Iterator[GivenValue]:
    """Yield the values that a section gives settings, a line each, of lines with one of these names in lower case."""
    for line in source.content.splitlines():
        lower = line[:LONGEST_LINE].lower()
        for name in names:
            # Only where a name stands: to look for any setting everywhere takes as long as all else in a turn.
            at = lower.find(name)
            found = (_ROW.match(line) or _SAID.match(line, at)) if at >= 0 else None
            if found:
                value = found["value"].strip("`\"'.").lower()
                yield GivenValue(found["name"], value, line.strip(), source)
                break


def _differing(name: str, values: Sequence[GivenValue]) -> Disagreement | None:
    first = values[0]
    for other in values[1:]:
        if other.source.id != first.source.id and other.value != first.value:
            return Disagreement(name, first, other)
    return None
