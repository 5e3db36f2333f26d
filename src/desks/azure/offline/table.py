"""What a cause is to the built-in model: signs, calls, lines that show it, steps. Pure."""

import json
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from src.desks.azure.diagnosis import Role
from src.desks.azure.lines import ReplyLine
from src.desks.azure.offline.evidence import Case, Seen

MOST_OF_A_TYPE = 3
"""Resources of one type that are read in the search of a cause."""

VAULTS = "microsoft.keyvault/vaults"
STORAGE = "microsoft.storage/storageaccounts"
SITES = "microsoft.web/sites"
SQL = "microsoft.sql/servers"
MACHINES = "microsoft.compute/virtualmachines"
NICS = "microsoft.network/networkinterfaces"
NSGS = "microsoft.network/networksecuritygroups"
NETWORKS = "microsoft.network/virtualnetworks"
SUBNETS = "microsoft.network/virtualnetworks/subnets"
CONTAINERS = "microsoft.containerinstance/containergroups"
DEPLOYMENTS = "microsoft.resources/deployments"


@dataclass(frozen=True)
class WantedCall:
    """A call that would tell more."""

    tool: str
    arguments: Mapping[str, object]

    def is_made(self, case: Case) -> bool:
        """Return whether it was made, or failed in this turn."""
        made = [(one.reply.tool, one.reply.arguments) for one in case.seen]
        made += [(one.tool, one.arguments) for one in case.known.failed]
        return any(tool == self.tool and self._is(arguments) for tool, arguments in made)

    def _is(self, arguments: str) -> bool:
        try:
            given = json.loads(arguments)
        except ValueError:
            return False
        return all(given.get(name) == value for name, value in self.arguments.items())


@dataclass(frozen=True)
class Evidence:
    """A line that shows something, and what it shows in both languages."""

    role: Role
    source_id: str
    line: str
    dutch: str
    english: str


Stage = Callable[[Case], Iterable[WantedCall]]
Shows = Callable[[Case], Iterable[Evidence]]


@dataclass(frozen=True)
class Cause:
    """A cause, as the table has it."""

    name: str
    dutch: str
    english: str
    stages: tuple[Stage, ...]
    """Calls, one stage after the other: those of a later one may need what an earlier one brought."""
    shows: Shows
    steps: tuple[str, ...]


def listing(case: Case) -> list[WantedCall]:
    """List the group that is meant, or the whole subscription."""
    arguments: dict[str, object] = {"subscription": case.subscription}
    if case.group:
        arguments["group"] = case.group
    return [WantedCall("list_resources", arguments)]


def unless_known(*kinds: str) -> Stage:
    """List resources, unless one of each type is known."""

    def stage(case: Case) -> list[WantedCall]:
        return [] if all(case.ids(kind) for kind in kinds) else listing(case)

    return stage


def read(kind: str, *aspects: str) -> Stage:
    """Read these aspects of each known resource of a type, the named ones first."""

    def stage(case: Case) -> list[WantedCall]:
        known = case.ids(kind)
        named = [one for one in known if case.names(one.name)]
        return [
            WantedCall("read_resource", {"id": one.text, "aspect": aspect})
            for one in (named or known)[:MOST_OF_A_TYPE]
            for aspect in aspects
        ]

    return stage


def at_scope(*aspects: str) -> Stage:
    """Read these aspects of the scope that the error names, else of the group."""

    def stage(case: Case) -> list[WantedCall]:
        scope = case.named_ids[0].text if case.named_ids else case.scope
        return [WantedCall("read_resource", {"id": scope, "aspect": one}) for one in aspects]

    return stage


def of_group(*aspects: str) -> Stage:
    """Read these aspects of the group."""

    def stage(case: Case) -> list[WantedCall]:
        return [WantedCall("read_resource", {"id": case.scope, "aspect": one}) for one in aspects]

    return stage


def of_region(aspect: str) -> Stage:
    """Read the quotas or sizes of the region that is meant; where none is known, the group tells it."""

    def stage(case: Case) -> list[WantedCall]:
        if not case.location:
            return (
                [WantedCall("read_resource", {"id": case.scope, "aspect": "properties"})]
                if case.group
                else []
            )
        arguments = {"subscription": case.subscription, "location": case.location, "aspect": aspect}
        if aspect == "skus" and len(case.sizes) == 1:
            arguments["name"] = case.sizes[0]
        return [WantedCall("read_region", arguments)]

    return stage


def registration(case: Case) -> list[WantedCall]:
    """Read whether the provider that the error names is registered."""
    if not case.namespace:
        return []
    arguments = {"aspect": "provider_registration", "namespace": case.namespace}
    return [WantedCall("read_region", {"subscription": case.subscription, **arguments})]


def failed_operations(case: Case) -> list[WantedCall]:
    """Read which operations failed in the last days."""
    return [WantedCall("activity_log", {"scope": case.scope, "hours": 168, "failed_only": True})]


def subscriptions(_: Case) -> list[WantedCall]:
    """List subscriptions and tenants."""
    return [WantedCall("list_subscriptions", {})]


def found(
    role: Role, seen: Seen, lines: Iterable[ReplyLine], dutch: str, english: str
) -> list[Evidence]:
    """Return these lines as evidence; ``{name}`` and ``{value}`` in what is said are the resource and the value."""
    name = seen.about.name if seen.about else ""
    return [
        Evidence(
            role,
            seen.reply.id,
            one.text,
            dutch.format(name=name, value=one.value),
            english.format(name=name, value=one.value),
        )
        for one in lines
    ]


def lines_with(seen: Seen, pattern: str) -> list[ReplyLine]:
    """Return the lines of a reply in which a regular expression is found."""
    return [one for one in seen.lines if re.search(pattern, one.text, re.IGNORECASE)]


def none_of(lines: Sequence[ReplyLine], value: str) -> bool:
    """Return whether no line has this value."""
    return all(one.value.lower() != value.lower() for one in lines)
