"""What the tax desk adds to the commands: lint, and its part of ingest, search and eval."""

from pathlib import Path

from src.spoken import register_dutch

register_dutch(Path(__file__).with_name("in_dutch.json"))
