"""ARM is asked by a closed table, patiently, and at its own address alone; seen at a real server."""

from typing import Any

import pytest

from src.desks.azure.arm_calls import ALLOWED, ArmRequest, allowed
from src.desks.azure.errors import (
    ArmRequestRefused,
    ArmRequestsSpent,
    AzureTokenExpired,
    AzureTokenRevoked,
)
from src.desks.azure.services.arm import SECONDS
from src.errors import AddressRefused, ReplyUnreadable, ServiceUnavailable
from src.services.client import Patience
from tests.desks.azure.services.place import ACCOUNT, GROUP, place, storage

NIC = f"{GROUP}/providers/Microsoft.Network/networkInterfaces/nic1"
SITE = f"{GROUP}/providers/Microsoft.Web/sites/web1"
LOGS = f"{GROUP}/providers/Microsoft.ContainerInstance/containerGroups/c/containers/c/logs"
EVENTS = "/subscriptions/{{sub1}}/providers/Microsoft.Insights/eventtypes/management/values"
DENY = {"networkAcls": {"defaultAction": "Deny"}}

# What may be asked


def test_the_table_holds_reading_calls_alone() -> None:
    posts = sorted(one.path.rsplit("/", 2)[-2:] for one in ALLOWED if one.method == "POST")
    assert posts == [
        ["Microsoft.ResourceGraph", "resources"],
        ["appsettings", "list"],
        ["{name}", "effectiveNetworkSecurityGroups"],
        ["{name}", "effectiveRouteTable"],
    ]
    assert {one.method for one in ALLOWED} == {"GET", "POST"}
    assert not [one for one in ALLOWED if "key" in one.path.lower().replace("keyvault", "")]


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", f"{ACCOUNT}/listKeys"),
        ("GET", f"{ACCOUNT}/listKeys"),
        ("POST", f"{ACCOUNT}/listAccountSas"),
        ("POST", f"{SITE}/config/connectionstrings/list"),
        ("POST", f"{SITE}/config/publishingcredentials/list"),
        ("POST", f"{SITE}/restart"),
        ("DELETE", ACCOUNT),
        ("PUT", ACCOUNT),
        ("GET", f"{ACCOUNT}/.."),
        ("GET", f"{GROUP}/providers/Microsoft.Storage/storageAccounts/a%2Fb"),
        ("GET", f"{ACCOUNT}?api-version=1"),
        ("GET", f"{ACCOUNT}#x"),
        ("GET", f"{ACCOUNT}\n"),
        ("GET", "//evil.example/subscriptions"),
        ("GET", "https://evil.example/subscriptions"),
        ("GET", "/subscriptions/../tenants"),
        ("GET", "/subscriptions/mine"),
        ("GET", f"{GROUP}/providers/Microsoft.KeyVault/vaults/kv/secrets/db"),
    ],
)
async def test_all_else_is_refused_before_a_socket_opens(method: Any, path: str) -> None:
    async with place(storage()) as here:
        request = ArmRequest(method, here.path(path), "2023-05-01")
        with pytest.raises(ArmRequestRefused):
            await here.arm.read(here.token(), request)
        assert here.asked == []


async def test_nothing_beside_the_path_goes_further_than_the_table() -> None:
    graph = "/providers/Microsoft.ResourceGraph/resources"
    async with place(storage()) as here:
        path = here.path(ACCOUNT)
        for request in (
            ArmRequest("GET", path, "2019-06-01"),
            ArmRequest("GET", path, "2023-05-01", {"$expand&x": "y"}),
            ArmRequest("GET", path, "2023-05-01", {"$filter": "x" * 4_001}),
            ArmRequest("GET", path, "2023-05-01", body={"a": 1}),
            ArmRequest("POST", graph, "2022-10-01", body={"query": "x", "managementGroups": []}),
            ArmRequest("POST", graph, "2022-10-01", body={"query": "x" * 4_001}),
        ):
            with pytest.raises(ArmRequestRefused):
                await here.arm.read(here.token(), request)
        assert here.asked == []


