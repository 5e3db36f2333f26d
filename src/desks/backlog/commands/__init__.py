"""Commands of ``tess`` that are about backlogs."""

from pathlib import Path

from src.spoken import register_dutch

register_dutch(Path(__file__).with_name("in_dutch.json"))
