"""Each cause in the world that has it, and in its healthy twin, where it must not be named."""

import asyncio
import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from evals.azure.incidents import Gold, Incident, evaluate
from src.desks.azure import PLUG
from src.desks.azure.knowledge.causes import causes
from src.desks.catalogue import read_settings
from standins.azure.server import ArmStandin


@dataclass(frozen=True)
class Twin:
    """An error, and what is otherwise in the world in which its cause is not there: keys, and pieces of text."""

    error: str
    keys: Mapping[str, Any] = field(default_factory=dict)
    texts: Mapping[str, str] = field(default_factory=dict)
    world: str = ""
    """A world that comes along in place of the changed one."""


WELL = {"code": "ProvisioningState/succeeded", "message": ""}
TWINS = {
    "rbac_missing_role": Twin(
        "AuthorizationFailed: The client '{oid}' with object id '{oid}' does not have authorization to perform action "
        "'Microsoft.Storage/storageAccounts/write' over scope '{scope}'.",
        texts={'"*/read"': '"*"', '"Reader"': '"Contributor"'},
    ),
    "provider_not_registered": Twin(
        "MissingSubscriptionRegistration: The subscription is not registered to use namespace 'Microsoft.Sql'.",
        {"registrationState": "Registered"},
    ),
    "storage_firewall": Twin("AuthorizationFailure", {"defaultAction": "Allow"}),
    "keyvault_access": Twin(
        "ForbiddenByPolicy: the app does not have secrets get permission on key vault",
        {"status": "Resolved", "secrets": ["Get", "List"]},
    ),
    "keyvault_firewall": Twin("ForbiddenByFirewall", {"defaultAction": "Allow"}),
    "public_access_disabled": Twin(
        "47073: Connection was denied since Deny Public Network Access is set to Yes",
        {"publicNetworkAccess": "Enabled"},
    ),
    "container_port_mismatch": Twin(
        "didn't respond to HTTP pings on port: 80, failing site start; the app is listening on port 8080",
        texts={'"properties": {"DOCKER_': '"properties": {"WEBSITES_PORT": "8080", "DOCKER_'},
    ),
    "aci_image_inaccessible": Twin(
        "InaccessibleImage", {"state": "Running", "events": []}
    ),
    "quota_exceeded": Twin(
        "exceeding approved Total Regional Cores quota. Location: centralus, Current Limit: 10, Current Usage: 8, "
        "Additional Required: 4",
        {"limit": 1_000},
    ),
    "sku_unavailable": Twin(
        "SkuNotAvailable: Standard_D4ds_v6 is currently not available in location 'centralus' zone 2",
        {"restrictions": []},
    ),
    "policy_denied": Twin(
        "RequestDisallowedByPolicy", texts={"olicy": "lan"}
    ),
    "resource_locked": Twin("ScopeLocked: the following scope(s) are locked", {"level": "NotSpecified"}),
    "vm_extension_failed": Twin(
        "VMExtensionProvisioningError: failed because it returned a non-zero exit code", WELL,
    ),
    "vm_extension_timeout": Twin(
        "Provisioning of VM extension has timed out", WELL,
    ),
    "wrong_tenant": Twin("InvalidAuthenticationTokenTenant", world="default"),
    "token_expired": Twin("ExpiredAuthenticationToken", world="default"),
    "principal_replication": Twin(
        "PrincipalNotFound: this error might be related to a replication delay",
        texts={"PrincipalNotFound": "Created", "does not exist": "is", "replication": "a"},
    ),
    "in_use_dependency": Twin(
        "InUseSubnetCannotBeDeleted: the subnet is in use by a service association link",
        {"serviceAssociationLinks": [], "delegations": [], "ipConfigurations": [], "privateEndpoints": []},
    ),
    "function_storage_blocked": Twin(
        "There was a conflict. The remote server returned an error: (403) Forbidden.", {"defaultAction": "Allow"}
    ),
    "vm_deallocated": Twin("no route to host", texts={"PowerState/deallocated": "PowerState/running"}),
    "nsg_denies": Twin("connect ETIMEDOUT 10.1.2.4:1433", {"access": "Allow"}),
    "platform_outage": Twin("503: Service Unavailable", {"availabilityState": "Available"}),
}  # fmt: skip


