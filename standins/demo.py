"""What ``tess demo`` speaks to: a stand-in for each desk that has a foreign system."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial


@contextmanager
def _standing_in(name: str, world: str | None = None) -> Iterator[Mapping[str, str]]:
    from standins.base import world_of
    from standins.catalogue import standins
    from standins.server import standing_in

    made = standins()[name]
    system = made(world_of(made, world))
    with standing_in(system) as server:
        yield system.settings(server.url)


ENVIRONMENTS = {
    "azure": partial(_standing_in, "azure", "storage_firewall"),
    "tsg": partial(_standing_in, "tsg"),
    "backlog": partial(_standing_in, "ado"),
}
"""By desk, what opens the foreign system of its demo for as long as that lasts; yields settings of the server."""
