"""The words that code and the built-in model go by at the desk, from the files beside this. Pure, but for its data."""

import re
from functools import cache

from src.texts import beside

_PART = re.compile(r"(?<!P)<(\w+)>")


def cues() -> dict[str, re.Pattern[str]]:
    """Return the cues of needs by name."""
    return patterns("cues")


@cache
def patterns(file: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a file by name: each finds whole words in any case."""
    data = beside(__file__, file)
    parts = data.pop("parts", {})
    named = {name: words for group in data.values() for name, words in group.items()}
    return {name: _pattern(words, parts) for name, words in named.items()}


def _pattern(words: str, parts: dict[str, str]) -> re.Pattern[str]:
    ways = "|".join(words.strip().splitlines())
    filled = _PART.sub(lambda match: f"(?:{parts[match[1]]})", ways)
    return re.compile(rf"(?<!\w)(?:{filled})(?!\w)", re.IGNORECASE)


def has(name: str, words: str) -> bool:
    """Tell whether words have a cue."""
    return cues()[name].search(words) is not None
