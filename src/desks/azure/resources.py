"""Ids of Azure's resources, and which of them may be read: those in subscriptions that the user named. Pure."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from src.desks.azure.lines import lines_of, observations
from src.dossier import clarification
from src.dossier.models import Dossier
from src.errors.base import ForModel

GUID = r"[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}"
_SEGMENT = r"[A-Za-z0-9][A-Za-z0-9._()-]{0,259}"
_NO_PART = re.compile(r"[^\w./()-]+")
"""What no id has: a text in the place of one is not told to the user."""

_ID = re.compile(rf"/subscriptions/{GUID}(?:/{_SEGMENT})*")
_NAMED = re.compile(
    rf"(?:/subscriptions/|(?<![\w-])subscription(?:[ _-]?id)?[^\w-]{{1,4}}(?:is )?)({GUID})(?![\w-])",
    re.IGNORECASE,
)
"""Words that say that an id is one of a subscription; the name of a resource, which may hold them all, says nothing."""

_GUID = re.compile(rf"(?<![\w-]){GUID}(?![\w-])")
LIST_OF_SUBSCRIPTIONS = "/subscriptions"
OBJECT_ID = re.compile(rf"\b(?:object ?id|principal ?id|oid)\W{{1,4}}({GUID})", re.IGNORECASE)
_PRINCIPAL = re.compile(rf"(?:principal|client|identity)\W{{1,4}}({GUID})", re.IGNORECASE)


class BadResourceId(ForModel):
    """An id is none of a resource; details: ``id``."""

    code = "azure_bad_resource_id"


class OutOfScope(ForModel):
    """A resource is in a subscription that the user did not name; details: ``id``."""

    code = "azure_out_of_scope"


@dataclass(frozen=True)
class ResourceId:
    """An id, taken apart."""

    text: str

    @cached_property
    def _segments(self) -> list[str]:
        return self.text.strip("/").split("/")

    @property
    def subscription(self) -> str:
        return self._segments[1].lower()

    @property
    def group(self) -> str:
        """The resource group; empty where it is in none."""
        lower = [segment.lower() for segment in self._segments]
        at = "resourcegroups"
        return self._segments[lower.index(at) + 1] if at in lower[:-1] else ""

    @property
    def name(self) -> str:
        """What it is called: the last part."""
        return self._segments[-1]

    @property
    def type(self) -> str:
        """``microsoft.storage/storageaccounts``, in lower case; empty for a subscription or group."""
        lower = [segment.lower() for segment in self._segments]
        if "providers" not in lower:
            return ""
        at = len(lower) - 1 - lower[::-1].index("providers")
        own = lower[at + 1 :]
        return "/".join([*own[:1], *own[1::2]])


def resource_id(text: str) -> ResourceId:
    """Return an id that may be part of a request; raises ``BadResourceId``."""
    if len(text) > 1_000 or not _ID.fullmatch(text.rstrip("/")) or ".." in text:
        raise BadResourceId(id=_NO_PART.sub("…", text[:120]))
    return ResourceId(text.rstrip("/"))


def ids_in(text: str) -> Iterator[ResourceId]:
    return (ResourceId(match.group().rstrip("./")) for match in _ID.finditer(text))


def principal_in(text: str) -> str:
    """Return the object id that an error names; empty where it names none."""
    found = OBJECT_ID.search(text) or _PRINCIPAL.search(text)
    return found.group(1) if found else ""


def said(dossier: Dossier, since: int = 0) -> str:
    """Return what the user said, message by message, from this one on; a choice by number in its own words."""
    heard = [message.content for message in dossier.conversation if message.role == "user"]
    spoken = [clarification.replied(dossier, words, turn)[0] for turn, words in enumerate(heard)]
    return "\n\n".join(spoken[max(0, min(since, len(spoken)) - 1) :])


def named_subscriptions(
    dossier: Dossier, callers: Iterable[str] = (), words: str | None = None
) -> tuple[str, ...]:
    """Return the subscriptions that the user named in a dossier, or in these words alone, in their order.

    They are named by id, or as Azure calls them; where they speak of one, the only one that a login
    sees is meant. An id counts where the words
    say that it is one, or where it is one of the caller's own: what files and replies say names nothing.
    """
    words = said(dossier) if words is None else words
    called, seen = _display_names(dossier), [caller.lower() for caller in callers]
    own = {*seen, *called.values()}
    found = [entry.lower() for entry in _NAMED.findall(words)]
    found += [entry.lower() for entry in _GUID.findall(words) if entry.lower() in own]
    found += [guid for name, guid in called.items() if _is_called(name, words)]
    is_spoken_of = re.search(r"\b(?:subscription|abonnement)\b", words, re.IGNORECASE)
    return tuple(dict.fromkeys(found + (seen if is_spoken_of and len(set(seen)) == 1 else [])))


def _is_called(name: str, words: str) -> bool:
    what, own = r"(?:subscription|abonnement)", rf"['\"`‘“]?{re.escape(name)}['\"`’”]?"
    behind = rf"\b{what}(?: name| called| named| is| genaamd)?\s*[:=]?\s*{own}(?![\w-])"
    return bool(re.search(rf"{behind}|(?<![\w-]){own} {what}\b", words, re.IGNORECASE))


def _display_names(dossier: Dossier) -> dict[str, str]:
    ids: dict[tuple[str, str], str] = {}
    names: dict[tuple[str, str], str] = {}
    for source in observations(dossier):
        if source.heading != LIST_OF_SUBSCRIPTIONS:
            continue  # anybody can write such words into tags
        for line in lines_of(source.content):
            if line.path == "value.subscriptionId":
                ids[source.id, line.element] = line.value.lower()
            elif line.path == "value.displayName":
                names[source.id, line.element] = line.value.lower()
    return {name: ids[at] for at, name in names.items() if at in ids}
