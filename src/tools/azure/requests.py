"""From what a tool is asked to the call that reads it; every call is one of the closed table. Pure."""

import re
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Literal

from pydantic import JsonValue

from src.desks.azure.arm_calls import ASPECTS, ArmRequest, Method, allowed
from src.desks.azure.errors import ArmRequestRefused
from src.desks.azure.resources import ResourceId

EFFECTIVE_RULES = "effective_rules"
READABLE = (*ASPECTS, EFFECTIVE_RULES)
"""The aspects of a resource that may be read."""

RegionAspect = Literal["usages", "skus", "provider_registration"]

_EFFECTIVE = ("effectiveNetworkSecurityGroups", "effectiveRouteTable")
LOG_LINES = "100"
_QUOTED = re.compile(r"[^A-Za-z0-9 ._()/-]")


def request(
    method: Method,
    path: str,
    query: Mapping[str, str] | None = None,
    body: JsonValue = None,
    wanted: str = "",
) -> ArmRequest:
    """Return a call of the table, by the version of the interface that stands there; raises ``ArmRequestRefused``."""
    entry = allowed(method, path)
    if entry is None:
        raise ArmRequestRefused(request=f"{method} {path}"[:200])
    return ArmRequest(method, path, entry.api_version, dict(query or {}), body, wanted)


def resources(subscription: str, group: str, kind: str, name: str) -> ArmRequest:
    """Return what lists the resources of a subscription or group."""
    wanted = {"resourceType": kind, "name": name}
    clauses = [f"{field} eq '{_plain(value)}'" for field, value in wanted.items() if value]
    within = f"/resourceGroups/{_plain(group)}" if group else ""
    query = {"$filter": " and ".join(clauses)} if clauses else {}
    return request("GET", f"/subscriptions/{subscription}{within}/resources", query)


def resource(of: ResourceId, aspect: str, principal: str) -> tuple[ArmRequest, ...]:
    """Return what reads one aspect; ``principal`` is whose role assignments are meant."""
    if aspect == EFFECTIVE_RULES:  # what is let through, and where it goes then
        return tuple(request("POST", f"{of.text}/{text}") for text in _EFFECTIVE)
    method, suffix = ASPECTS[aspect]
    if aspect == "deployment_operations" and not of.type:
        return (request("GET", f"{of.text}/providers/Microsoft.Resources/deployments"),)
    query: dict[str, str] = {}
    if aspect == "role_assignments" and principal:
        query = {"$filter": f"assignedTo('{principal}')"}
    if aspect == "container_logs":
        query = {"tail": LOG_LINES}
    if aspect == "instance_view" and of.type != "microsoft.compute/virtualmachines":
        suffix = ""
    return (request(method, f"{of.text}{suffix}", query),)


def region(
    subscription: str, location: str, aspect: RegionAspect, namespace: str, name: str = ""
) -> ArmRequest:
    """Return what reads the quotas or sizes of a region, of this name or all, or a provider's registration."""
    base = f"/subscriptions/{subscription}/providers"
    where = re.sub(r"[^a-z0-9]", "", location.lower())
    if aspect == "provider_registration":
        return request("GET", f"{base}/{_plain(namespace)}")
    if aspect == "skus":
        located = {"$filter": f"location eq '{where}'"}
        return request("GET", f"{base}/Microsoft.Compute/skus", located, wanted=name)
    provider = _plain(namespace) or "Microsoft.Compute"
    return request("GET", f"{base}/{provider}/locations/{where}/usages", wanted=name)


def activity_log(scope: ResourceId, hours: int, now: datetime, *, failed_only: bool) -> ArmRequest:
    """Return what tells which operations were done on a group, a resource or a subscription."""
    since = (now - timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
    clauses = [f"eventTimestamp ge '{since}'"]
    if scope.type:
        clauses.append(f"resourceUri eq '{scope.text}'")
    elif scope.group:
        clauses.append(f"resourceGroupName eq '{_plain(scope.group)}'")
    if failed_only:
        clauses.append("status eq 'Failed'")
    path = f"/subscriptions/{scope.subscription}/providers/Microsoft.Insights/eventtypes/management/values"
    return request("GET", path, {"$filter": " and ".join(clauses)})


def graph(kql: str, within: Sequence[str]) -> ArmRequest:
    """Return a query of the Resource Graph over these subscriptions alone."""
    body: JsonValue = {"subscriptions": list(within), "query": kql}
    return request("POST", "/providers/Microsoft.ResourceGraph/resources", body=body)


def _plain(text: str) -> str:
    """Return a name as it may stand in a path or between quotes of a filter."""
    return _QUOTED.sub("", text).strip()
