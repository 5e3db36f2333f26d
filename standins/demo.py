"""What ``tess demo`` speaks to: a stand-in for each desk that has a foreign system."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager


@contextmanager
def azure_environment() -> Iterator[Mapping[str, str]]:
    """Stand in for Azure for as long as the demo lasts."""
    from standins.azure.server import ArmStandin
    from standins.base import world_of
    from standins.server import standing_in

    with standing_in(ArmStandin(world_of(ArmStandin, "storage_firewall"))) as server:
        yield {"TESS_AZURE_URL": server.url}


@contextmanager
def tsg_environment() -> Iterator[Mapping[str, str]]:
    """Stand in for Microsoft Learn for as long as the demo lasts."""
    from standins.base import world_of
    from standins.server import standing_in
    from standins.tsg.server import MCP_PATH, LearnStandin

    with standing_in(LearnStandin(world_of(LearnStandin, None))) as server:
        yield {
            "TESS_TSG_LEARN_URL": f"{server.url}{MCP_PATH}",
            "TESS_TSG_GITHUB_URL": server.url,
            "TESS_TSG_RESEARCH": "learn,github",
            "TESS_TSG_PII": "rules",
        }


@contextmanager
def backlog_environment() -> Iterator[Mapping[str, str]]:
    """Stand in for Azure DevOps for as long as the demo lasts."""
    from src.desks.backlog.demo import PROJECT
    from standins.backlog.server import AdoStandin
    from standins.backlog.world import TOKEN
    from standins.base import world_of
    from standins.server import standing_in

    ado = AdoStandin(world_of(AdoStandin, None))
    with standing_in(ado) as server:
        yield {
            "TESS_BACKLOG_ADO_URL": ado.url(server.url),
            "TESS_BACKLOG_ADO_TOKEN": TOKEN,
            "TESS_BACKLOG_ADO_TOKEN_FILE": "",
            "TESS_BACKLOG_ADO_PROJECTS": PROJECT,
            "TESS_BACKLOG_ADO_TENANTS": "",
            "TESS_BACKLOG_WRITE": "on",
        }


ENVIRONMENTS = {"azure": azure_environment, "tsg": tsg_environment, "backlog": backlog_environment}
"""By desk, what opens the foreign system of its demo for as long as that lasts; yields settings of the server."""