def test_arm_minds_no_capitals() -> None:
    path = "/SUBSCRIPTIONS/00000000-0000-4000-8000-000000000001/resourcegroups/Rg"
    assert allowed("GET", path) is not None
    assert allowed("GET", f"{path}/PROVIDERS/microsoft.web/Sites/a/config/WEB") is not None


# What comes back


async def test_a_resource_is_read() -> None:
    async with place({**storage(**DENY), "headers": {"ETag": 'W/"7"'}}) as here:
        reply = await here.read(ACCOUNT)
        assert isinstance(reply.body, dict)
        assert (reply.status, reply.body["properties"]) == (200, DENY)
        assert (reply.etag, reply.is_cut) == ('W/"7"', False)
        assert reply.bytes > 100
        (asked,) = here.server.requests
        assert asked.query_text == "api-version=2023-05-01"
        assert asked.headers["authorization"].startswith("Bearer eyJ")
        assert "eyJ" not in repr(here.token())


async def test_what_arm_refuses_is_a_finding() -> None:
    grants = [{"principal": "{{oid1}}", "scope": GROUP, "actions": ["Microsoft.Web/*"]}]
    async with place(storage(), rbac=grants) as here:
        reply = await here.read(ACCOUNT)
        assert (reply.status, reply.error_code) == (403, "AuthorizationFailed")
        reply = await here.read(f"{GROUP}/providers/Microsoft.Web/sites/gone")
        assert (reply.status, reply.error_code) == (404, "ResourceNotFound")


async def test_pages_are_put_together_up_to_five() -> None:
    listed: list[dict[str, Any]] = [{"n": n} for n in range(250)]
    async with place({"path": f"{GROUP}/resources", "body": {"value": listed}}) as here:
        reply = await here.read(f"{GROUP}/resources")
        assert (reply.body, reply.is_cut, len(here.asked)) == ({"value": listed}, False, 3)
    listed *= 3
    async with place({"path": f"{GROUP}/resources", "body": {"value": listed}}) as here:
        reply = await here.read(f"{GROUP}/resources")
        assert (reply.body, reply.is_cut, len(here.asked)) == ({"value": listed[:500]}, True, 5)


async def test_effective_rules_are_waited_for() -> None:
    path = f"{NIC}/effectiveNetworkSecurityGroups"
    rules: dict[str, Any] = {"value": [{"effectiveSecurityRules": []}]}
    async with place({"method": "POST", "path": path, "body": rules}) as here:
        reply = await here.read(path, "POST")
        assert (reply.status, reply.body) == (200, rules)
        assert [one.split()[0] for one in here.asked] == ["POST", "GET", "GET"]


async def test_an_operation_that_lasts_is_told_as_it_stands() -> None:
    path = f"{NIC}/effectiveRouteTable"
    there = "/subscriptions/{{sub1}}/providers/Microsoft.Network/locations/x/operations/1"
    pending = {"path": there, "status": 202, "headers": {"Retry-After": "3"}}
    headers = {"Location": f"{there}?api-version=2023-11-01"}
    begun = {"method": "POST", "path": path, "status": 202, "headers": headers}
    async with place(begun, pending) as here:
        reply = await here.read(path, "POST")
        assert (reply.status, reply.is_cut) == (202, True)
        assert sum(here.clock.slept) < SECONDS


