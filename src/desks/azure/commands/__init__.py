"""Commands of the Azure desk; what they need is imported when they run."""

from src.desks.azure.commands.in_dutch import IN_DUTCH
from src.spoken import register_dutch

register_dutch(IN_DUTCH)
