"""Every stand-in of Azure that tests serve has nothing but GET and the four POSTs in its own log at the end."""

import ast
from pathlib import Path

import httpx2
import pytest

from standins.azure.server import ArmStandin
from tests.desks.azure.services.place import world
from tests.desks.azure.standing import azure, standing_in

TESTS = Path(__file__).resolve().parents[2]
NIC = "/subscriptions/s/resourceGroups/g/providers/Microsoft.Network/networkInterfaces/n"


@pytest.mark.parametrize(
    ("method", "path"),
    [("DELETE", NIC), ("PUT", NIC), ("POST", f"{NIC}/listKeys"), ("POST", "/subscriptions")],
)
def test_whatever_else_came_is_told(method: str, path: str) -> None:
    with (
        pytest.raises(AssertionError, match=f"{method} {path}"),
        standing_in(ArmStandin(world())) as server,
    ):
        httpx2.request(method, f"{server.url}{path}", trust_env=False, verify=False)


def test_the_desk_is_held_to_its_table() -> None:
    path = "/subscriptions/s/providers/Microsoft.Authorization/elevate"
    with pytest.raises(AssertionError, match=path), azure() as server:
        httpx2.get(f"{server.url}{path}", trust_env=False, verify=False)


def test_no_test_serves_azures_stand_in_unlooked_at() -> None:
    bare = [
        path.name
        for path in TESTS.rglob("*.py")
        if "ArmStandin" in (text := path.read_text("utf-8")) and _imports_bare(text)
    ]
    assert bare == []
    assert _imports_bare("from standins.server import standing_in")


def _imports_bare(text: str) -> bool:
    return any(
        isinstance(one, ast.ImportFrom)
        and one.module == "standins.server"
        and any(name.name == "standing_in" for name in one.names)
        for one in ast.walk(ast.parse(text))
    )
