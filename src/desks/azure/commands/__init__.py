"""Commands of the Azure desk; what they need is imported when they run."""

from pathlib import Path

from src.spoken import register_dutch

register_dutch(Path(__file__).with_name("in_dutch.json"))
