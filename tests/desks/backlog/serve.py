"""Serves the stand-in for Azure DevOps until its desk is on the list: ``python -m tests.desks.backlog.serve 8099``."""

import sys

from src.desks.backlog.standin.server import AdoStandin
from src.services.standin import world_of
from src.services.standin_server import StandinServer


def main(port: str = "0", world: str | None = None) -> None:
    """Serve a world at a port until it is stopped."""
    ado = AdoStandin(world_of(AdoStandin, world))
    with StandinServer(ado, int(port)) as server:
        print(ado.url(server.url), flush=True)
        server.serve_forever()


if __name__ == "__main__":
    main(*sys.argv[1:])
