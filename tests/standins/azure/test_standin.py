"""The stand-in says what ARM says, in its form: refusals, pages, operations, rights."""

import json
from collections.abc import Iterator
from typing import Any

import httpx2
import pytest

from src.desks.azure.arm_calls import allowed
from standins.azure.server import KEYS_PATH, TOKEN_PATH, ArmStandin
from standins.azure.world import ArmWorld
from standins.base import StandinRequest, world_of, worlds_of
from standins.server import MARK, StandinServer
from tests.desks.azure.services.place import ACCOUNT, GROUP, storage, world
from tests.desks.azure.standing import standing_in

NIC = f"{GROUP}/providers/Microsoft.Network/networkInterfaces/nic1"
READER = {"principal": "{{oid1}}", "scope": "/subscriptions/{{sub1}}", "actions": ["*/read"]}
CODES = {
    "InvalidAuthenticationToken": lambda arm: arm.token()[:-8] + "AAAAAAAA",
    "ExpiredAuthenticationToken": lambda arm: arm.token(seconds=-10),
    "InvalidAuthenticationTokenAudience": lambda arm: arm.token(aud="https://graph.microsoft.com"),
    "InvalidAuthenticationTokenTenant": lambda arm: arm.token(tid="other"),
}


class Asking:
    """Asks a stand-in by its own tokens."""

    def __init__(self, server: StandinServer, arm: ArmStandin) -> None:
        self.server = server
        self.arm = arm
        self.http = httpx2.Client(trust_env=False, verify=False)

    def path(self, template: str) -> str:
        for name, value in self.arm.drawn.items():
            template = template.replace(f"{{{{{name}}}}}", value)
        return template

    def __call__(
        self, template: str, method: str = "GET", token: str | None = None, **given: Any
    ) -> httpx2.Response:
        path = self.path(template)
        call = allowed(method, path.partition("?")[0])
        version = given.pop("version", call.api_version if call else "2023-01-01")
        params = {"api-version": version, **given.pop("query", {})}
        headers = {"authorization": f"Bearer {token or self.arm.token()}"}
        return self.http.request(
            method, f"{self.server.url}{path}", params=params, headers=headers, **given
        )


@pytest.fixture(scope="module")
def ask() -> Iterator[Asking]:
    rules: dict[str, Any] = {"value": [{"effectiveSecurityRules": []}]}
    arm = ArmStandin(
        world(
            storage(networkAcls={"defaultAction": "Deny"}),
            {"path": f"{GROUP}/providers/Microsoft.Sql/servers/x", "status": 409},
            {"path": f"{GROUP}/providers/Microsoft.Sql/servers/y", "status": 429},
            {"path": f"{GROUP}/providers/Microsoft.Sql/servers/z", "fault": "reset"},
            {"method": "POST", "path": f"{NIC}/effectiveRouteTable", "body": rules},
            rbac=[READER, {**READER, "scope": NIC, "actions": ["Microsoft.Network/*"]}],
        )
    )
    with standing_in(arm) as server:
        asking = Asking(server, arm)
        with asking.http:
            yield asking


def test_who_sends_no_token_is_challenged(ask: Asking) -> None:
    told = ask.http.get(f"{ask.server.url}/subscriptions?api-version=2022-12-01")
    assert (told.status_code, told.json()["error"]["code"]) == (401, "AuthenticationFailed")
    assert told.headers["www-authenticate"].startswith("Bearer authorization_uri=")
    assert told.headers[MARK] == "azure"


@pytest.mark.parametrize("code", CODES)
def test_a_token_that_is_not_right_is_refused_by_its_code(ask: Asking, code: str) -> None:
    told = ask(ACCOUNT, token=CODES[code](ask.arm))
    assert (told.status_code, told.json()["error"]["code"]) == (401, code)


def test_tokens_are_made_as_the_cli_prints_them(ask: Asking) -> None:
    made = ask.http.get(f"{ask.server.url}{TOKEN_PATH}?seconds=60").json()
    assert made["subscription"] == ask.arm.drawn["sub1"]
    assert ask("/subscriptions", token=made["accessToken"]).status_code == 200
    (key,) = ask.http.get(f"{ask.server.url}{KEYS_PATH}").json()["keys"]
    assert (key["kty"], key["alg"]) == ("RSA", "RS256")


@pytest.mark.parametrize(
    ("template", "status", "code"),
    [
        (f"{ACCOUNT}2", 404, "ResourceNotFound"),
        (ACCOUNT.replace("rg1", "rg2"), 404, "ResourceGroupNotFound"),
        ("/subscriptions/00000000-0000-4000-8000-000000000009", 404, "SubscriptionNotFound"),
        ("/nothing", 404, "NotFound"),
        (f"{GROUP}/providers/Microsoft.Sql/servers/x", 409, "Conflict"),
        (f"{GROUP}/providers/Microsoft.Sql/servers/y", 429, "SubscriptionRequestsThrottled"),
    ],
)
def test_what_is_not_to_be_had_is_told_as_arm_does(
    ask: Asking, template: str, status: int, code: str
) -> None:
    told = ask(template)
    assert (told.status_code, told.json()["error"]["code"]) == (status, code)
    assert told.headers["x-ms-failure-cause"] == "gateway"
    assert ("retry-after" in told.headers) == (status == 429)


