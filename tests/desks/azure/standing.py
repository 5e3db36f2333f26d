"""Azure's stand-in as tests serve it, which looks at its own log at the end; and the installed desk over it."""

from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path

from src.bootstrap import Parts, build
from src.desks.azure import PLUG
from src.desks.azure.arm_calls import FOLLOWED, allowed
from src.desks.catalogue import read_settings
from standins import server as standin_server
from standins.azure.server import KEYS_PATH, TOKEN_PATH, ArmStandin
from standins.base import StandinRequest, world_of
from standins.server import LOG_PATH, StandinServer
from tests.serving import Served, served

POSTS = (
    "/effectivenetworksecuritygroups",
    "/effectiveroutetable",
    "/config/appsettings/list",
    "/providers/microsoft.resourcegraph/resources",
)
OWN = (LOG_PATH, TOKEN_PATH, KEYS_PATH)
"""What a stand-in tells of itself."""


def that_may_not_be(requests: Iterable[StandinRequest]) -> list[str]:
    """Return what came to a stand-in beside GET and the four POSTs."""
    return [
        f"{one.method} {one.path}"
        for one in requests
        if one.method != "GET" and not (one.method == "POST" and one.path.lower().endswith(POSTS))
    ]


def that_is_in_no_table(requests: Iterable[StandinRequest]) -> list[str]:
    """Return what came to a stand-in that the desk may not ask."""
    return [
        f"{one.method} {one.path}"
        for one in requests
        if one.path not in OWN
        and not (allowed(one.method, one.path) or allowed(one.method, one.path, FOLLOWED))
    ]


@contextmanager
def standing_in(standin: ArmStandin) -> Iterator[StandinServer]:
    """Serve a stand-in; at the end its log holds GET and the four POSTs, and nothing else."""
    with standin_server.standing_in(standin) as server:
        yield server
    bad = that_may_not_be(server.requests)
    assert not bad, bad


@contextmanager
def azure(world: str = "storage_firewall") -> Iterator[StandinServer]:
    """Serve a world that comes along, for the desk, which keeps to its table."""
    with standing_in(ArmStandin(world_of(ArmStandin, world))) as server:
        yield server
    bad = that_is_in_no_table(server.requests)
    assert not bad, bad


def standin_of(server: StandinServer) -> ArmStandin:
    """Return the stand-in that is served."""
    assert isinstance(server.standin, ArmStandin)
    return server.standin


def installed(folder: Path, url: str, **settings: object) -> Parts:
    """Return the engine with the desk as it is installed, at this Azure, with the built-in model."""
    given = {"tess_data_dir": folder, "tess_model": "offline", "tess_azure_url": url, **settings}
    made = read_settings([PLUG], _env_file=None, **given)
    return build(made, desks=[PLUG], for_tenants="tess_token_secret" in settings)


@asynccontextmanager
async def serving(parts: Parts) -> AsyncIterator[Served]:
    """Serve an engine, and close it at the end."""
    async with served(parts) as server:
        yield server
    await parts.close()
