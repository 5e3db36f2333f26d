"""What may be asked of Azure Resource Manager (ARM), by whom, and the shapes of a call and of its reply. Pure."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Literal, Protocol

from pydantic import JsonValue, SecretStr


@dataclass(frozen=True)
class AzureCaller:
    """A person or program whose token ARM has taken, and the subscriptions that it showed for it."""

    tid: str
    """Its tenant."""
    oid: str
    """Itself; unique within its tenant only."""
    subscriptions: tuple[str, ...] = ()
    name: str = ""
    """``upn`` of the token; empty for guests and programs, who have none."""
    expires: datetime | None = None
    """When it has to log in again."""

    @property
    def key(self) -> str:
        """What its token is held under."""
        return f"{self.tid}:{self.oid}"


@dataclass(frozen=True)
class HeldToken:
    """A token to ask ARM with; ``repr`` and logs show no sign of it."""

    tid: str
    oid: str
    expires: datetime
    secret: SecretStr = field(repr=False)

    @property
    def key(self) -> str:
        return f"{self.tid}:{self.oid}"


@dataclass(frozen=True)
class AllowedCall:
    """A call that may be made: its path with ``{names}`` in it, one segment each, but for ``{scope}``."""

    method: Literal["GET", "POST"]
    path: str
    api_version: str
    query: tuple[str, ...] = ()
    """Names that its query may have."""


SUBSCRIPTION = "/subscriptions/{subscription}"
GROUP = f"{SUBSCRIPTION}/resourceGroups/{{group}}"

RESOURCES: Mapping[str, str] = {
    "Microsoft.App/containerApps": "2024-03-01",
    "Microsoft.App/containerApps/revisions": "2024-03-01",
    "Microsoft.App/managedEnvironments": "2024-03-01",
    "Microsoft.Cache/redis": "2024-03-01",
    "Microsoft.CognitiveServices/accounts": "2023-05-01",
    "Microsoft.CognitiveServices/accounts/deployments": "2023-05-01",
    "Microsoft.Compute/availabilitySets": "2024-07-01",
    "Microsoft.Compute/disks": "2023-10-02",
    "Microsoft.Compute/virtualMachineScaleSets": "2024-07-01",
    "Microsoft.Compute/virtualMachines": "2024-07-01",
    "Microsoft.Compute/virtualMachines/extensions": "2024-07-01",
    "Microsoft.ContainerInstance/containerGroups": "2025-09-01",
    "Microsoft.ContainerRegistry/registries": "2023-07-01",
    "Microsoft.ContainerService/managedClusters": "2024-05-01",
    "Microsoft.ContainerService/managedClusters/agentPools": "2024-05-01",
    "Microsoft.DBforMySQL/flexibleServers": "2023-06-30",
    "Microsoft.DBforPostgreSQL/flexibleServers": "2022-12-01",
    "Microsoft.DBforPostgreSQL/flexibleServers/firewallRules": "2022-12-01",
    "Microsoft.DocumentDB/databaseAccounts": "2024-05-15",
    "Microsoft.EventHub/namespaces": "2024-01-01",
    "Microsoft.Insights/components": "2020-02-02",
    "Microsoft.KeyVault/vaults": "2023-07-01",
    "Microsoft.ManagedIdentity/userAssignedIdentities": "2023-01-31",
    "Microsoft.Network/applicationGateways": "2023-11-01",
    "Microsoft.Network/azureFirewalls": "2023-11-01",
    "Microsoft.Network/bastionHosts": "2023-11-01",
    "Microsoft.Network/loadBalancers": "2023-11-01",
    "Microsoft.Network/natGateways": "2023-11-01",
    "Microsoft.Network/networkInterfaces": "2023-11-01",
    "Microsoft.Network/networkSecurityGroups": "2023-11-01",
    "Microsoft.Network/networkSecurityGroups/securityRules": "2023-11-01",
    "Microsoft.Network/privateDnsZones": "2020-06-01",
    "Microsoft.Network/privateDnsZones/virtualNetworkLinks": "2020-06-01",
    "Microsoft.Network/privateEndpoints": "2023-11-01",
    "Microsoft.Network/publicIPAddresses": "2023-11-01",
    "Microsoft.Network/routeTables": "2023-11-01",
    "Microsoft.Network/routeTables/routes": "2023-11-01",
    "Microsoft.Network/virtualNetworks": "2023-11-01",
    "Microsoft.Network/virtualNetworks/subnets": "2023-11-01",
    "Microsoft.Network/virtualNetworks/virtualNetworkPeerings": "2023-11-01",
    "Microsoft.OperationalInsights/workspaces": "2023-09-01",
    "Microsoft.RecoveryServices/vaults": "2024-04-01",
    "Microsoft.Resources/deployments": "2021-04-01",
    "Microsoft.Search/searchServices": "2023-11-01",
    "Microsoft.ServiceBus/namespaces": "2024-01-01",
    "Microsoft.SignalRService/signalR": "2023-02-01",
    "Microsoft.Sql/servers": "2021-11-01",
    "Microsoft.Sql/servers/databases": "2021-11-01",
    "Microsoft.Sql/servers/firewallRules": "2021-11-01",
    "Microsoft.Sql/servers/virtualNetworkRules": "2021-11-01",
    "Microsoft.Storage/storageAccounts": "2023-05-01",
    "Microsoft.Storage/storageAccounts/blobServices": "2023-05-01",
    "Microsoft.Storage/storageAccounts/blobServices/containers": "2023-05-01",
    "Microsoft.Storage/storageAccounts/fileServices": "2023-05-01",
    "Microsoft.Storage/storageAccounts/fileServices/shares": "2023-05-01",
    "Microsoft.Storage/storageAccounts/managementPolicies": "2023-05-01",
    "Microsoft.Storage/storageAccounts/privateLinkResources": "2023-05-01",
    "Microsoft.Web/serverfarms": "2023-12-01",
    "Microsoft.Web/sites": "2023-12-01",
    "Microsoft.Web/sites/slots": "2023-12-01",
}
"""Types whose resources may be read, one by one and as lists, with the ``api-version`` that they are read by."""


def _of_type(kind: str, version: str) -> Iterator[AllowedCall]:
    """Yield the calls that read resources of a type: one, those of its parent, those of the subscription."""
    namespace, *types = kind.split("/")
    parts = [f"/{one}/{{name{n}}}" for n, one in enumerate(types)]
    below = f"/providers/{namespace}"
    item = f"{GROUP}{below}{''.join(parts)}"
    query = ("$expand", "$top", "$filter", "$skipToken")
    yield AllowedCall("GET", item, version, query)
    yield AllowedCall("GET", item.rpartition("/")[0], version, query)
    if len(types) == 1:
        yield AllowedCall("GET", f"{SUBSCRIPTION}{below}/{types[0]}", version, query)


def _network_interface(action: str) -> AllowedCall:
    path = f"{GROUP}/providers/Microsoft.Network/networkInterfaces/{{name}}/{action}"
    return AllowedCall("POST", path, "2023-11-01")


_SITE = f"{GROUP}/providers/Microsoft.Web/sites/{{site}}"
_EXTENSION = "{scope}/providers/Microsoft."
_DEPLOYMENT = "/providers/Microsoft.Resources/deployments/{deployment}"
_LOCATION = f"{SUBSCRIPTION}/providers/{{namespace}}/locations/{{location}}"

ALLOWED: tuple[AllowedCall, ...] = (
    AllowedCall("GET", "/subscriptions", "2022-12-01"),
    AllowedCall("GET", "/tenants", "2022-12-01"),
    AllowedCall("GET", SUBSCRIPTION, "2022-12-01"),
    AllowedCall("GET", f"{SUBSCRIPTION}/locations", "2022-12-01"),
    AllowedCall("GET", f"{SUBSCRIPTION}/resourceGroups", "2021-04-01", ("$filter", "$top")),
    AllowedCall("GET", GROUP, "2021-04-01"),
    AllowedCall("GET", f"{SUBSCRIPTION}/resources", "2021-04-01", ("$filter", "$top", "$expand")),
    AllowedCall("GET", f"{GROUP}/resources", "2021-04-01", ("$filter", "$top", "$expand")),
    AllowedCall("GET", f"{SUBSCRIPTION}/providers/{{namespace}}", "2021-04-01", ("$expand",)),
    AllowedCall(
        "GET", f"{SUBSCRIPTION}/providers/Microsoft.Compute/skus", "2021-07-01", ("$filter",)
    ),
    AllowedCall(
        "GET", _LOCATION.replace("{namespace}", "Microsoft.Compute") + "/usages", "2024-07-01"
    ),
    AllowedCall(
        "GET", _LOCATION.replace("{namespace}", "Microsoft.Network") + "/usages", "2023-11-01"
    ),
    AllowedCall(
        "GET", _LOCATION.replace("{namespace}", "Microsoft.Storage") + "/usages", "2023-05-01"
    ),
    AllowedCall(
        "GET",
        f"{SUBSCRIPTION}/providers/Microsoft.Insights/eventtypes/management/values",
        "2015-04-01",
        ("$filter", "$select"),
    ),
    AllowedCall("GET", f"{_EXTENSION}Authorization/permissions", "2022-04-01"),
    AllowedCall("GET", f"{_EXTENSION}Authorization/roleAssignments", "2022-04-01", ("$filter",)),
    AllowedCall("GET", f"{_EXTENSION}Authorization/roleDefinitions", "2022-04-01", ("$filter",)),
    AllowedCall("GET", f"{_EXTENSION}Authorization/roleDefinitions/{{name}}", "2022-04-01"),
    AllowedCall("GET", f"{_EXTENSION}Authorization/denyAssignments", "2022-04-01", ("$filter",)),
    AllowedCall("GET", f"{_EXTENSION}Authorization/locks", "2020-05-01", ("$filter",)),
    AllowedCall("GET", f"{_EXTENSION}Authorization/policyAssignments", "2023-04-01", ("$filter",)),
    AllowedCall("GET", f"{_EXTENSION}Authorization/policyAssignments/{{name}}", "2023-04-01"),
    AllowedCall("GET", f"{_EXTENSION}ResourceHealth/availabilityStatuses", "2025-05-01"),
    AllowedCall("GET", f"{_EXTENSION}ResourceHealth/availabilityStatuses/current", "2025-05-01"),
    AllowedCall(
        "GET",
        f"{GROUP}/providers/Microsoft.Compute/virtualMachines/{{name}}/instanceView",
        "2024-07-01",
    ),
    AllowedCall("GET", f"{_SITE}/config/web", "2023-12-01"),
    AllowedCall("GET", f"{_SITE}/config/configreferences/appsettings", "2023-12-01"),
    AllowedCall("POST", f"{_SITE}/config/appsettings/list", "2023-12-01"),
    AllowedCall(
        "GET",
        f"{GROUP}/providers/Microsoft.ContainerInstance/containerGroups/{{name}}/containers/{{container}}/logs",
        "2025-09-01",
        ("tail", "timestamps"),
    ),
    AllowedCall("GET", f"{SUBSCRIPTION}/providers/Microsoft.Resources/deployments", "2021-04-01"),
    AllowedCall("GET", f"{SUBSCRIPTION}{_DEPLOYMENT}", "2021-04-01"),
    AllowedCall("GET", f"{SUBSCRIPTION}{_DEPLOYMENT}/operations", "2021-04-01", ("$top",)),
    AllowedCall("GET", f"{GROUP}{_DEPLOYMENT}/operations", "2021-04-01", ("$top",)),
    _network_interface("effectiveNetworkSecurityGroups"),
    _network_interface("effectiveRouteTable"),
    AllowedCall("POST", "/providers/Microsoft.ResourceGraph/resources", "2022-10-01"),
    *(call for kind, version in RESOURCES.items() for call in _of_type(kind, version)),
)
"""All that may be asked; nothing in it writes, and nothing brings a key."""

FOLLOWED: tuple[AllowedCall, ...] = tuple(
    AllowedCall("GET", f"{_LOCATION}/{word}/{{operation}}", "")
    for word in ("operations", "operationResults", "operationStatuses")
)
"""Where ARM may lead beside: to how an operation stands."""


@dataclass(frozen=True)
class ArmRequest:
    """A call as a tool asks for it; ``path`` begins with ``/`` and holds no query."""

    method: Literal["GET", "POST"]
    path: str
    api_version: str
    query: Mapping[str, str] = field(default_factory=dict)
    body: JsonValue = None
    wanted: str = ""
    """Name, size or family of the items of a long list that are kept of its reply; empty: all. It is not sent."""


@dataclass(frozen=True)
class ArmReply:
    """What ARM said, whatever its status: 403, 404 and 409 are findings."""

    status: int
    body: JsonValue
    """JSON, pages put together in ``value``; a text where the reply was cut."""
    etag: str
    request_id: str
    """``x-ms-correlation-request-id``, else ``x-ms-request-id``; empty where it had neither."""
    is_cut: bool
    """Whether there was more than is read: pages, bytes, or an operation that had not ended in time."""
    taken_at: datetime
    bytes: int
    """That were read."""
    seconds: float

    @property
    def error_code(self) -> str:
        """ARM's own word for what is wrong; empty where nothing is, or it does not say."""
        error = self.body.get("error") if isinstance(self.body, dict) else None
        code = error.get("code") if isinstance(error, dict) else None
        return code if isinstance(code, str) else ""


