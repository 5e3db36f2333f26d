"""What the tax desk adds to the commands: lint, and its part of ingest, search and eval."""

from src.desks.tax.commands.in_dutch import IN_DUTCH
from src.spoken import register_dutch

register_dutch(IN_DUTCH)
