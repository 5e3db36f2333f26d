"""What can't be seen in a single line: quotas, sizes, rules in their order, roles and policies. Pure."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatch

from src.desks.azure.lines import ReplyLine
from src.desks.azure.offline.evidence import SITES, Case, Seen, by_element

OF_EVERY_GROUP = 65_000
"""Priorities from here on are those of rules that every group has."""

_EMPTY = re.compile(r"^value(?: \(|: ?)\W*(?:none|empty|0)?\W*$", re.IGNORECASE)
_NOTHING = ("[]", "", "(none)", "none", "(empty)")


@dataclass(frozen=True)
class CheckedLine:
    """A line that a check found, and what it says of it beside name and value."""

    line: ReplyLine
    says: Mapping[str, str] = field(default_factory=dict)


Check = Callable[[Case, Seen], Iterator[ReplyLine | CheckedLine]]


def _empty(seen: Seen) -> list[ReplyLine]:
    return [one for one in seen.lines if _EMPTY.match(one.text)]


def _covers(pattern: str, action: str) -> bool:
    return pattern == "*" if not action else fnmatch(action.lower(), pattern.lower())


def _is_of_other(case: Case) -> bool:
    """Whether the error is of another principal than who is logged in, whose permissions were read."""
    return bool(case.principal and case.known.principal) and (
        case.principal.lower() != case.known.principal.lower()
    )


def action_excepted(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the exceptions that take an action which permissions give."""
    granted = any(_covers(one.value, case.action) for one in seen.at("actions"))
    taken = [one for one in seen.at("notActions") if _covers(one.value, case.action)]
    if case.action and granted and not _is_of_other(case):
        yield from taken[:1]