def changed(world: Any, keys: Mapping[str, Any]) -> Any:
    """Return a world with other values under these keys."""
    if isinstance(world, list):
        return [changed(one, keys) for one in world]
    if not isinstance(world, dict):
        return world
    return {key: keys.get(key, changed(one, keys)) for key, one in world.items()}


def found_in(world: str, error: str, folder: Path) -> str:
    """Return the cause that is named of an error in a world."""
    (folder / "own.json").write_text(world, encoding="utf-8")
    gold = Gold(status="done", cause=None, evidence=[])
    incident = Incident(
        id="own",
        error_code="",
        error_text=error,
        message="This fails.",
        given=["sub", "rg"],
        gold=gold,
    )
    settings = read_settings([PLUG], _env_file=None, tess_data_dir=folder, tess_model="offline")
    (result,) = asyncio.run(evaluate([incident], folder, settings)).results
    assert not result.problem, result.problem
    return result.found


def test_every_cause_has_its_twin() -> None:
    assert set(TWINS) == {one.name for one in causes().cause}


@pytest.mark.parametrize("cause", TWINS)
def test_a_cause_is_named_where_it_is_and_not_in_its_healthy_twin(
    cause: str, tmp_path: Path
) -> None:
    twin, worlds = TWINS[cause], ArmStandin.worlds
    assert worlds
    sick = (worlds / f"{cause}.json").read_text(encoding="utf-8")
    assert found_in(sick, twin.error, tmp_path) == cause
    healthy = json.dumps(changed(json.loads(sick), twin.keys))
    for old, new in twin.texts.items():
        assert old in healthy, old
        healthy = healthy.replace(old, new)
    if twin.world:
        healthy = (worlds / f"{twin.world}.json").read_text(encoding="utf-8")
    assert found_in(healthy, twin.error, tmp_path) == ""


# What else is in the group

OTHERS = {
    # the error names a machine that runs; another of the group is off
    "vm_deallocated": ("no route to host vm-app: connect timed out", "vm-app", "vm-old"),
    "storage_firewall": ("AuthorizationFailure at stapp01.blob.core.windows.net", "stapp01", "stother02"),
    "platform_outage": ("503 Service Unavailable of web-app", "web-app", "web-other"),
}  # fmt: skip


@pytest.mark.parametrize("cause", OTHERS)
def test_what_another_resource_of_the_group_has_is_no_cause(cause: str, tmp_path: Path) -> None:
    error, own, other = OTHERS[cause]
    assert ArmStandin.worlds
    sick = json.loads((ArmStandin.worlds / f"{cause}.json").read_text(encoding="utf-8"))
    healthy = changed(sick, TWINS[cause].keys)
    text = json.dumps(healthy)
    for old, new in TWINS[cause].texts.items():
        text = text.replace(old, new)
    world = json.loads(text)
    assert own in text
    world["responses"] += json.loads(json.dumps(sick["responses"]).replace(own, other))
    assert found_in(json.dumps(world), error, tmp_path) == ""
    both = {**world, "responses": [*sick["responses"], *world["responses"]]}
    assert found_in(json.dumps(both), error, tmp_path) == cause


def test_an_error_that_names_another_resource_finds_no_cause_at_the_only_one(
    tmp_path: Path,
) -> None:
    assert ArmStandin.worlds
    sick = (ArmStandin.worlds / "storage_firewall.json").read_text(encoding="utf-8")
    error = "AuthorizationFailure at stelsewhere.blob.core.windows.net"
    assert found_in(sick, error, tmp_path) == ""
