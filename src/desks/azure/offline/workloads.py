"""By which lines causes show that are about what runs: machines, containers, quotas, networks, outages. Pure."""

import re
from collections.abc import Iterator

from src.desks.azure.diagnosis import Role
from src.desks.azure.lines import ReplyLine
from src.desks.azure.offline import table
from src.desks.azure.offline.evidence import Case, Seen, by_element
from src.desks.azure.offline.table import Evidence, found, lines_with

OF_EVERY_GROUP = 65_000
"""Priorities from here on are those of rules that every group has."""


def port_of_container(case: Case) -> Iterator[Evidence]:
    """The port that the platform pings, and the one that the site says."""
    for seen in case.of(table.SITES, "app_settings"):
        ports = list(seen.at("WEBSITES_PORT")) or list(seen.at("properties.PORT"))
        yield from found(
            "cause",
            seen,
            ports,
            "WEBSITES_PORT van {name} is {value}, en de container luistert niet op die port.",
            "WEBSITES_PORT of {name} is {value}, and the container does not listen on that port.",
        )
    for seen in case.of(table.SITES, "web_config"):
        images = [one for one in seen.at("linuxFxVersion", "windowsFxVersion") if "|" in one.value]
        said = any(list(one.at("WEBSITES_PORT")) for one in case.of(table.SITES, "app_settings"))
        settings = any(case.of(table.SITES, "app_settings"))
        if settings:
            yield from found(
                "contributing" if said else "cause",
                seen,
                images,
                "{name} draait {value}; zonder passende WEBSITES_PORT pingt het platform port 80.",
                "{name} runs {value}; without a fitting WEBSITES_PORT the platform pings port 80.",
            )


def image_of_group(case: Case) -> Iterator[Evidence]:
    """The image of a container group, and what it is pulled with."""
    for seen in case.of(table.CONTAINERS, "properties"):
        images = list(seen.at("properties.image"))
        events = lines_with(
            seen, r"\.message: .*(?:pull|not accessible|unauthorized|manifest|not found)"
        )
        logins = [
            one
            for one in seen.lines
            if "imageregistrycredentials" in one.path.lower() and not one.is_at("password")
        ]
        yield from found(
            "cause",
            seen,
            events[:2],
            "De groep {name} meldt: {value}.",
            "The group {name} reports: {value}.",
        )
        yield from found(
            "cause",
            seen,
            images[:2],
            "{name} vraagt deze image, die zij niet kan ophalen: {value}.",
            "{name} asks for this image, which it can't pull: {value}.",
        )
        if images or events:
            yield from found(
                "contributing",
                seen,
                logins[:3],
                "Haar imageRegistryCredentials: {value}.",
                "Its imageRegistryCredentials: {value}.",
            )


def used_up(case: Case) -> Iterator[Evidence]:
    """A quota whose use and what is wanted are over its limit."""
    asked = re.search(r"Additional (?:Required|Requested): (\d+)", case.text)
    for seen in case.by("read_region", "usages"):
        groups = by_element(seen.lines).values()
        named = [one for one in groups if _is_named(one, case)]
        for group in named or list(groups):
            values = {
                one.path.rsplit(".", 1)[-1]: one
                for one in group
                if one.is_at("limit", "currentValue")
            }
            numbers = {name: _number(one.value) for name, one in values.items()}
            if len(numbers) < 2 or numbers["currentValue"] + int(
                asked.group(1) if asked else 0
            ) <= numbers["limit"] - (not asked):
                continue
            name = next(
                (one.value for one in group if one.is_at("name.localizedValue", "name.value")), ""
            )
            yield from found(
                "cause",
                seen,
                [values["currentValue"], values["limit"]],
                f"Het quota {name} is op: currentValue {values['currentValue'].value} van limit "
                f"{values['limit'].value}.",
                f"The quota {name} is used up: currentValue {values['currentValue'].value} of "
                f"limit {values['limit'].value}.",
            )
            shown = [one for one in group if one.is_at("name.localizedValue", "name.value")]
            yield from found(
                "contributing",
                seen,
                shown[:1],
                "Dit is het quota: {value}.",
                "This is the quota: {value}.",
            )


def _number(text: str) -> int:
    found_ = re.match(r"\d+", text)
    return int(found_.group()) if found_ else 0


def _is_named(group: list[ReplyLine], case: Case) -> bool:
    text = re.sub(r"[^a-z0-9]", "", case.text.lower()).replace("vcpus", "cores")
    names = [one.value for one in group if one.is_at("name.value", "name.localizedValue")]
    plain = [re.sub(r"[^a-z0-9]", "", one.lower()).replace("vcpus", "cores") for one in names]
    return any(len(one) > 5 and one in text for one in plain)


def restricted(case: Case) -> Iterator[Evidence]:
    """A size with restrictions in the region."""
    for seen in case.by("read_region", "skus"):
        for group in by_element(seen.lines).values():
            restrictions = [one for one in group if ".restrictions." in f".{one.path}."]
            names = [
                one
                for one in group
                if one.is_at("value.name", "name") and "restriction" not in one.path
            ]
            if case.sizes and not any(one.value in case.sizes for one in names):
                continue
            shown = [
                one for one in restrictions if one.is_at("reasonCode", "type", "zones", "values")
            ]
            yield from found(
                "cause",
                seen,
                shown[:4],
                "Deze size heeft hier restrictions (region of zone): {value}.",
                "This size has restrictions here (region or zone): {value}.",
            )
            if shown:
                yield from found(
                    "contributing",
                    seen,
                    names[:1],
                    "Dit is de size: {value}.",
                    "This is the size: {value}.",
                )
                return


