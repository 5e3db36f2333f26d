"""What is known of an error: what its words name, and replies by resource type, aspect and line. Pure."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from src.desks.azure.knowledge import WEAK, ErrorCode, facts, knowledge
from src.desks.azure.knowledge.causes import kind_of
from src.desks.azure.known import Known, SeenReply
from src.desks.azure.lines import ReplyLine
from src.desks.azure.resources import ResourceId, ids_in, principal_in
from src.llm.builtin.acts import LONGEST_TALK

DEPLOYMENTS = "microsoft.resources/deployments"


@dataclass(frozen=True)
class Case:
    """What is known, as the table of causes asks for it."""

    known: Known

    @cached_property
    def text(self) -> str:
        """The error: what the user said, and nothing of a file."""
        return self.known.said

    @cached_property
    def errors(self) -> list[ErrorCode]:
        """The errors of the table that it brings, the surest first."""
        return knowledge().in_text(self.text)

    @cached_property
    def pointed(self) -> list[ErrorCode]:
        """The errors that the last message surely brings, or as a fact points to, of the same service first."""
        last = self.known.last
        brought = knowledge().in_text(last)
        if len(last) > LONGEST_TALK or brought:
            return [error for error in brought if error.score(last) > WEAK]
        families = [error.family for error in self.errors]
        found = knowledge().touched_by(last, families)
        return [error for error in found if error.family in families] or found

    @cached_property
    def seen(self) -> tuple[SeenReply, ...]:
        """The replies so far."""
        return tuple(reply for reply in self.known.replies if not reply.stale)

    @cached_property
    def good(self) -> tuple[SeenReply, ...]:
        """Those that are no refusals."""
        return tuple(seen for seen in self.seen if seen.is_good)

    def fact(self, name: str) -> list[str]:
        """Return what is known by this name, each once: what counts most first."""
        own, known = _OF_CASE.get(name), facts().get(name)
        found = own(self) if own else known.in_text(self.text) if known else []
        return list(dict.fromkeys(filter(None, found)))

    def first(self, name: str) -> str:
        """Return the first of it; empty where nothing is known."""
        return next(iter(self.fact(name)), "")

    @cached_property
    def subscription(self) -> str:
        """The subscription that is meant: one that the error names before others; empty where none was named."""
        named = (text for text in self.known.subscriptions if text in self.text.lower())
        return next(chain(named, self.known.subscriptions), "")

    @cached_property
    def group(self) -> str:
        """The resource group that is meant; empty where none was named."""
        named = (resource.group for resource in ids_in(self.text) if resource.group)
        return next(chain(named, facts()["group"].in_text(self.text)), "")

    @property
    def scope(self) -> str:
        """The id of the group that is meant, else of the subscription."""
        base = f"/subscriptions/{self.subscription}"
        return f"{base}/resourceGroups/{self.group}" if self.group else base

    @cached_property
    def named_ids(self) -> tuple[ResourceId, ...]:
        """The resources that the error names in full, in subscriptions that may be read."""
        known = self.known.subscriptions
        return tuple(entry for entry in ids_in(self.text) if entry.subscription in known)

    @cached_property
    def location(self) -> str:
        """The region that the error names, else that of the group."""
        if named := facts()["location"].in_text(self.text):
            return re.sub(r"\s", "", named[0]).lower()
        own = [seen for seen in self.good if seen.about and not seen.about.type]
        lines = (line for seen in (*own, *self.seen) for line in seen.at("location"))
        return next((line.value for line in lines), "")

    def ids(self, kind: str) -> list[ResourceId]:
        """Return the resources of a type that are known, those first that the error names."""
        lines = (line.value for seen in self.good for line in seen.at("id"))
        listed = (ResourceId(value) for value in lines if value.startswith("/"))
        wanted = {
            entry.text.lower(): entry
            for entry in (*self.named_ids, *listed)
            if entry.type == kind.lower() and entry.subscription in self.known.subscriptions
        }
        return sorted(wanted.values(), key=lambda entry: not self.names(entry.name))

    def names(self, word: str) -> bool:
        """Return whether the error has this word."""
        return bool(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.text, re.IGNORECASE))

    def is_tied(self, resource: ResourceId) -> bool:
        """Return whether the error is about a resource: it names it, or what it names refers to it.

        The only resource of its type is meant, unless the error names another.
        """
        key = resource.text.lower()
        if any(_within(key, id_.text.lower()) for id_ in self.named_ids if id_.type):
            return True
        if self.names(resource.name):
            return True
        known = self.ids(resource.type)
        if any(self.names(entry.name) for entry in known) or self.names_other(resource.type, known):
            return False
        return self._is_referred_to(resource) or len(known) == 1

    def _is_referred_to(self, resource: ResourceId) -> bool:
        """Whether a reply about a resource that the error names has the id of this one."""
        return any(
            resource.text.lower() in line.value.lower()
            for seen in self.seen
            if seen.about and seen.about.type not in ("", resource.type)
            if self.names(seen.about.name)
            for line in seen.read
        )

    def names_other(self, kind: str, known: Iterable[ResourceId]) -> bool:
        """Return whether the error names a resource of a type that is none of these."""
        named = {entry.name.lower() for entry in ids_in(self.text) if entry.type == kind.lower()}
        named |= kind_of(kind).named_in(self.text)
        return bool(named - {entry.name.lower() for entry in known})

    def is_about(self, element: Iterable[ReplyLine]) -> bool:
        """Return whether an element of a list is about what the error names, where it names a resource in full."""
        targets = [id_.text.lower() for id_ in self.named_ids if id_.type]
        found = {of.text.lower() for line in element for of in ids_in(line.value)}
        return not targets or any(_within(target, of) for target in targets for of in found)


def _deployments(case: Case) -> list[str]:
    """Return the deployments that failed, else those that there are, else where they are listed."""
    known = case.ids(DEPLOYMENTS)
    failed = {
        line.value
        for seen in case.seen
        for lines in by_element(seen.read).values()
        if any(line.is_at("provisioningState") and line.value == "Failed" for line in lines)
        for line in lines
        if line.is_at("id")
    }
    told = [entry.text for entry in known if entry.text in failed] or [each.text for each in known]
    return told[:2] or [case.scope]


_OF_CASE: Mapping[str, Callable[[Case], Sequence[str]]] = {
    "subscription": lambda case: [case.subscription],
    "subscriptions": lambda case: (
        [text for text in case.known.subscriptions if text in case.text.lower()]
        or case.known.subscriptions
    ),
    "group": lambda case: [case.group],
    "scope": lambda case: [case.scope],
    "named": lambda case: [case.named_ids[0].text if case.named_ids else case.scope],
    "location": lambda case: [case.location],
    "unplaced": lambda case: [case.scope] if case.group and not case.location else [],
    "principal": lambda case: [principal_in(case.text)],
    "roles": lambda case: [
        line.value
        for seen in case.good
        if seen.aspect == "role_assignments"
        for line in seen.at("roleDefinitionId")
    ][:3],
    "deployments": _deployments,
}
"""What follows from the conversation and the replies; all else stands in ``knowledge/facts.toml``."""


def _within(inner: str, outer: str) -> bool:
    """Whether an id is another one, or below it, or above it within its group."""
    shorter, longer = sorted((inner, outer), key=len)
    return longer == shorter or longer.startswith(f"{shorter}/")


def by_element(lines: Iterable[ReplyLine], within: str = "") -> dict[str, list[ReplyLine]]:
    """Return lines by the element that they belong to: of the outer list, or of the list that is called so."""
    found: dict[str, list[ReplyLine]] = {}
    of_list = re.compile(rf".*?\b(?:{within})(?:\[\d+\]|\.\d+)", re.IGNORECASE)
    for line in lines:
        at = of_list.match(line.text.partition(": ")[0]) if within else None
        key = at.group() if at else "" if within else line.element
        found.setdefault(key, []).append(line)
    return found