def test_versions_are_checked(ask: Asking) -> None:
    for version, code in (
        ("", "MissingApiVersionParameter"),
        ("2099-01-01", "InvalidApiVersionParameter"),
        ("new", "InvalidApiVersionParameter"),
    ):
        told = ask(ACCOUNT, version=version)
        assert (told.status_code, told.json()["error"]["code"]) == (400, code)
    assert ask(ACCOUNT, version="2019-06-01").status_code == 200


def test_nobody_writes(ask: Asking) -> None:
    """Asked beside the server, whose log holds reading calls alone."""
    headers = {"authorization": f"Bearer {ask.arm.token()}"}
    path = ask.path(ACCOUNT)
    for method in ("PUT", "DELETE", "PATCH"):
        asked = StandinRequest(method, path, "api-version=2023-05-01", headers)
        assert ask.arm.reply_to(asked).status == 405
    keys = StandinRequest("POST", f"{path}/listKeys", "api-version=2023-05-01", headers)
    assert ask.arm.reply_to(keys).status == 403


def test_capitals_make_no_difference(ask: Asking) -> None:
    path = ask.path(ACCOUNT).replace("resourceGroups", "RESOURCEGROUPS").upper()
    assert ask(path.replace("/SUBSCRIPTIONS", "/Subscriptions")).json()["name"] == "st01"


def test_rights_are_kept_to(ask: Asking) -> None:
    told = ask(f"{GROUP}/providers/Microsoft.Web/sites/a/config/appsettings/list", "POST")
    assert told.status_code == 403
    assert "'Microsoft.Web/sites/config/list/action'" in told.json()["error"]["message"]
    (found,) = ask(f"{ACCOUNT}/providers/Microsoft.Authorization/permissions").json()["value"]
    assert found["actions"] == ["*/read"]
    query = {"$filter": f"assignedTo('{ask.arm.drawn['oid1']}')"}
    rows = ask(f"{GROUP}/providers/Microsoft.Authorization/roleAssignments", query=query).json()
    assert [one["properties"]["roleName"] for one in rows["value"]] == ["Reader"]
    nobody = ask.arm.token("00000000-0000-4000-8000-00000000000b", tid=ask.arm.drawn["tenant1"])
    assert ask("/subscriptions", token=nobody).json() == {"value": []}
    assert ask(ACCOUNT, token=nobody).json()["error"]["code"] == "AuthorizationFailed"


def test_an_operation_is_accepted_and_ends(ask: Asking) -> None:
    begun = ask(f"{NIC}/effectiveRouteTable", "POST")
    assert (begun.status_code, begun.content) == (202, b"")
    headers = {"authorization": f"Bearer {ask.arm.token()}"}
    seen = [ask.http.get(begun.headers["location"], headers=headers) for _ in range(2)]
    assert [one.status_code for one in seen] == [202, 200]
    assert seen[1].json() == {"value": [{"effectiveSecurityRules": []}]}
    state = ask.http.get(begun.headers["azure-asyncoperation"], headers=headers).json()
    assert state == {"status": "Succeeded"}


def test_a_connection_may_be_reset(ask: Asking) -> None:
    with pytest.raises(httpx2.TransportError):
        ask(f"{GROUP}/providers/Microsoft.Sql/servers/z")


def test_lists_follow_from_the_resources(ask: Asking) -> None:
    sub = "/subscriptions/{{sub1}}"
    for template in (
        f"{sub}/resources",
        f"{GROUP}/resources",
        f"{sub}/providers/Microsoft.Storage/storageAccounts",
        f"{GROUP}/providers/Microsoft.Storage/storageAccounts",
    ):
        assert [one["name"] for one in ask(template).json()["value"]] == ["st01"]
    none = {"$filter": "resourceType eq 'Microsoft.Web/sites'"}
    assert ask(f"{sub}/resources", query=none).json() == {"value": []}
    assert [one["name"] for one in ask(f"{sub}/resourceGroups").json()["value"]] == ["rg1"]
    assert ask(GROUP).json()["name"] == "rg1"
    assert ask(f"{sub}/providers/Microsoft.Sql").json()["registrationState"] == "Registered"


def test_a_graph_is_asked(ask: Asking) -> None:
    query = "Resources | where type =~ 'microsoft.storage/storageaccounts' | take 5"
    body = {"query": query, "subscriptions": [ask.arm.drawn["sub1"]]}
    told = ask("/providers/Microsoft.ResourceGraph/resources", "POST", json=body).json()
    assert (told["count"], told["data"][0]["resourceGroup"]) == (1, "rg1")
    body["query"] = "Resources | where name == 'gone'"
    assert (
        ask("/providers/Microsoft.ResourceGraph/resources", "POST", json=body).json()["count"] == 0
    )


def test_ids_are_drawn_anew_at_each_start() -> None:
    one, two = (ArmStandin(world_of(ArmStandin, "storage_firewall")) for _ in range(2))
    assert set(one.drawn) == set(two.drawn)
    assert not set(one.drawn.values()) & set(two.drawn.values())


@pytest.mark.parametrize("name", worlds_of(ArmStandin))
def test_every_world_that_comes_along_can_be_asked(name: str) -> None:
    arm = world_of(ArmStandin, name)
    assert isinstance(arm, ArmWorld)
    assert "{{" not in json.dumps([one.body for one in arm.responses])
    unasked = [
        one.path
        for one in arm.responses
        if one.method not in ("GET", "POST") or allowed(one.method, one.path) is None
    ]
    assert not unasked