def action_not_granted(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield what permissions give, where none of it is the action."""
    actions = list(seen.at("actions"))
    if not _is_of_other(case) and not any(_covers(one.value, case.action) for one in actions):
        yield from actions[:3] or _empty(seen)


def no_assignment(case: Case, seen: Seen) -> Iterator[ReplyLine]:  # noqa: ARG001  # the shape of a check
    """Yield the line that says that there is no role assignment."""
    yield from _empty(seen)


def roles_without_action(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the roles of assignments, where each was read and none gives the action."""
    roles = list(seen.at("roleDefinitionId"))
    gives = [_gives(case, one.value.rpartition("/")[2].lower()) for one in roles]
    if roles and all(one is False for one in gives):
        yield from roles


def _gives(case: Case, role: str) -> bool | None:
    """Return whether a role gives the action, by its definition; None where that was not read."""
    for seen in case.by("read_resource", "properties"):
        if seen.about and seen.about.name.lower() == role:
            actions = list(seen.at("permissions.actions"))
            if not actions:
                return None  # a reply that lists none is no definition
            given = any(_covers(one.value, case.action) for one in actions)
            taken = any(_covers(one.value, case.action) for one in seen.at("notActions"))
            return given and not (case.action and taken)
    return None


def no_policy_with_get(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the access policies of a vault that give the principal no get on secrets."""
    policies = [one for one in seen.lines if ".accesspolicies" in f".{one.path.lower()}"]
    rights, holders = list(seen.at("permissions.secrets")), list(seen.at("objectId"))
    empty = [one for one in policies if one.value in _NOTHING]
    has_get = rights and not _none_of(rights, "get")
    if has_get and not (case.principal and _none_of(holders, case.principal)):
        return
    shown = [one for one in empty if one.is_at("accessPolicies")] or (holders if rights else [])
    yield from rights if rights and not has_get else shown or empty


def _none_of(lines: Sequence[ReplyLine], value: str) -> bool:
    return all(one.value.lower() not in (value.lower(), "all") for one in lines)


def port_setting(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the port that a site says, where the error pinged it in vain or tells none."""
    ports = list(seen.at("WEBSITES_PORT")) or list(seen.at("properties.PORT"))
    listens = re.search(r"listen\w*(?: on)?(?: port)?\W{1,4}(\d{2,5})", case.text, re.IGNORECASE)
    yield from [one for one in ports if not (listens and one.value == listens.group(1))]


def image_without_port(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the image of a site whose settings were read and say no port."""
    settings = list(case.of(SITES, "app_settings"))
    if settings and not any(list(one.at("WEBSITES_PORT")) for one in settings):
        images = seen.at("linuxFxVersion", "windowsFxVersion")
        yield from (one for one in images if "|" in one.value)


def image_of_failed_group(case: Case, seen: Seen) -> Iterator[ReplyLine]:  # noqa: ARG001  # the shape of a check
    """Yield the images of a container group, unless it says that its containers run."""
    states = [one.value.lower() for one in seen.at("instanceView.state", "currentState.state")]
    if not states or any(one not in ("running", "succeeded") for one in states):
        yield from seen.at("properties.image")


def _quotas(case: Case, seen: Seen) -> Iterator[list[ReplyLine]]:
    """Yield the lines of each quota that is used up: those that the error names, where it names any."""
    asked = re.search(r"Additional (?:Required|Requested): (\d+)", case.text)
    groups = list(by_element(seen.lines).values())
    for group in [one for one in groups if _is_named(one, case)] or groups:
        used, limit = _values(group)
        if used and limit:
            wanted = number(used.value) + int(asked.group(1) if asked else 0)
            if wanted > number(limit.value) - (not asked):
                yield group


def _values(group: Sequence[ReplyLine]) -> tuple[ReplyLine | None, ReplyLine | None]:
    used = next((one for one in group if one.is_at("currentValue")), None)
    return used, next((one for one in group if one.is_at("limit")), None)


def used_up(case: Case, seen: Seen) -> Iterator[CheckedLine]:
    """Yield what is used and the limit of each quota that is used up."""
    for group in _quotas(case, seen):
        name = next((one.value for one in group if one.is_at("name.localizedValue")), "")
        name = name or next((one.value for one in group if one.is_at("name.value")), "")
        used, limit = _values(group)
        if used and limit:
            says = {"quota": name, "used": used.value, "limit": limit.value}
            yield from (CheckedLine(used, says), CheckedLine(limit, says))


def quota_names(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield what the quotas that are used up are called."""
    for group in _quotas(case, seen):
        yield from [one for one in group if one.is_at("name.localizedValue", "name.value")][:1]


def _is_named(group: Sequence[ReplyLine], case: Case) -> bool:
    text = _squeezed(case.text)
    names = [one.value for one in group if one.is_at("name.value", "name.localizedValue")]
    return any(len(one) > 5 and one in text for one in map(_squeezed, names))


def _squeezed(text: str) -> str:
    return re.sub(r"[^a-z0-9]", "", text.lower()).replace("vcpus", "cores")


def _restricted(case: Case, seen: Seen) -> tuple[list[ReplyLine], list[ReplyLine]]:
    """Return the restrictions of the first size that is meant and has any, and its name."""
    for group in by_element(seen.lines).values():
        own = [one for one in group if ".restrictions." not in f".{one.path}."]
        names = [one for one in own if one.is_at("value.name", "name")]
        limits = [one for one in group if one not in own]
        shown = [one for one in limits if one.is_at("reasonCode", "type", "zones", "values")]
        if shown and (not case.sizes or any(one.value in case.sizes for one in names)):
            return shown, names[:1]
    return [], []


def restrictions(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the restrictions of the size that is meant."""
    yield from _restricted(case, seen)[0]


def restricted_names(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield what that size is called."""
    yield from _restricted(case, seen)[1]


def tenant_of_subscription(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the tenant of the subscription that is meant, where there is another that a token may be of."""
    own = _own_tenant(case, seen)
    listed = (
        one
        for each in case.seen
        if each.reply.tool == seen.reply.tool
        for one in each.at("tenantId")
    )
    if own and any(one.value != own[0].value for one in listed):
        yield from own


def _own_tenant(case: Case, seen: Seen) -> list[ReplyLine]:
    for group in by_element(seen.lines).values():
        if any(
            one.is_at("subscriptionId") and one.value.lower() == case.subscription for one in group
        ):
            return [one for one in group if one.is_at("tenantId")]
    return []


def other_tenants(case: Case, seen: Seen) -> Iterator[ReplyLine]:
    """Yield the other tenants that there are."""
    own = _own_tenant(case, seen)
    yield from (one for one in seen.at("tenantId") if one not in own)


def denying_rules(case: Case, seen: Seen) -> Iterator[CheckedLine]:
    """Yield the first rule for the port in each direction, where it denies and is one of the group's own."""
    for direction in ("inbound", "outbound"):
        rules = [one for one in _rules(seen) if _field(one, "direction").lower() == direction]
        fitting = [one for one in rules if _for_port(one, case.port)]
        first = min(fitting, key=lambda one: number(_field(one, "priority")), default=[])
        if _field(first, "access") == "Deny" and number(_field(first, "priority")) < OF_EVERY_GROUP:
            says = {"rule": _field(first, "name"), "priority": _field(first, "priority")}
            shown = [one for one in first if one.is_at("access", "priority", "name")][:3]
            yield from (CheckedLine(one, says) for one in shown)


def _rules(seen: Seen) -> list[list[ReplyLine]]:
    """Return the rules of a reply: lines that share the path up to the number of the rule."""
    found: dict[str, list[ReplyLine]] = {}
    numbered = re.compile(
        r"(.*?(?:effectiveSecurityRules|securityRules)(?:\[\d+\]|\.\d+))", re.IGNORECASE
    )
    for line in seen.lines:
        if at := numbered.match(line.text.partition(": ")[0]):
            found.setdefault(at.group(1), []).append(line)
    return list(found.values())


def _field(rule: Sequence[ReplyLine], name: str) -> str:
    return next((one.value for one in rule if one.is_at(name)), "")


def _for_port(rule: Sequence[ReplyLine], port: int | None) -> bool:
    """Whether a rule is about a port; where none is known, whether it is about all."""
    for one in rule:
        if one.is_at("destinationPortRange", "destinationPortRanges"):
            low, _, high = one.value.partition("-")
            first, last = (0, 65_535) if one.value == "*" else (number(low), number(high or low))
            if first <= (port or 0) and (port or 65_535) <= last:
                return True
    return False


def number(text: str) -> int:
    """Return the number that a text begins with; 0 where it begins with none."""
    found = re.match(r"\d+", text)
    return int(found.group()) if found else 0


CHECKS: Mapping[str, Check] = {
    one.__name__: one
    for one in (
        action_excepted, action_not_granted, no_assignment, roles_without_action, no_policy_with_get,
        port_setting, image_without_port, image_of_failed_group, used_up, quota_names, restrictions,
        restricted_names, tenant_of_subscription, other_tenants, denying_rules,
    )
}  # fmt: skip
"""By the name that causes.toml calls them by."""
