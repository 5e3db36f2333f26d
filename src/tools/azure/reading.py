"""Reading Azure: every call is one of a closed table, in a subscription that the user named."""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from pydantic import Field

from src.desks.azure.arm_calls import ArmRequest
from src.desks.azure.reading import ArmReader
from src.desks.azure.resources import LIST_OF_SUBSCRIPTIONS, principal_in, said
from src.dossier.models import Dossier
from src.tools.azure import requests
from src.tools.azure.requests import READABLE, RegionAspect
from src.tools.base import Arguments, Tool, ToolResult

AnyArgs = TypeVar("AnyArgs", bound=Arguments)


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
        return tuple(requests.request("GET", path) for path in (LIST_OF_SUBSCRIPTIONS, "/tenants"))


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
        within = self._subscription(dossier, args.subscription)
        return (requests.resources(within, args.group, args.type, args.name),)


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
        principal = principal_in(said(dossier)) or self._reader.principal
        return requests.resource(of, args.aspect, principal)


class RegionArgs(Arguments):
    subscription: str = Field(min_length=1, max_length=200)
    """Id of a subscription that the user named."""
    location: str = Field("", max_length=300)
    """Such as westeurope; a provider needs none."""
    aspect: RegionAspect
    """What is read."""
    namespace: str = Field("", max_length=300)
    """Of a provider, such as Microsoft.Sql."""
    name: str = Field("", max_length=100)
    """Of the quota, size or family that is meant, such as Standard_D4s_v5: a region has too many."""


class ReadRegion(ReadsAzure[RegionArgs]):
    """Read the quotas or machine sizes of a region, or whether a resource provider is registered."""

    args = RegionArgs

    def requests(self, dossier: Dossier, args: RegionArgs) -> Sequence[ArmRequest]:
        within = self._subscription(dossier, args.subscription)
        where = args.location, args.aspect, args.namespace, args.name.strip()
        return (requests.region(within, *where),)


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
        return (
            requests.activity_log(scope, args.hours, self._now(), failed_only=args.failed_only),
        )


class GraphArgs(Arguments):
    kql: str = Field(min_length=1, max_length=4000, description="A query of the Resource Graph.")
    subscriptions: tuple[str, ...] = Field(min_length=1, description="Ids that the user named.")


class QueryGraph(ReadsAzure[GraphArgs]):
    """Ask the Resource Graph, where listing would take many calls."""

    args = GraphArgs

    def requests(self, dossier: Dossier, args: GraphArgs) -> Sequence[ArmRequest]:
        within = [self._subscription(dossier, subscription) for subscription in args.subscriptions]
        return (requests.graph(args.kql, within),)
