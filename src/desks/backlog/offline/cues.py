"""The words that the built-in model goes by at the desk, from ``knowledge/cues.toml``. Pure, but for its data."""

import re
import tomllib
from functools import cache
from pathlib import Path

_FILE = Path(__file__).parent.parent / "knowledge" / "cues.toml"
_PART = re.compile(r"<(\w+)>")


@cache
def cues() -> dict[str, re.Pattern[str]]:
    """Return the patterns by name: each finds whole words in any case."""
    data = tomllib.loads(_FILE.read_text(encoding="utf-8"))
    parts = data.pop("parts")
    named = {name: words for group in data.values() for name, words in group.items()}
    return {name: _pattern(words, parts) for name, words in named.items()}


def _pattern(words: str, parts: dict[str, str]) -> re.Pattern[str]:
    ways = "|".join(words.strip().splitlines())
    filled = _PART.sub(lambda one: f"(?:{parts[one[1]]})" if one[1] in parts else one[0], ways)
    return re.compile(rf"(?<!\w)(?:{filled})(?!\w)", re.IGNORECASE)


def has(name: str, words: str) -> bool:
    """Tell whether words have a cue."""
    return cues()[name].search(words) is not None
