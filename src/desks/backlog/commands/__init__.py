"""Commands of ``tess`` that are about backlogs."""

from src.desks.backlog.commands.in_dutch import IN_DUTCH
from src.spoken import register_dutch

register_dutch(IN_DUTCH)
