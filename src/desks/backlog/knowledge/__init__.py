"""The words that the built-in model goes by at the desk, from the files of ``knowledge``. Pure, but for its data."""

import re
import tomllib
from functools import cache
from pathlib import Path

_FOLDER = Path(__file__).parent.parent / "knowledge"
_PART = re.compile(r"(?<!P)<(\w+)>")


def cues() -> dict[str, re.Pattern[str]]:
    """Return the cues of needs by name."""
    return patterns("cues")


@cache
def patterns(file: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a file of ``knowledge`` by name: each finds whole words in any case."""
    data = tomllib.loads((_FOLDER / f"{file}.toml").read_text(encoding="utf-8"))
    parts = data.pop("parts", {})
    named = {name: words for group in data.values() for name, words in group.items()}
    return {name: _pattern(words, parts) for name, words in named.items()}


def _pattern(words: str, parts: dict[str, str]) -> re.Pattern[str]:
    ways = "|".join(words.strip().splitlines())
    filled = _PART.sub(lambda one: f"(?:{parts[one[1]]})", ways)
    return re.compile(rf"(?<!\w)(?:{filled})(?!\w)", re.IGNORECASE)


def has(name: str, words: str) -> bool:
    """Tell whether words have a cue."""
    return cues()[name].search(words) is not None
