"""The stand-ins that there are: the only place that names them."""

from standins.azure.server import ArmStandin
from standins.backlog.server import AdoStandin
from standins.base import Standin
from standins.tsg.server import LearnStandin


def standins() -> dict[str, type[Standin]]:
    """Return the stand-ins by name."""
    return {one.name: one for one in (ArmStandin, LearnStandin, AdoStandin)}
