"""The stand-in for Azure Resource Manager: who asks is checked as ARM does, and then the world is told."""

import json
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar, cast
from uuid import uuid4

from pydantic import JsonValue

from src.desks.azure.arm_calls import ALLOWED, FOLLOWED, allowed
from src.desks.azure.services.login import AUDIENCES
from src.desks.azure.settings import AZURE_CLI
from standins.azure import refusals, shapes
from standins.azure.lists import Item, filtered, graph, paged
from standins.azure.places import Place, place_of
from standins.azure.rights import assignments, may, permissions, sees
from standins.azure.signing import NoToken, SigningKey
from standins.azure.world import ArmWorld
from standins.base import Standin, StandinReply, StandinRequest, World

TOKEN_PATH = "/.standin/token"  # noqa: S105  # a path
"""Where a token is made, as ``az account get-access-token`` prints one; a query changes claims and ``seconds``."""
KEYS_PATH = "/common/discovery/v2.0/keys"

READS = 12_000
"""That a subscription has, as ARM counts down."""

_EFFECTIVE = ("effectivenetworksecuritygroups", "effectiveroutetable")
_PLAIN_JSON = ("microsoft.storage", "microsoft.web")
_EMPTY = (
    "microsoft.authorization/locks microsoft.authorization/denyassignments"
    " microsoft.authorization/policyassignments microsoft.authorization/roledefinitions"
    " microsoft.insights/eventtypes/values microsoft.resources/deployments/operations"
    " microsoft.compute/skus microsoft.compute/locations/usages microsoft.network/locations/usages"
    " microsoft.storage/locations/usages microsoft.resourcehealth/availabilitystatuses"
).split()
"""Lists that are there though a world lists nothing of them."""