@pytest.mark.parametrize(
    "there",
    [
        "https://evil.example/subscriptions",
        "http://127.0.0.1:1/subscriptions",
        "//evil.example/x",
        "https://management.azure.com@evil.example/subscriptions",
    ],
)
async def test_nobody_else_gets_the_token(there: str) -> None:
    page = {"path": f"{GROUP}/resources", "body": {"value": [1], "nextLink": there}}
    path = f"{NIC}/effectiveRouteTable"
    begun = {"method": "POST", "path": path, "status": 202, "headers": {"Location": there}}
    polled = {"Azure-AsyncOperation": there}
    async with place(page, begun) as here:
        with pytest.raises(AddressRefused):
            await here.read(path, "POST")
        with pytest.raises(AddressRefused):
            await here.read(f"{GROUP}/resources")
        assert len(here.asked) == 2
    async with place({**begun, "headers": polled}) as here:
        with pytest.raises(AddressRefused):
            await here.read(path, "POST")


async def test_arm_leads_nowhere_beside_the_table() -> None:
    page = {"value": [1], "nextLink": f"{ACCOUNT}/listKeys"}
    async with place({"path": f"{GROUP}/resources", "body": page}) as here:
        with pytest.raises(ArmRequestRefused):
            await here.read(f"{GROUP}/resources")
        assert len(here.asked) == 1


async def test_a_redirect_is_not_followed() -> None:
    led = {"path": ACCOUNT, "status": 302, "headers": {"Location": "https://evil.example/"}}
    async with place(led) as here:
        assert (await here.read(ACCOUNT)).status == 302
        assert len(here.asked) == 1


async def test_two_megabytes_are_read_of_a_log() -> None:
    async with place({"path": LOGS, "body": {"content": "{{log:5000000}}"}}) as here:
        reply = await here.read(LOGS)
        assert (reply.is_cut, reply.bytes) == (True, 2 * 1024 * 1024)
        assert isinstance(reply.body, str)
        assert reply.body.startswith('{"content": "2026')


async def test_a_list_that_is_cut_keeps_its_items() -> None:
    listed = [{"name": f"{n}", "text": "x" * 50_000} for n in range(60)]
    async with place({"path": f"{GROUP}/resources", "body": {"value": listed}}) as here:
        reply = await here.read(f"{GROUP}/resources")
        assert isinstance(reply.body, dict)
        items = reply.body["value"]
        assert isinstance(items, list)
        assert (reply.is_cut, items[:3], 40 <= len(items) < 42) == (True, listed[:3], True)


async def test_what_nobody_needs_to_know_is_dropped() -> None:
    event = {"caller": "dev@x", "claims": {"ipaddr": "192.0.2.1"}, "status": {"value": "Failed"}}
    settings = {"WEBSITES_PORT": "8080", "PIN": "8081", "A": "s3cret", "B": "s3cret", "C": ""}
    listed = {"method": "POST", "path": f"{SITE}/config/appsettings/list"}
    async with place(
        {"path": EVENTS, "body": {"value": [event]}}, {**listed, "body": {"properties": settings}}
    ) as here:
        told = await here.read(EVENTS)
        assert told.body == {"value": [{"caller": "dev@x", "status": {"value": "Failed"}}]}
        told = await here.read(f"{SITE}/config/appsettings/list", "POST")
        one, two = "‹secret:app-setting:1›", "‹secret:app-setting:2›"
        assert told.body == {
            "properties": {"WEBSITES_PORT": "8080", "PIN": one, "A": two, "B": two, "C": ""}
        }


# When it goes wrong


async def test_a_token_that_is_refused_is_told_of_and_thrown_away() -> None:
    async with place(storage()) as here:
        thrown: list[str] = []

        async def drop(token: Any) -> None:
            thrown.append(token.key)

        here.arm.on_refused = drop
        here.standin.revoked.add(here.standin.drawn["oid1"])
        with pytest.raises(AzureTokenRevoked) as told:
            await here.read(ACCOUNT)
        assert told.value.reply is not None
        assert told.value.reply.error_code == "InvalidAuthenticationToken"
        old = here.token(secret=here.standin.token(seconds=-60))
        with pytest.raises(AzureTokenExpired):
            await here.arm.read(old, ArmRequest("GET", here.path(ACCOUNT), "2023-05-01"))
        assert thrown == [old.key, old.key]


