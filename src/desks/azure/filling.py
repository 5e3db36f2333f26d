"""The gaps of a command, filled by what was read and by what the user named, and never by a guess. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import src.desks.azure.trace as trace
from src.desks.azure.knowledge import facts, table
from src.desks.azure.knowledge.causes import kind_of
from src.desks.azure.known import known_to_diagnosis, replies_of
from src.desks.azure.lines import ReplyLine, line_of, lines_of, observations
from src.desks.azure.offline.evidence import Case
from src.desks.azure.resources import (
    BadResourceId,
    ResourceId,
    ids_in,
    principal_in,
    resource_id,
    said,
)
from src.desks.azure.steps import argument, to_fill_in
from src.dossier.models import Dossier, Language, Observation

_GAPS: Mapping[str, str] = table("gaps")
_FILLERS = {"NAME", "RESOURCE", "MY", "YOUR", "THE"}
"""Words of a placeholder that say nothing of what it is."""

_BESIDE_GROUP = re.compile(r"([\w-]+) \(rg-[\w.-]+")
"""A name with its group behind it: ``stapp01 (rg-app)``."""


def case_of(dossier: Dossier, *, with_stale: bool = False) -> Case:
    """Return what a dossier knows of its error, with all that was read for it."""
    known = known_to_diagnosis(dossier, said(dossier))
    replies = replies_of(dossier, with_stale=with_stale)
    return Case(known.model_copy(update={"replies": replies}))


def with_blanks(command: str, case: Case, language: Language, kind: str = "") -> str:
    """Return a command of the table within a text, what nothing fills left for the user, or what several values could.

    ``kind`` is the type of the resource that it is done to, which fills its name.
    """
    found = gap_values(command, case)
    found |= {"NAME": sorted(filter(argument, _names(kind, case)))} if kind else {}
    return to_fill_in(command, language, found)


def gap_values(command: str, case: Case) -> dict[str, list[str]]:
    """Return what could fill each gap of a command, also of one that a model calls in words of its own."""
    words = command.split()
    gaps = re.findall(r"<([^<>\n]+)>", command)
    return {gap: _values(_plain(gap), words[1] if words[1:] else "", case) for gap in gaps}


def _plain(gap: str) -> str:
    """Return ``GROUP`` for "resource-group", "my resource group name"."""
    words = re.findall(r"\w+", gap.upper().replace("_", " "))
    return "_".join(word for word in words if word not in _FILLERS) or gap


@dataclass(frozen=True)
class QuotedReply:
    """The reply that a cause stands on: its resource and fields fill the gaps of a step before all else does."""

    source: Observation
    quotes: Sequence[str]
    dossier: Dossier

    def gaps(self, kind: str) -> dict[str, str]:
        """Return what fills the gaps of a command that is done to a resource of a type, by gap in lower case."""
        resource = self._resource(kind.lower())
        fields = {"assignee": "principalId", "tenant": "tenantId", "location": "location"}
        found = {gap: self._value(field) for gap, field in fields.items()}
        asked = ("subscription", "location", "namespace")
        found |= {gap: str(self._asked.get(gap) or found.get(gap, "")) for gap in asked}
        caller = self._call.caller.rpartition(":")[2] if self._call else ""
        found["assignee"] = principal_in(said(self.dossier)) or found["assignee"] or caller
        found["nsg"] = self._value("networkSecurityGroup.id").rpartition("/")[2]
        found["direction"] = self._direction
        if resource and resource.type == "microsoft.network/networksecuritygroups":
            found["nsg"] = resource.name
        if resource:
            found["subscription"] = resource.subscription
        own = {"id": "text", "name": "name", "group": "group"}
        return found | {gap: str(getattr(resource, part, "")) for gap, part in own.items()}

    @cached_property
    def _call(self) -> trace.CallRecord | None:
        return trace.calls_of(self.dossier).get(self.source.id)

    @cached_property
    def _asked(self) -> dict[str, object]:
        return self._call.given if self._call else {}

    @cached_property
    def _lines(self) -> list[ReplyLine]:
        """The lines of the elements that are quoted, those before others; of a reply that is no list all."""
        quoted = {line_of(quote).element for quote in self.quotes}
        lines = lines_of(self.source.content)
        return [line for line in lines if not line.element or not quoted or line.element in quoted]

    @property
    def _direction(self) -> str:
        """The direction of the rule that is quoted; empty where rules of both are."""
        rules = {
            f"{quote.partition(': ')[0].rpartition('.')[0]}.direction" for quote in self.quotes
        }
        found = {line.value for line in self._lines if line.text.partition(": ")[0] in rules}
        return found.pop() if len(found) == 1 else ""

    def _value(self, field: str) -> str:
        return next((line.value for line in self._lines if line.is_at(field)), "")

    def _resource(self, kind: str) -> ResourceId | None:
        ids = [line.value for line in self._lines if line.path in ("id", "value.id", "data.id")]
        own = [str(self._asked.get("id") or self._asked.get("scope") or "")]
        near = [*ids, *own] if kind else [*own, *ids]
        if not any(near):
            near = [of.text for of in ids_in(self.source.request)]
        linked = [of.text for line in self._lines for of in ids_in(line.value)]
        found = (of for text in (*near, *linked) if (of := _of_type(text, kind)))
        if first := next(found, None):
            return first
        others = [
            of.text
            for observation in observations(self.dossier)
            for of in ids_in(observation.request)
        ]
        fitting = {of.text.lower(): of for text in others if kind and (of := _of_type(text, kind))}
        return next(iter(fitting.values())) if len(fitting) == 1 else None


def _of_type(text: str, kind: str) -> ResourceId | None:
    """Return the resource of this id, or the nearest one above it, that is of a type; of no type: itself."""
    while text:
        try:
            found = resource_id(text)
        except BadResourceId:
            return None
        if not kind or found.type == kind:
            return found
        text = text.rpartition("/")[0]
    return None


def _values(gap: str, service: str, case: Case) -> list[str]:
    """Return what could fill a gap: a single value fills it."""
    named = gap.removesuffix("_ID")
    wanted = _GAPS.get(f"{service} {named}") or _GAPS.get(named, gap.lower())
    if "/" in wanted and named != gap:
        found = {entry.text for entry in case.ids(wanted)}
    else:
        found = _names(wanted, case) if "/" in wanted else _told(wanted, case)
    unique = {text.lower(): argument(text) for text in found if text}
    return [] if "" in unique.values() else sorted(unique.values())


def _told(fact: str, case: Case) -> set[str]:
    """Return what the user or a reading tells; nothing of a gap that is no fact."""
    read = {seen.about.group for seen in case.seen if fact == "group" and seen.about}
    known = facts().get(fact)
    # Where words name several, all of them: a case goes by the first.
    named = [*case.fact(fact), *(known.in_text(case.text) if known and fact == "group" else ())]
    return _agreed(set(named), {*filter(None, read), *_read_of(fact, case)})


def _read_of(fact: str, case: Case) -> Iterator[str]:
    """Yield what replies tell of a fact, by lines of the resources that the error is about."""
    known = facts().get(fact)
    if known is None:
        return
    of = known.of.lower()
    for seen in case.seen:
        about = seen.about
        tied = about and (
            about.type == of and case.is_tied(about) if of else case.names(about.name)
        )
        for line in seen.read if tied else ():
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
    read = {entry.name for entry in (*abouts, *case.ids(kind)) if entry.type == kind.lower()}
    told = {text for text in read if case.names(text)}
    return _agreed(kind_of(kind).named_in(case.text), told or read) or set(
        _BESIDE_GROUP.findall(case.text)
    )