class ArmStandin(Standin):
    """ARM of one world; ``token`` makes what is asked with."""

    name: ClassVar[str] = "azure"
    title: ClassVar[str] = "Azure Resource Manager"
    world_model: ClassVar[type[World]] = ArmWorld
    worlds: ClassVar[Path | None] = Path(__file__).parent / "worlds"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.arm = cast(ArmWorld, world)
        self.key = SigningKey()
        self.revoked: set[str] = set()
        """``oid`` of whom nothing is believed any more."""
        self._reads = READS
        self._operations: dict[str, tuple[int, StandinReply]] = {}

    def settings(self, server: str) -> Mapping[str, str]:
        """Return the settings with which TESS speaks to it at a server."""
        return {"TESS_AZURE_URL": server}

    @property
    def drawn(self) -> dict[str, str]:
        """The ids of this world by their names: ``sub1``, ``tenant1``, ``oid1`` and others."""
        return self.arm.drawn

    @property
    def now(self) -> datetime:
        """What time it is there."""
        return (self.world.now or datetime.now(UTC)).astimezone(UTC)

    def token(self, oid: str | None = None, seconds: int = 3_600, **claims: JsonValue) -> str:
        """Return a token of a principal of this world, or one whose claims say something else."""
        tenant, principal = self._principal(oid)
        said: dict[str, JsonValue] = {
            "aud": "https://management.azure.com/",
            "iss": f"https://sts.windows.net/{tenant}/",
            "iat": int(self.now.timestamp()),
            "nbf": int(self.now.timestamp()),
            "exp": int(self.now.timestamp()) + seconds,
            "appid": AZURE_CLI,
            "oid": principal["oid"],
            "tid": tenant,
            "ver": "1.0",
        }
        upn = {"upn": principal["upn"]} if "upn" in principal else {}
        return self.key.sign({**said, **upn, **claims})

    def reply_to(self, asked: StandinRequest) -> StandinReply:
        """Return what ARM would say."""
        if asked.path == KEYS_PATH:
            return StandinReply(body=self.key.jwks)
        if asked.path == TOKEN_PATH:
            return self._made(asked)
        claims = self._claims(asked)
        if isinstance(claims, StandinReply):
            return self._dressed(asked, claims)
        place = place_of(asked.path)
        refusal = self._misasked(asked) or self._forbidden(asked, place, claims)
        return self._dressed(asked, refusal or self._told(asked, place, claims))

    # Who asks

    def _made(self, asked: StandinRequest) -> StandinReply:
        given = {name: values[0] for name, values in asked.query.items()}
        seconds = int(given.pop("seconds", "3600"))
        oid = given.pop("oid", None)
        claims: dict[str, JsonValue] = {**given}
        body: Item = {"accessToken": self.token(oid, seconds, **claims), "tokenType": "Bearer"}
        first = next(self._subscriptions(), {"id": "", "tenant": ""})
        return StandinReply(body={**body, "subscription": first["id"], "tenant": first["tenant"]})

    def _claims(self, asked: StandinRequest) -> dict[str, Any] | StandinReply:
        """Return what the token of a request says, or why it is not believed."""
        kind, _, token = asked.headers.get("authorization", "").partition(" ")
        if kind.lower() != "bearer" or not token:
            return refusals.no_header()
        try:
            claims = self.key.claims(token)
        except NoToken:
            return refusals.invalid_token()
        ends = datetime.fromtimestamp(claims["exp"], UTC)
        if ends <= self.now:
            return refusals.expired(ends, self.now)
        if str(claims["aud"]).rstrip("/") not in AUDIENCES:
            return refusals.other_audience(str(claims["aud"]))
        return refusals.invalid_token() if claims["oid"] in self.revoked else claims

    def _principal(self, oid: str | None) -> tuple[str, dict[str, Any]]:
        """Return a principal with its tenant: the first, unless one is named."""
        every = [(one["id"], who) for one in self._tenants() for who in one.get("principals", ())]
        for tenant, who in every:
            if oid in (None, who["oid"]):
                return tenant, who
        return next((one["id"] for one in self._tenants()), ""), {"oid": oid or ""}

    def _tenants(self) -> list[dict[str, Any]]:
        return [one for one in self.world.tenants if isinstance(one, dict)]

    def _subscriptions(self) -> Iterator[dict[str, Any]]:
        for tenant in self._tenants():
            for one in tenant.get("subscriptions", ()):
                yield {"name": "", "state": "Enabled", **one, "tenant": tenant["id"]}

    # What may be asked

    def _misasked(self, asked: StandinRequest) -> StandinReply | None:
        """Refuse what ARM has no path or no version for."""
        call = allowed(asked.method, asked.path) or allowed(asked.method, asked.path, FOLLOWED)
        if call is None:
            others = [one for one in ("GET", "POST") if allowed(one, asked.path)]
            if asked.method not in ("GET", "POST") or others:
                text = f"The requested resource does not support http method '{asked.method}'."
                return refusals.refused(405, "MethodNotAllowed", text)
            return None
        version = asked.query.get("api-version", [""])[0]
        if not version:
            return refusals.no_version()
        newest = call.api_version or max(one.api_version for one in ALLOWED)
        is_known = len(version) >= 10 and "2014" <= version[:10] <= newest
        return None if is_known else refusals.unknown_version(version, newest)

    def _forbidden(
        self, asked: StandinRequest, place: Place, claims: dict[str, Any]
    ) -> StandinReply | None:
        if not place.subscription:
            return None
        known = {one["id"].lower(): one for one in self._subscriptions()}
        found = known.get(place.subscription.lower())
        if found is None:
            return refusals.no_subscription(place.subscription)
        if found["tenant"].lower() != str(claims["tid"]).lower():
            return refusals.other_tenant(claims["tid"], found["tenant"])
        action = place.action(asked.method)
        if may(self.arm.rbac, claims["oid"], action, place.scope):
            return None
        name = str(claims.get("upn") or claims["oid"])
        return refusals.unauthorised(name, claims["oid"], action, place.scope)

    # What is told

    def _told(self, asked: StandinRequest, place: Place, claims: dict[str, Any]) -> StandinReply:
        operation = self._operations.get(place.names[-1]) if place.names else None
        if operation is not None:
            return self._operation(asked, place.names[-1], *operation)
        canned = self._canned(asked)
        reply = canned or self._composed(asked, place, claims)
        if reply.status != 200:
            return reply if reply.body is not None else refusals.worded(reply, asked.path)
        body = reply.body
        if asked.method == "POST" and asked.path.lower().rsplit("/", 1)[-1] in _EFFECTIVE:
            return self._accepted(asked, place, reply)
        if isinstance(body, dict) and isinstance(body.get("value"), list):
            wanted = asked.query.get("$filter", [""])[0]
            items = filtered(cast("list[Item]", body["value"]), wanted)
            page = paged(items, self._url(asked), asked.query)
            return reply.model_copy(update={"body": {**body, **page}})
        if isinstance(body, dict) and asked.query.get("$expand") == ["instanceView"]:
            return reply.model_copy(update={"body": self._with_view(asked, body)})
        return reply

    def _composed(
        self, asked: StandinRequest, place: Place, claims: dict[str, Any]
    ) -> StandinReply:
        """Return what follows from the table of rights and from the resources that the world lists."""
        path = asked.path.lower().rstrip("/")
        kind = place.resource_type.lower()
        value: list[Any] | None = None
        if path == "/subscriptions":
            value = [shapes.subscription(one) for one in self._visible(claims)]
        elif path == "/tenants":
            value = [shapes.tenant(one) for one in self._tenants()]
        elif kind == "microsoft.resourcegraph/resources":
            return StandinReply(body=self._graph(asked))
        elif kind == "microsoft.authorization/permissions":
            value = permissions(self.arm.rbac, claims["oid"], place.scope)
        elif kind == "microsoft.authorization/roleassignments":
            value = assignments(self.arm.rbac, place.scope)
        elif kind in _EMPTY:
            value = []
        if value is not None:
            return StandinReply(body={"value": value})
        return self._resource(asked, place)

    def _resource(self, asked: StandinRequest, place: Place) -> StandinReply:
        """Return a subscription, a group, a provider, or a list of resources; 404 for all else."""
        path, lowered = place.path, place.path.lower().rstrip("/")
        groups = self._groups(place.subscription)
        if place.group and place.group.lower() not in groups:
            return refusals.no_group(place.group)
        if not place.namespace:
            return self._container(lowered, place, groups)
        if not place.types:
            return StandinReply(body=shapes.provider(place))
        if place.is_list and asked.method == "GET":
            kind = place.resource_type.lower()
            before = lowered.rpartition("/providers/")[0]
            found = [
                one
                for one in self._resources()
                if str(one.get("type", "")).lower() == kind and one["id"].lower().startswith(before)
            ]
            return StandinReply(body={"value": cast("list[JsonValue]", found)})
        return (
            refusals.no_resource("/".join((place.resource_type, *place.names)), place.group)
            if place.group
            else refusals.not_found(path)
        )

    def _container(self, path: str, place: Place, groups: dict[str, Item]) -> StandinReply:
        if path.endswith("/resources"):
            below = path.removesuffix("resources")
            found = [one for one in self._resources() if one["id"].lower().startswith(below)]
            return StandinReply(body={"value": [shapes.listed(one) for one in found]})
        if path.endswith("/resourcegroups"):
            return StandinReply(body={"value": list(groups.values())})
        if place.group:
            return StandinReply(body=groups[place.group.lower()])
        for one in self._subscriptions():
            if path == f"/subscriptions/{one['id'].lower()}":
                return StandinReply(body=shapes.subscription(one))
        return refusals.not_found(place.path)

    # The world

    def _visible(self, claims: dict[str, Any]) -> list[dict[str, Any]]:
        theirs = [one for one in self._subscriptions() if one["tenant"] == claims["tid"]]
        return [one for one in theirs if sees(self.arm.rbac, claims["oid"], one["id"])]

    def _resources(self) -> list[Item]:
        """Return the resources that a world lists, each once."""
        found = {
            one.body["id"]: one.body
            for one in self.arm.responses
            if one.method == "GET"
            and one.status == 200
            and isinstance(one.body, dict)
            and isinstance(one.body.get("id"), str)
            and one.path.lower() == str(one.body["id"]).lower()
        }
        return cast("list[Item]", list(found.values()))

    def _groups(self, subscription: str) -> dict[str, Item]:
        """Return the groups of a subscription by their names: those that anything is in."""
        found: dict[str, Item] = {}
        for one in self.arm.responses:
            place = place_of(one.path)
            if place.group and place.subscription.lower() == subscription.lower():
                found.setdefault(place.group.lower(), shapes.group(place, one.body))
        return found

    def _graph(self, asked: StandinRequest) -> Item:
        body = json.loads(asked.body or b"{}")
        theirs = [str(one).lower() for one in body.get("subscriptions", [])]
        rows = [
            one
            for one in self._resources()
            if not theirs or one["id"].split("/")[2].lower() in theirs
        ]
        return graph(rows, str(body.get("query", "")))

    def _with_view(self, asked: StandinRequest, body: dict[str, JsonValue]) -> JsonValue:
        wanted = StandinRequest("GET", f"{asked.path}/instanceView")
        view = next((one.body for one in self.arm.responses if one.fits(wanted)), None)
        known = body.get("properties")
        properties = dict(known) if isinstance(known, dict) else {}
        return {**body, "properties": {**properties, "instanceView": view}}

    # Operations that last

    def _accepted(self, asked: StandinRequest, place: Place, reply: StandinReply) -> StandinReply:
        """Return the 202 of an operation, whose result is told later."""
        operation = str(uuid4())
        self._operations[operation] = (1, reply)
        host = self._url(asked).removesuffix(asked.path)
        below = f"{host}/subscriptions/{place.subscription}/providers/Microsoft.Network/locations/westeurope"
        version = f"api-version={asked.query['api-version'][0]}"
        headers = {
            "location": f"{below}/operationResults/{operation}?{version}",
            "azure-asyncoperation": f"{below}/operations/{operation}?{version}",
            "retry-after": "0",
        }
        return StandinReply(status=202, headers=headers, delay=reply.delay)

    def _operation(
        self, asked: StandinRequest, name: str, left: int, reply: StandinReply
    ) -> StandinReply:
        """Return how an operation stands: under way once, and then what it brought."""
        self._operations[name] = (left - 1, reply)
        is_state = "/operations/" in asked.path.lower()
        if left > 0:
            if is_state:
                return StandinReply(body={"status": "InProgress"})
            place = {"location": f"{self._url(asked)}?{asked.query_text}", "retry-after": "0"}
            return StandinReply(status=202, headers=place)
        return StandinReply(body={"status": "Succeeded"}) if is_state else reply

    # How it is told

    def _url(self, asked: StandinRequest) -> str:
        return f"http://{asked.headers.get('host', '127.0.0.1')}{asked.path}"

    def _dressed(self, asked: StandinRequest, reply: StandinReply) -> StandinReply:
        """Return a reply with the headers that all of ARM's have."""
        place, ids = place_of(asked.path), str(uuid4())
        told = {"cache-control": "no-cache", "x-ms-request-id": ids}
        told |= {"x-ms-correlation-request-id": ids, "x-ms-routing-request-id": f"STANDIN:{ids}"}
        if isinstance(reply.body, dict):
            is_plain = place.namespace.lower() in _PLAIN_JSON and reply.status == 200
            told["content-type"] = "application/json" if is_plain else refusals.JSON
            if isinstance(etag := reply.body.get("etag"), str):
                told["etag"] = etag
        if place.subscription and reply.status != 401:
            self._reads -= 1
            told["x-ms-ratelimit-remaining-subscription-reads"] = str(self._reads)
        if place.namespace.lower() == "microsoft.compute":
            left = "Microsoft.Compute/LowCostGet3Min;3999,Microsoft.Compute/LowCostGet30Min;31999"
            told["x-ms-ratelimit-remaining-resource"] = left
        given = {name.lower(): value for name, value in reply.headers.items()}
        return reply.model_copy(update={"headers": {**told, **given}})