async def test_a_token_of_another_tenant_is_a_finding() -> None:
    tenants: list[dict[str, Any]] = [{"id": "{{tenant1}}", "principals": [{"oid": "{{oid1}}"}]}]
    tenants.append({"id": "{{tenant2}}", "subscriptions": [{"id": "{{sub1}}"}]})
    async with place(storage(), tenants=tenants) as here:
        reply = await here.read(ACCOUNT)
        assert (reply.status, reply.error_code) == (401, "InvalidAuthenticationTokenTenant")


async def test_arm_is_asked_again_as_it_wishes() -> None:
    busy = {"path": ACCOUNT, "status": 429, "headers": {"Retry-After": "2"}}
    async with place(busy, {"path": ACCOUNT, "fault": "reset"}, storage()) as here:
        assert (await here.read(ACCOUNT)).status == 200
        assert here.clock.slept == [2, 1]
    async with place(busy, busy, busy, storage()) as here:
        with pytest.raises(ServiceUnavailable, match="service_busy"):
            await here.read(ACCOUNT)
        assert len(here.asked) == 3


async def test_who_never_answers_is_not_waited_for() -> None:
    async with place({"path": ACCOUNT, "delay": 3_600}, patience=Patience(0.05, ())) as here:
        with pytest.raises(ServiceUnavailable, match="service_slow"):
            await here.read(ACCOUNT)


@pytest.mark.parametrize("bad", [{"delay": 3_600}, {"status": 503}, {"body": []}])
async def test_pages_so_far_are_told_where_the_next_does_not_come(bad: dict[str, Any]) -> None:
    there = f"{GROUP}/resources?$skiptoken=2&api-version=2021-04-01"
    first = {"value": [{"name": "a"}], "nextLink": there}
    begun = {"path": f"{GROUP}/resources", "body": first}
    next_page = {**begun, "body": None, "query": {"$skiptoken": "2"}, **bad}
    async with place(next_page, begun, patience=Patience(8, ()), seconds=0.3) as here:
        reply = await here.read(f"{GROUP}/resources")
        assert (reply.status, reply.is_cut, reply.body) == (200, True, {"value": [{"name": "a"}]})


async def test_an_operation_that_no_longer_answers_is_told_as_it_stood() -> None:
    path = f"{NIC}/effectiveRouteTable"
    there = f"{GROUP}/providers/Microsoft.Network/networkInterfaces/nic1"
    led = {"Location": f"{there}?api-version=2023-11-01"}
    begun = {"method": "POST", "path": path, "status": 202, "headers": led}
    async with place(begun, {"path": there, "delay": 3_600}, seconds=1.0) as here:
        reply = await here.read(path, "POST")
        assert (reply.status, reply.is_cut) == (202, True)


async def test_a_page_of_a_proxy_is_no_reply() -> None:
    page = {"path": ACCOUNT, "body": "<html>Sign in</html>"}
    async with place(page, {**page, "status": 403}) as here:
        with pytest.raises(ReplyUnreadable, match="reply_no_json"):
            await here.read(ACCOUNT)
        assert (await here.read(ACCOUNT)).body == "<html>Sign in</html>"


async def test_a_tenant_has_its_requests_of_a_minute() -> None:
    async with place(storage(), per_minute=3) as here:
        for _ in range(3):
            await here.read(ACCOUNT)
        with pytest.raises(ArmRequestsSpent) as told:
            await here.read(ACCOUNT)
        assert told.value.details == {"most": "3", "seconds": "60"}
        here.clock.sleep(60)
        assert (await here.read(ACCOUNT)).status == 200


async def test_a_resource_may_vanish_between_two_looks() -> None:
    async with place(storage(), {"path": ACCOUNT, "status": 404}) as here:
        assert [(await here.read(ACCOUNT)).status for _ in range(2)] == [200, 404]
