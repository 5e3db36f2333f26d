"""The gaps of a command, filled by what was read and by what the user named, and never by a guess. Pure."""

import re
from collections.abc import Iterable, Mapping, Sequence

from src.desks.azure.knowledge import table
from src.desks.azure.knowledge.causes import causes
from src.desks.azure.known import known_to_diagnosis, replies_of
from src.desks.azure.offline.evidence import SITES, Case
from src.desks.azure.resources import GUID, OBJECT_ID, ids_in, said
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


_ADDRESS = re.compile(
    r"\b(?:(?:outgoing|outbound|egress|client|caller|source|uitgaande?)(?:['’]s)?(?: with)?(?: public)?"
    r"|my|our|mijn|ons|onze)[ -]?(?:ip[- ]?)?(?:address|adres|ip)\b"
    r"(?: is|:| =)?\W{1,3}((?:\d{1,3}\.){3}\d{1,3})(?![\w/:]|\.\d)",
    re.IGNORECASE,
)
"""The address of who calls, called so; others of a message are of something else."""

_LISTENS = re.compile(
    r"\b(?:listen\w*|luister\w*)(?: on| at| op)?(?: port| poort)?:?\s+(?:\S*:)?(\d{2,5})(?![\w.]*\d)",
    re.IGNORECASE,
)
_NOT_SAID = re.compile(
    r"\b(?:not|nothing|sure|ensure|should|must|expect\w*|niet|moet)\b|n't\b", re.IGNORECASE
)
"""Before what is said of a port: it is what should be, or is not."""

_STARTED_ON = re.compile(r"(?:--port[ =]|-p |\bPORT=|:)(\d{2,5})\b")


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
        if all(len(one) == 1 for one in found.values()):
            kept.append(re.sub(r"<(\w+)>", lambda gap: found[gap[1]][0], part))  # noqa: B023  # used at once
        else:
            several = " / ".join(one for values in found.values() for one in values)
            lacking.append(part.split()[0] + (f" ({several})" if several else ""))
    return " ".join(kept), tuple(lacking)


def in_words(command: str, lacking: Sequence[str], language: Language) -> str:
    """Return a command within a text; of one that lacks something its name, and what it needs."""
    named = command.partition(" --")[0]
    told = TEXTS[language].lacking.format(command=named, options=", ".join(lacking))
    return told if lacking else f"`{command}`"


def _values(gap: str, service: str, case: Case) -> list[str]:
    """Return what could fill a gap: a single value fills it."""
    kind = _TYPES.get(f"{service} {gap}") or _TYPES.get(gap)
    found = _names(kind, case) if kind else _named_for(gap, service, case)
    unique = {one.lower(): argument(one) for one in found if one}
    return [] if "" in unique.values() else sorted(unique.values())


def _named_for(gap: str, service: str, case: Case) -> set[str]:
    """Return what the user or a reading names for a gap that is no resource's name."""
    text, subscriptions = case.text, case.known.subscriptions
    found: Mapping[str, Iterable[str]] = {
        "GROUP": _groups(case),
        "LOCATION": {case.location},
        "NAMESPACE": case.namespaces,
        "PRINCIPAL": _principals(case),
        "ADDRESS": _ADDRESS.findall(text),
        "SUBSCRIPTION": [one for one in subscriptions if one in text.lower()] or subscriptions,
        "SIZE": case.sizes,
        "PORT": _listens(case) if service == "webapp" else case.ports,
        "CLIENT_ID": _CLIENT.findall(text),
        "DATABASE": _DATABASE.findall(text),
        "SCOPE": [one.text for one in ids_in(text)],
    }
    return set(found.get(gap, ()))


def _agreed(named: set[str], read: set[str]) -> set[str]:
    """Return what the user names and a reading has; where they differ both."""
    known = {one.lower() for one in read}
    return {one for one in named if one.lower() in known} or named | read


def _principals(case: Case) -> set[str]:
    identities = {
        line.value
        for one in case.seen
        if one.about and case.names(one.about.name)
        for line in one.at("principalId")
        if line.path.lower().startswith("identity.")
    }
    return _agreed(set(OBJECT_ID.findall(case.text)), identities)


def _listens(case: Case) -> set[str]:
    """Return the ports on which an app listens, by the user's words, its command of start, its settings and logs."""
    texts = [case.text]
    read = set[str]()
    for one in case.seen:
        if one.about and one.about.type == SITES and case.is_tied(one.about):
            texts += [line.value for line in one.lines]
            starts = [line.value for line in one.at("appCommandLine")]
            read |= {port for each in starts for port in _STARTED_ON.findall(each)}
            read |= {line.value for line in one.lines if line.path == "properties.PORT"}
    said_of = [one for text in texts for one in _LISTENS.finditer(text)]
    return read | {
        one[1]
        for one in said_of
        if not _NOT_SAID.search(one.string[max(0, one.start() - 40) : one.start()])
    }


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
    told = {one for one in read if case.names(one)}
    return _agreed(named, told or read) or set(_BESIDE_GROUP.findall(case.text))


def _groups(case: Case) -> set[str]:
    told = {one for pair in _GROUP.findall(case.text) for one in pair if one}
    read = {one.about.group for one in case.seen if one.about and one.about.group}
    return _agreed({case.group} if case.group else told, read)
