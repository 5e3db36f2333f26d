"""The gaps of a command, filled by what was read and by what the user named, and never by a guess. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence

from src.desks.azure.knowledge import facts, table
from src.desks.azure.knowledge.causes import kind_of
from src.desks.azure.known import known_to_diagnosis, replies_of
from src.desks.azure.offline.evidence import Case
from src.desks.azure.resources import said
from src.desks.azure.steps import argument
from src.desks.azure.words import TEXTS
from src.dossier.models import Dossier, Language

_GAPS: Mapping[str, str] = table("gaps")
_BESIDE_GROUP = re.compile(r"([\w-]+) \(rg-[\w.-]+")
"""A name with its group behind it: ``stapp01 (rg-app)``."""


def case_of(dossier: Dossier, *, with_stale: bool = False) -> Case:
    """Return what a dossier knows of its error, with all that was read for it."""
    known = known_to_diagnosis(dossier, said(dossier))
    replies = replies_of(dossier, with_stale=with_stale)
    return Case(known.model_copy(update={"replies": replies}))


def filled(command: str, case: Case) -> tuple[str, tuple[str, ...]]:
    """Return a command of the table without the options whose gaps nothing fills, and those options.

    Behind an option that several values could fill these stand.
    """
    kept, lacking = list[str](), list[str]()
    service = command.split()[1] if " " in command else ""
    for part in re.split(r"\s(?=--)", command):
        found = {gap: _values(gap, service, case) for gap in re.findall(r"<(\w+)>", part)}
        if all(len(row) == 1 for row in found.values()):
            kept.append(re.sub(r"<(\w+)>", lambda gap: found[gap[1]][0], part))  # noqa: B023  # used at once
        else:
            several = " / ".join(value for values in found.values() for value in values)
            lacking.append(part.split()[0] + (f" ({several})" if several else ""))
    return " ".join(kept), tuple(lacking)


def in_words(command: str, lacking: Sequence[str], language: Language) -> str:
    """Return a command within a text; of one that lacks something its name, and what it needs."""
    named = command.partition(" --")[0]
    told = TEXTS[language].lacking.format(command=named, options=", ".join(lacking))
    return told if lacking else f"`{command}`"


def _values(gap: str, service: str, case: Case) -> list[str]:
    """Return what could fill a gap: a single value fills it."""
    wanted = _GAPS.get(f"{service} {gap}") or _GAPS.get(gap, gap.lower())
    found = _names(wanted, case) if "/" in wanted else _told(wanted, case)
    unique = {text.lower(): argument(text) for text in found if text}
    return [] if "" in unique.values() else sorted(unique.values())


def _told(fact: str, case: Case) -> set[str]:
    """Return what the user or a reading tells; nothing of a gap that is no fact."""
    read = {seen.about.group for seen in case.seen if fact == "group" and seen.about}
    return _agreed(set(case.fact(fact)), {*filter(None, read), *_read_of(fact, case)})


def _read_of(fact: str, case: Case) -> Iterator[str]:
    """Yield what replies tell of a fact, by lines of the resources that the error is about."""
    known = facts().get(fact)
    for seen in case.seen if known else ():
        about = seen.about
        if known is None or about is None:
            continue
        if not (
            case.is_tied(about) and about.type == known.of.lower()
            if known.of
            else case.names(about.name)
        ):
            continue
        for line in seen.lines:
            if known.of:
                yield from known.in_text(line.value)
            for end, pattern in known.fields.items():
                if line.is_at(end):
                    yield from re.findall(pattern, line.value)


def _agreed(named: set[str], read: set[str]) -> set[str]:
    """Return what the user names and a reading has; where they differ both."""
    known = {text.lower() for text in read}
    return {text for text in named if text.lower() in known} or named | read


def _names(kind: str, case: Case) -> set[str]:
    """Return what resources of a type are called that the user names, else those that were read."""
    abouts = [seen.about for seen in case.seen if seen.about]
    read = {one.name for one in (*abouts, *case.ids(kind)) if one.type == kind.lower()}
    told = {text for text in read if case.names(text)}
    return _agreed(kind_of(kind).named_in(case.text), told or read) or set(
        _BESIDE_GROUP.findall(case.text)
    )
