"""What the table of causes reads: signs in an error, and replies by resource type, aspect and line. Pure."""

import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from src.desks.azure.knowledge import WEAK, ErrorCode, knowledge
from src.desks.azure.knowledge.causes import ResourceKind, causes
from src.desks.azure.known import Known, SeenReply
from src.desks.azure.lines import ReplyLine, line_of
from src.desks.azure.offline import talk
from src.desks.azure.resources import BadResourceId, ResourceId, ids_in, principal_in, resource_id
from src.llm.builtin.acts import LONGEST_TALK

SITES = "microsoft.web/sites"
DEPLOYMENTS = "microsoft.resources/deployments"

_GROUP = re.compile(
    r"(?:resource ?group|resourcegroup|rg)(?: name)?\s*[:=]\s*[`'\"]?([\w.()-]+)", re.IGNORECASE
)
_GROUP_IN_WORDS = re.compile(r"resource ?group ['\"`]?([\w.()-]*[\d-][\w.()-]*\w)", re.IGNORECASE)
_LOCATION = re.compile(
    r"\b(?:location|region|regio)\b\s*(?:[:=]\s*[`'\"]?([a-z]{4,}\d?)\b|[`'\"]([a-z][a-z0-9 ]{3,24})[`'\"])",
    re.IGNORECASE,
)
_LOCATION_IN_WORDS = re.compile(
    r"\b(?:location|region|regio|in) ((?:[a-z]+)?(?:east|west|north|south|central|europe)[a-z]*\d?)\b",
    re.IGNORECASE,
)
_ACTION = re.compile(r"(?:action|actie)\s*[`'\"]([\w.]+(?:/[\w*.]+)+)", re.IGNORECASE)
_NAMESPACE = re.compile(r"\bMicrosoft\.[A-Za-z]+\b")
_NAMED = re.compile(r"\b\w+[ -]?(?:names?|naam|namen|ids?)\b", re.IGNORECASE)
"""What is only called by a name, such as "the policy name": that points to no error."""
_SIZE = re.compile(r"\b(?:Standard|Basic)_[A-Z][A-Za-z0-9_]+\b")
_PORT = re.compile(r"\d{1,3}(?:\.\d{1,3}){3}:(\d{2,5})\b|\bport:?\s+(\d{2,5})\b", re.IGNORECASE)


