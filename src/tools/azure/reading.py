"""Reading Azure: every call is one of a closed table, in a subscription that the user named."""

import re
from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Literal, TypeVar

from pydantic import Field, JsonValue

from src.desks.azure.arm_calls import ASPECTS, ArmRequest, Method, allowed
from src.desks.azure.errors import ArmRequestRefused
from src.desks.azure.reading import ArmReader
from src.desks.azure.resources import LIST_OF_SUBSCRIPTIONS, principal_in, said
from src.dossier.models import Dossier
from src.tools.base import Arguments, Tool, ToolResult

AnyArgs = TypeVar("AnyArgs", bound=Arguments)

EFFECTIVE_RULES = "effective_rules"
READABLE = (*ASPECTS, EFFECTIVE_RULES)
"""The aspects of a resource that may be read."""

_EFFECTIVE = ("effectiveNetworkSecurityGroups", "effectiveRouteTable")
LOG_LINES = "100"
_QUOTED = re.compile(r"[^A-Za-z0-9 ._()/-]")


def _request(
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


def _plain(text: str) -> str:
    """Return a name as it may stand in a path or between quotes of a filter."""
    return _QUOTED.sub("", text).strip()


class ReadsAzure(Tool[AnyArgs]):
    """Base of the tools that read."""

    def __init__(self, reader: ArmReader) -> None:
        self._reader = reader

    async def execute(self, dossier: Dossier, args: AnyArgs) -> ToolResult:
        asked = self.requests(dossier, args)
        earlier = self._reader.earlier(dossier, self.name, args)
        return earlier or await self._reader.read(dossier, self.name, args, asked)

    @abstractmethod
    def requests(self, dossier: Dossier, args: AnyArgs) -> Sequence[ArmRequest]:
        """Return the calls that it takes; raises what refuses them."""

    def _subscription(self, dossier: Dossier, named: str) -> str:
        return self._reader.scoped(dossier, f"/subscriptions/{named}").subscription


class ListSubscriptions(ReadsAzure[Arguments]):
    """List the subscriptions and tenants of whoever is logged in, to know who and where they are."""

    args = Arguments

    def requests(self, dossier: Dossier, args: Arguments) -> Sequence[ArmRequest]:  # noqa: ARG002  # the shape of requests
        return tuple(_request("GET", path) for path in (LIST_OF_SUBSCRIPTIONS, "/tenants"))


class ResourcesArgs(Arguments):
    subscription: str = Field(
        min_length=1, max_length=200, description="Id of a subscription that the user named."
    )
    group: str = Field("", max_length=300, description="Name of a resource group.")
    type: str = Field("", max_length=300, description="Such as Microsoft.Storage/storageAccounts.")
    name: str = Field("", max_length=300, description="Name of the resource.")


class ListResources(ReadsAzure[ResourcesArgs]):
    """List the resources of a subscription or group: candidates to be read."""

    args = ResourcesArgs

    def requests(self, dossier: Dossier, args: ResourcesArgs) -> Sequence[ArmRequest]:
        wanted = {"resourceType": args.type, "name": args.name}
        clauses = [f"{field} eq '{_plain(value)}'" for field, value in wanted.items() if value]
        within = f"/subscriptions/{self._subscription(dossier, args.subscription)}"
        within += f"/resourceGroups/{_plain(args.group)}" if args.group else ""
        query = {"$filter": " and ".join(clauses)} if clauses else {}
        return (_request("GET", f"{within}/resources", query),)


class ResourceArgs(Arguments):
    id: str = Field(min_length=1, max_length=2000)
    """Full id: /subscriptions/.../providers/... or that of a group or subscription."""
    aspect: str = Field(
        pattern=f"^(?:{'|'.join(READABLE)})$", json_schema_extra={"enum": list(READABLE)}
    )
    """What is read of it."""


class ReadResource(ReadsAzure[ResourceArgs]):
    """Read one aspect of a resource: its properties, its network rules, locks, permissions, health or logs."""

    args = ResourceArgs

    def requests(self, dossier: Dossier, args: ResourceArgs) -> Sequence[ArmRequest]:
        of = self._reader.scoped(dossier, args.id)
        if args.aspect == EFFECTIVE_RULES:  # what is let through, and where it goes then
            return tuple(_request("POST", f"{of.text}/{text}") for text in _EFFECTIVE)
        method, suffix = ASPECTS[args.aspect]
        if args.aspect == "deployment_operations" and not of.type:
            return (_request("GET", f"{of.text}/providers/Microsoft.Resources/deployments"),)
        query: dict[str, str] = {}
        principal = principal_in(said(dossier)) or self._reader.principal
        if args.aspect == "role_assignments" and principal:
            query = {"$filter": f"assignedTo('{principal}')"}
        if args.aspect == "container_logs":
            query = {"tail": LOG_LINES}
        if args.aspect == "instance_view" and of.type != "microsoft.compute/virtualmachines":
            suffix = ""
        return (_request(method, f"{of.text}{suffix}", query),)


class RegionArgs(Arguments):
    subscription: str = Field(min_length=1, max_length=200)
    """Id of a subscription that the user named."""
    location: str = Field("", max_length=300)
    """Such as westeurope; a provider needs none."""
    aspect: Literal["usages", "skus", "provider_registration"]
    """What is read."""
    namespace: str = Field("", max_length=300)
    """Of a provider, such as Microsoft.Sql."""
    name: str = Field("", max_length=100)
    """Of the quota, size or family that is meant, such as Standard_D4s_v5: a region has too many."""


class ReadRegion(ReadsAzure[RegionArgs]):
    """Read the quotas or machine sizes of a region, or whether a resource provider is registered."""

    args = RegionArgs

    def requests(self, dossier: Dossier, args: RegionArgs) -> Sequence[ArmRequest]:
        base = f"/subscriptions/{self._subscription(dossier, args.subscription)}/providers"
        where = re.sub(r"[^a-z0-9]", "", args.location.lower())
        namespace, name = _plain(args.namespace), args.name.strip()
        if args.aspect == "provider_registration":
            return (_request("GET", f"{base}/{namespace}"),)
        if args.aspect == "skus":
            located = {"$filter": f"location eq '{where}'"}
            return (_request("GET", f"{base}/Microsoft.Compute/skus", located, wanted=name),)
        usages = f"{base}/{namespace or 'Microsoft.Compute'}/locations/{where}/usages"
        return (_request("GET", usages, wanted=name),)


class LogArgs(Arguments):
    scope: str = Field(min_length=1, max_length=2000)
    """Id of a subscription, group or resource."""
    hours: int = Field(24, ge=1, le=168)
    """How far to look back, at most 168; 24 where it is left out."""
    failed_only: bool = True
    """Only operations that failed, which holds where it is left out."""


class ActivityLog(ReadsAzure[LogArgs]):
    """Read what was done in Azure, by which operation, and what became of it."""

    args = LogArgs

    def __init__(
        self, reader: ArmReader, now: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        super().__init__(reader)
        self._now = now

    def requests(self, dossier: Dossier, args: LogArgs) -> Sequence[ArmRequest]:
        scope = self._reader.scoped(dossier, args.scope)
        since = (self._now() - timedelta(hours=args.hours)).strftime("%Y-%m-%dT%H:%M:%SZ")
        clauses = [f"eventTimestamp ge '{since}'"]
        if scope.type:
            clauses.append(f"resourceUri eq '{scope.text}'")
        elif scope.group:
            clauses.append(f"resourceGroupName eq '{_plain(scope.group)}'")
        if args.failed_only:
            clauses.append("status eq 'Failed'")
        path = f"/subscriptions/{scope.subscription}/providers/Microsoft.Insights/eventtypes/management/values"
        return (_request("GET", path, {"$filter": " and ".join(clauses)}),)


class GraphArgs(Arguments):
    kql: str = Field(min_length=1, max_length=4000, description="A query of the Resource Graph.")
    subscriptions: tuple[str, ...] = Field(min_length=1, description="Ids that the user named.")


class QueryGraph(ReadsAzure[GraphArgs]):
    """Ask the Resource Graph, where listing would take many calls."""

    args = GraphArgs

    def requests(self, dossier: Dossier, args: GraphArgs) -> Sequence[ArmRequest]:
        within = [self._subscription(dossier, subscription) for subscription in args.subscriptions]
        body: JsonValue = {"subscriptions": [*within], "query": args.kql}
        return (_request("POST", "/providers/Microsoft.ResourceGraph/resources", body=body),)
