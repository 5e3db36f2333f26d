"""The gaps of a command, filled by what was read and by what the user named, and never by a guess. Pure."""

import re
from collections.abc import Mapping, Sequence

from src.desks.azure.knowledge import table
from src.desks.azure.knowledge.causes import causes
from src.desks.azure.known import known_to_diagnosis, replies_of
from src.desks.azure.offline.evidence import Case
from src.desks.azure.resources import GUID, ids_in, said
from src.desks.azure.steps import argument
from src.desks.azure.words import TEXTS
from src.dossier.models import Dossier, Language

_TYPES: Mapping[str, str] = table("gaps")
_GROUP = re.compile(
    r"\((rg-[\w.-]*\w)|\s(?:-g|--resource-group|-ResourceGroupName)[ =]['\"]?([\w.-]*\w)"
)
_BESIDE_GROUP = re.compile(r"([\w-]+) \(rg-[\w.-]+")
"""A name with its group behind it: ``stapp01 (rg-app)``."""
_CLIENT = re.compile(rf"\b(?:app(?:lication)?|client)(?: ?id)?\W{{1,4}}({GUID})", re.IGNORECASE)
_DATABASE = re.compile(r"\bdatabase ['\"‘“]([\w-]+)['\"’”]", re.IGNORECASE)


def case_of(dossier: Dossier) -> Case:
    """Return what a dossier knows of its error, with all that was read for it."""
    known = known_to_diagnosis(dossier, said(dossier))
    return Case(known.model_copy(update={"replies": replies_of(dossier)}))


def filled(command: str, case: Case) -> tuple[str, tuple[str, ...]]:
    """Return a command of the table without the options whose gaps nothing fills, and those options."""
    kept, lacking = list[str](), list[str]()
    service = command.split()[1] if " " in command else ""
    for part in re.split(r"\s(?=--)", command):
        found = {gap: _value(gap, service, case) for gap in re.findall(r"<(\w+)>", part)}
        if all(found.values()):
            kept.append(re.sub(r"<(\w+)>", lambda gap: found[gap[1]], part))  # noqa: B023  # used at once
        else:
            lacking.append(part.split()[0])
    return " ".join(kept), tuple(lacking)


def in_words(command: str, lacking: Sequence[str], language: Language) -> str:
    """Return a command within a text; one that lacks something is told as what it lacks."""
    told = TEXTS[language].lacking.format(options=", ".join(lacking))
    return told if lacking else f"`{command}`"


def _value(gap: str, service: str, case: Case) -> str:
    """Return what fills a gap; empty where nothing does, or several things could."""
    kind = _TYPES.get(f"{service} {gap}") or _TYPES.get(gap)
    if kind:
        found = _names(kind, case)
    elif gap == "GROUP":
        found = _groups(case)
    else:
        one_size = case.sizes[0] if len(case.sizes) == 1 else ""
        client, database = _CLIENT.search(case.text), _DATABASE.search(case.text)
        values = {
            "LOCATION": case.location,
            "NAMESPACE": case.namespace,
            "PRINCIPAL": case.principal,
            "SUBSCRIPTION": case.subscription,
            "SIZE": one_size,
            "PORT": str(case.port or ""),
            "CLIENT_ID": client[1] if client else "",
            "DATABASE": database[1] if database else "",
            "SCOPE": next((one.text for one in ids_in(case.text)), ""),
        }
        found = {values.get(gap, "")}
    return argument(found.pop()) if len(found) == 1 else ""


def _names(kind: str, case: Case) -> set[str]:
    """Return what resources of a type are called that the user names, else those that were read."""
    nouns = next((one for one in causes().kind if one.type == kind), None)
    named: set[str] = set()
    if nouns:
        word = r"((?=[\w-]*[\d-])[a-z][\w-]*\w)\b"
        called = rf"\b(?:{nouns.nouns})\b:? (?:is |named |called |genaamd |heet )?['\"`‘]?{word}"
        hosts = rf"([a-z0-9][a-z0-9-]*){nouns.hosts}\b"
        for pattern in (called, hosts):
            named |= {one.lower() for one in re.findall(pattern, case.text, re.IGNORECASE)}
    abouts = [one.about for one in case.seen if one.about]
    read = {one.name for one in (*abouts, *case.ids(kind)) if one.type == kind.lower()}
    return (
        {one for one in read if case.names(one)}
        or named
        or read
        or set(_BESIDE_GROUP.findall(case.text))
    )


def _groups(case: Case) -> set[str]:
    told = {one for pair in _GROUP.findall(case.text) for one in pair if one}
    read = {one.about.group for one in case.seen if one.about and one.about.group}
    return ({case.group} if case.group else told) or read