@dataclass(frozen=True)
class Seen:
    """A reply, with what it was asked for."""

    reply: SeenReply

    @cached_property
    def lines(self) -> tuple[ReplyLine, ...]:
        """What it says."""
        return tuple(line_of(one) for one in self.reply.lines)

    @cached_property
    def arguments(self) -> dict[str, object]:
        """What the tool was asked."""
        given = json.loads(self.reply.arguments)
        return given if isinstance(given, dict) else {}

    @property
    def aspect(self) -> str:
        """The aspect that was read; empty for other tools."""
        return str(self.arguments.get("aspect", ""))

    @property
    def about(self) -> ResourceId | None:
        """The resource that was read; None for other tools."""
        text = str(self.arguments.get("id") or self.arguments.get("scope") or "")
        try:
            return resource_id(text)
        except BadResourceId:
            return None

    @property
    def is_good(self) -> bool:
        """Whether it is a reply, and not a refusal."""
        return self.reply.status < 300

    def at(self, *ends: str) -> Iterator[ReplyLine]:
        """Yield the lines whose path ends so."""
        return (one for one in self.lines if one.is_at(*ends))


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
    def facts(self) -> list[ErrorCode]:
        """The errors that the last message surely brings, or as a fact points to, of the same service first."""
        last = talk.corrected(self.known.last)
        brought = knowledge().in_text(last)
        if len(last) > LONGEST_TALK or brought:
            return [one for one in brought if one.score(last) > WEAK]
        families = [one.family for one in self.errors]
        found = knowledge().touched_by(_NAMED.sub(" ", last), families)
        return [one for one in found if one.family in families] or found

    @cached_property
    def seen(self) -> tuple[Seen, ...]:
        """The replies so far."""
        return tuple(Seen(one) for one in self.known.replies if not one.stale)

    def of(self, kind: str, *aspects: str) -> Iterator[Seen]:
        """Yield the good replies about resources of a type, by aspect."""
        for one in self.seen:
            about = one.about
            if one.is_good and about and about.type == kind.lower() and one.aspect in aspects:
                yield one

    def by(self, tool: str, aspect: str = "") -> Iterator[Seen]:
        """Yield the good replies that a tool brought."""
        return (
            one
            for one in self.seen
            if one.is_good and one.reply.tool == tool and one.aspect == aspect
        )

    @cached_property
    def subscription(self) -> str:
        """The subscription that is meant: one that the error names before others; empty where none was named."""
        named = (one for one in self.known.subscriptions if one in self.text.lower())
        return next(chain(named, self.known.subscriptions), "")

    @cached_property
    def group(self) -> str:
        """The resource group that is meant; empty where none was named."""
        named = next((one.group for one in ids_in(self.text) if one.group), "")
        labelled = _GROUP.search(self.text) or _GROUP_IN_WORDS.search(self.text)
        return named or (labelled.group(1) if labelled else "")

    @property
    def scope(self) -> str:
        """The id of the group that is meant, else of the subscription."""
        base = f"/subscriptions/{self.subscription}"
        return f"{base}/resourceGroups/{self.group}" if self.group else base

    @cached_property
    def named_ids(self) -> tuple[ResourceId, ...]:
        """The resources that the error names in full, in subscriptions that may be read."""
        return tuple(
            one for one in ids_in(self.text) if one.subscription in self.known.subscriptions
        )

    def ids(self, kind: str) -> list[ResourceId]:
        """Return the resources of a type that are known, those first that the error names."""
        listed = [
            ResourceId(line.value)
            for one in self.seen
            if one.is_good
            for line in one.at("id")
            if line.value.startswith("/")
        ]
        wanted = [
            one
            for one in (*self.named_ids, *listed)
            if one.type == kind.lower() and one.subscription in self.known.subscriptions
        ]
        unique = {one.text.lower(): one for one in wanted}
        named = [one for one in unique.values() if self.names(one.name)]
        return named + [one for one in unique.values() if one not in named]

    def has_failed(self, resource: ResourceId) -> bool:
        """Return whether a list tells that something failed."""
        for seen in self.seen:
            for lines in by_element(seen.lines).values():
                own = any(one.is_at("id") and one.value == resource.text for one in lines)
                if own and any(
                    one.is_at("provisioningState") and one.value == "Failed" for one in lines
                ):
                    return True
        return False

    def names(self, word: str) -> bool:
        """Return whether the error has this word."""
        return (
            re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", self.text, re.IGNORECASE)
            is not None
        )

    @cached_property
    def location(self) -> str:
        """The region that the error names, else that of the group."""
        found = _LOCATION.search(self.text) or _LOCATION_IN_WORDS.search(self.text)
        if found:
            return re.sub(r"\s", "", next(filter(None, found.groups()))).lower()
        own = [one for one in self.seen if one.is_good and one.about and not one.about.type]
        lines = [line for one in (*own, *self.seen) for line in one.at("location")]
        return lines[0].value if lines else ""

    @cached_property
    def action(self) -> str:
        """The action that was refused; empty where the error tells none."""
        found = _ACTION.search(self.text)
        return found.group(1) if found else ""

    @cached_property
    def namespace(self) -> str:
        """The first namespace of a resource provider that the error names."""
        return next(iter(self.namespaces), "")

    @cached_property
    def namespaces(self) -> tuple[str, ...]:
        """Namespaces of resource providers that the error names."""
        return tuple(dict.fromkeys(_NAMESPACE.findall(self.text)))

    @cached_property
    def sizes(self) -> tuple[str, ...]:
        """Sizes of machines that the error names."""
        return tuple(dict.fromkeys(_SIZE.findall(self.text)))

    @cached_property
    def port(self) -> int | None:
        """The first port that the error names."""
        return int(self.ports[0]) if self.ports else None

    @cached_property
    def ports(self) -> tuple[str, ...]:
        """Ports that the error names."""
        return tuple(dict.fromkeys("".join(one) for one in _PORT.findall(self.text)))

    @cached_property
    def principal(self) -> str:
        """The object id that the error names; empty where it names none."""
        return principal_in(self.text)

    def roles(self) -> list[str]:
        """Return the definitions of the roles that were read in assignments."""
        lines = (one for seen in self.by("read_resource", "role_assignments") for one in seen.lines)
        return list(dict.fromkeys(one.value for one in lines if one.is_at("roleDefinitionId")))[:3]

    def is_tied(self, resource: ResourceId) -> bool:
        """Return whether the error is about a resource: it names it, or what it names refers to it.

        The only resource of its type is meant, unless the error names another.
        """
        key = resource.text.lower()
        if any(_within(key, one.text.lower()) for one in self.named_ids if one.type):
            return True
        if self.names(resource.name):
            return True
        known = self.ids(resource.type)
        if any(self.names(one.name) for one in known) or self.names_other(resource.type, known):
            return False
        return self._is_referred_to(resource) or len(known) == 1

    def _is_referred_to(self, resource: ResourceId) -> bool:
        """Whether a reply about a resource that the error names has the id of this one."""
        for seen in self.seen:
            about = seen.about
            named = about and about.type not in ("", resource.type) and self.names(about.name)
            if named and any(resource.text.lower() in one.value.lower() for one in seen.lines):
                return True
        return False

    def names_other(self, kind: str, known: Iterable[ResourceId]) -> bool:
        """Return whether the error names a resource of a type that is none of these."""
        names = {one.name.lower() for one in known}
        named = {one.name.lower() for one in ids_in(self.text) if one.type == kind.lower()}
        for one in causes().kind:
            if one.type.lower() == kind.lower():
                named |= {name.lower() for name in _named_by(one, self.text)}
        return bool(named - names)

    def is_about(self, element: Iterable[ReplyLine]) -> bool:
        """Return whether an element of a list is about what the error names, where it names a resource in full."""
        targets = [one for one in self.named_ids if one.type]
        values = [line.value.lower() for line in element]
        return not targets or any(
            _within(target.text.lower(), of.text.lower())
            for target in targets
            for value in values
            for of in ids_in(value)
        )


def _named_by(kind: ResourceKind, text: str) -> list[str]:
    """Return the names of resources of a type in a text, by the end of an address or what they are called."""
    hosts = re.findall(rf"([a-z0-9][a-z0-9-]*){kind.hosts}\b", text, re.IGNORECASE)
    quoted = rf"\b(?:{kind.nouns})\b:? (?:named |called |genaamd )?['\"`]([\w.-]+)['\"`]"
    digits = rf"\b(?:{kind.nouns})\b:? ((?=[\w-]*\d)[a-z][\w-]*)\b(?!\.)"
    return [
        *hosts,
        *re.findall(quoted, text, re.IGNORECASE),
        *re.findall(digits, text, re.IGNORECASE),
    ]


def _within(inner: str, outer: str) -> bool:
    """Whether an id is another one, or below it, or above it within its group."""
    shorter, longer = sorted((inner, outer), key=len)
    return longer == shorter or longer.startswith(f"{shorter}/")


def by_element(lines: Iterable[ReplyLine]) -> dict[str, list[ReplyLine]]:
    """Return lines by the element of the outer list that they belong to."""
    found: dict[str, list[ReplyLine]] = {}
    for line in lines:
        found.setdefault(line.element, []).append(line)
    return found