class ReadsArm(Protocol):
    """Asks ARM; the only way that the desk has."""

    async def read(self, token: HeldToken, request: ArmRequest) -> ArmReply:
        """Return the reply to a call of the table.

        Raises ``ArmRequestRefused``, ``ArmRequestsSpent``, ``ServiceUnavailable``, ``AddressRefused``,
        ``ReplyUnreadable``; and where ARM refuses the token, which is thrown away then, ``AzureTokenExpired`` or
        ``AzureTokenRevoked``, whose ``reply`` is what it said. That a token is of another tenant than the subscription
        (401, ``InvalidAuthenticationTokenTenant``) is a finding, and the token stays.
        """


def allowed(method: str, path: str, table: Sequence[AllowedCall] = ALLOWED) -> AllowedCall | None:
    """Return the entry of a table that a method and path fit; None: it may not be asked."""
    fitting = (call for call in table if call.method == method and _form(call.path).fullmatch(path))
    return next(fitting, None)


_NAME = r"(?!\.+(?:/|$))[\w.()~@+,= -]{1,260}"
_KINDS = {
    "subscription": r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}",
    "namespace": r"[A-Za-z]+(?:\.[A-Za-z0-9]+)+",
}
_SCOPE = (
    rf"/subscriptions/{_KINDS['subscription']}"
    rf"(?:/resourceGroups/{_NAME}(?:/providers/{_KINDS['namespace']}(?:/{_NAME}/{_NAME}){{1,4}})?)?"
)


@cache
def _form(template: str) -> re.Pattern[str]:
    """Return the form of the paths of a template; ARM minds no capitals."""
    pieces = re.split(r"\{(\w+)\}", template)
    told = [
        (_SCOPE if piece == "scope" else _KINDS.get(piece, _NAME)) if n % 2 else re.escape(piece)
        for n, piece in enumerate(pieces)
    ]
    return re.compile("".join(told), re.IGNORECASE)