def failed_extension(*states: str) -> table.Shows:
    """What an extension reports in the machine's instance view or the deployment's operations."""
    wanted = "|".join(states)

    def shows(case: Case) -> Iterator[Evidence]:
        for seen in case.of(table.MACHINES, "instance_view"):
            lines = [one for one in seen.lines if "extension" in one.path.lower()]
            bad = [
                one
                for one in lines
                if (one.is_at("code") and not re.search(r"succeeded", one.value, re.IGNORECASE))
                or (one.is_at("message") and re.search(wanted, one.value, re.IGNORECASE))
            ]
            yield from found(
                "cause",
                seen,
                bad[:3],
                "De extension op {name} meldt: {value}.",
                "The extension on {name} reports: {value}.",
            )
        for seen in case.of(table.DEPLOYMENTS, "deployment_operations"):
            bad = [one for one in seen.lines if re.search(rf"VMExtension\w*|{wanted}", one.value)]
            yield from found(
                "cause",
                seen,
                bad[:2],
                "De deployment meldt van de extension: {value}.",
                "The deployment reports of the extension: {value}.",
            )

    return shows


def in_use(case: Case) -> Iterator[Evidence]:
    """What still uses a subnet."""
    for seen in (*case.of(table.SUBNETS, "properties"), *case.of(table.NETWORKS, "properties")):
        users = [
            one
            for one in seen.lines
            if re.search(
                r"serviceAssociationLinks|ipConfigurations|resourceNavigationLinks|privateEndpoints",
                one.path,
            )
            and one.is_at("id", "link", "linkedResourceType")
        ]
        delegations = [
            one for one in seen.lines if "delegations" in one.path and one.is_at("serviceName")
        ]
        yield from found(
            "cause",
            seen,
            users[:3],
            "Het subnet is nog in gebruik: {value}.",
            "The subnet is still used: {value}.",
        )
        role: Role = "contributing" if users else "cause"
        yield from found(
            role,
            seen,
            delegations[:2],
            "Er is een delegation aan {value}.",
            "There is a delegation to {value}.",
        )


def denying_rule(case: Case) -> Iterator[Evidence]:
    """The first rule that counts for the port, in each direction, where it denies."""
    every = (*case.of(table.NICS, "effective_rules"), *case.of(table.NSGS, "properties"))
    for seen in every:
        for direction in ("inbound", "outbound"):
            yield from _denied(seen, direction, case.port)


def _denied(seen: Seen, direction: str, port: int | None) -> Iterator[Evidence]:
    rules = [one for one in _rules(seen) if _one(one, "direction").lower() == direction]
    rules = [one for one in rules if _for_port(one, port)]
    rules.sort(key=lambda one: _number(_one(one, "priority")))
    first = rules[0] if rules else []
    if _one(first, "access") != "Deny" or _number(_one(first, "priority")) >= OF_EVERY_GROUP:
        return
    name, priority = _one(first, "name"), _one(first, "priority")
    yield from found(
        "cause",
        seen,
        [one for one in first if one.is_at("access", "priority", "name")][:3],
        f"De rule {name} (priority {priority}) weigert het verkeer (Deny): {{value}}.",
        f"The rule {name} (priority {priority}) refuses the traffic (Deny): {{value}}.",
    )


def _rules(seen: Seen) -> list[list[ReplyLine]]:
    """Return the rules of a reply: lines that share the path up to the number of the rule."""
    found_: dict[str, list[ReplyLine]] = {}
    for line in seen.lines:
        at = re.match(
            r"(.*?(?:effectiveSecurityRules|securityRules)(?:\[\d+\]|\.\d+))",
            line.text.partition(": ")[0],
            re.IGNORECASE,
        )
        if at:
            found_.setdefault(at.group(1), []).append(line)
    return list(found_.values())


def _one(rule: list[ReplyLine], field: str) -> str:
    return next((one.value for one in rule if one.is_at(field)), "")


def _for_port(rule: list[ReplyLine], port: int | None) -> bool:
    """Whether a rule is about a port; where none is known, whether it is about all."""
    ranges = [
        one.value for one in rule if one.is_at("destinationPortRange", "destinationPortRanges")
    ]
    for one in ranges:
        low, _, high = one.partition("-")
        first, last = (0, 65_535) if one == "*" else (_number(low), _number(high or low))
        if first <= (port or 0) and (port or 65_535) <= last:
            return True
    return False


def stopped(case: Case) -> Iterator[Evidence]:
    """The power state of a machine."""
    for seen in case.of(table.MACHINES, "instance_view"):
        states = [
            one for one in seen.at("code") if re.match(r"PowerState/(?:deallocat|stop)", one.value)
        ]
        yield from found(
            "cause",
            seen,
            states,
            "De machine {name} staat uit: {value}.",
            "The machine {name} is off: {value}.",
        )


def outage(case: Case) -> Iterator[Evidence]:
    """What Azure says of a resource's health."""
    for seen in case.by("read_resource", "health"):
        states = [
            one for one in seen.at("availabilityState") if one.value in ("Unavailable", "Degraded")
        ]
        yield from found(
            "cause",
            seen,
            states,
            "Azure meldt dat {name} {value} is.",
            "Azure reports that {name} is {value}.",
        )
        if states:
            lines = [*seen.at("context", "reasonType", "title")]
            yield from found(
                "contributing",
                seen,
                lines[:3],
                "Azure noemt als aanleiding: {value}.",
                "Azure gives as the reason: {value}.",
            )
