"""Azure's own clients read the stand-in: their models find in its replies what they find in Azure's."""

from collections.abc import Iterator
from typing import Any

import pytest
from azure.core.exceptions import ClientAuthenticationError, HttpResponseError
from azure.core.exceptions import ResourceNotFoundError as NotThere
from azure.core.pipeline import PipelineRequest
from azure.core.pipeline.policies import SansIOHTTPPolicy
from azure.mgmt.resource.resources import ResourceManagementClient
from azure.mgmt.storage import StorageManagementClient

from standins.azure.server import ArmStandin
from standins.base import world_of
from standins.server import StandinServer
from tests.desks.azure.standing import standing_in


class Bearer(SansIOHTTPPolicy[Any, Any]):
    """Sends a token; the clients' own policy sends none without TLS."""

    def __init__(self, token: str) -> None:
        self._token = token

    def on_request(self, request: PipelineRequest[Any]) -> None:
        request.http_request.headers["Authorization"] = f"Bearer {self._token}"


@pytest.fixture(scope="module")
def server() -> Iterator[StandinServer]:
    with standing_in(ArmStandin(world_of(ArmStandin, "storage_firewall"))) as server:
        yield server


def options(server: StandinServer, version: str = "2023-05-01", **claims: Any) -> dict[str, Any]:
    arm = server.standin
    assert isinstance(arm, ArmStandin)
    return {
        "credential": object(),  # which the policy below does not ask
        "subscription_id": arm.drawn["sub1"],
        "base_url": server.url,
        "authentication_policy": Bearer(arm.token(**claims)),
        "retry_total": 0,
        "api_version": version,
    }


def test_a_storage_account_is_read(server: StandinServer) -> None:
    with StorageManagementClient(**options(server)) as client:
        account = client.storage_accounts.get_properties("rg-app", "stapp01")
        assert account.network_rule_set is not None
        assert account.network_rule_set.default_action == "Deny"
        assert account.creation_time is not None
        assert [one.name for one in client.storage_accounts.list()] == ["stapp01"]
        container = client.blob_containers.get("rg-app", "stapp01", "raw")
        assert container.public_access == "None"


def test_groups_resources_and_providers_are_read(server: StandinServer) -> None:
    with ResourceManagementClient(**options(server, "2021-04-01")) as client:
        (group,) = client.resource_groups.list()
        assert group.properties is not None
        assert (group.name, group.properties.provisioning_state) == ("rg-app", "Succeeded")
        found = [one.name for one in client.resources.list(filter="name eq 'kv-app'")]
        assert found == ["kv-app"]
        assert client.providers.get("Microsoft.Storage").registration_state == "Registered"


def test_refusals_are_told_as_azure_tells_them(server: StandinServer) -> None:
    with StorageManagementClient(**options(server)) as client:
        with pytest.raises(NotThere) as told:
            client.storage_accounts.get_properties("rg-app", "gone")
        assert told.value.error is not None
        assert told.value.error.code == "ResourceNotFound"
    with StorageManagementClient(**options(server, seconds=-10)) as client:
        with pytest.raises(ClientAuthenticationError) as refused:
            client.storage_accounts.get_properties("rg-app", "stapp01")
        assert refused.value.error is not None
        assert refused.value.error.code == "ExpiredAuthenticationToken"
    other = "00000000-0000-4000-8000-00000000000b"
    arm = server.standin
    assert isinstance(arm, ArmStandin)
    claims = {"oid": other, "tid": arm.drawn["tenant1"]}
    with (
        StorageManagementClient(**options(server, **claims)) as client,
        pytest.raises(HttpResponseError) as forbidden,
    ):
        client.storage_accounts.get_properties("rg-app", "stapp01")
    assert forbidden.value.error is not None
    assert forbidden.value.error.code == "AuthorizationFailed"
