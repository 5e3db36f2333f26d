"""The commands of the desk for documentation."""

from src.desks.docs.commands.in_dutch import IN_DUTCH
from src.spoken import register_dutch

register_dutch(IN_DUTCH)
