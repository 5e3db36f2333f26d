"""The set phrases of a conversation: yes and no, thanks and greetings, polite beginnings. Pure, but for its data.

What is said in both languages stands in ``phrases.toml`` and ``acts.toml``, as regular expressions.
"""

import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

Phrase = str
"""A key of ``phrases.toml``."""

_HERE = Path(__file__).parent
_PART = re.compile(r"(?<!P)<(\w+)>")


@cache
def table(name: str, folder: Path = _HERE) -> dict[str, Any]:
    """Return a table of words, with its parts filled in: ``<name>`` stands for one of ``parts``."""
    data = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    parts: dict[str, str] = {}
    for part, value in data.pop("parts", {}).items():
        parts[part] = _filled(value, parts)
    return {
        group: {key: _filled(value, parts) for key, value in each.items()}
        for group, each in data.items()
    }


def _filled(value: str, parts: dict[str, str]) -> str:
    lines = "|".join(value.strip().splitlines())
    return _PART.sub(lambda match: f"(?:{parts[match[1]]})", lines)


@cache
def pattern(group: str, key: str) -> re.Pattern[str]:
    """Return a pattern of ``acts.toml``; it neither begins nor ends within a word, but for those in ``anywhere``."""
    words, anywhere = table("acts")[group][key], table("acts")["anywhere"].get(group, "").split()
    return re.compile(words if key in anywhere else rf"\b(?:{words})(?!\w)", re.IGNORECASE)


@cache
def _phrases() -> dict[Phrase, re.Pattern[str]]:
    return {
        phrase: re.compile(rf"(?:{words})(?!\w)[\s.,;:!?)]*", re.IGNORECASE)
        for phrase, words in table("phrases")["phrases"].items()
    }


def without_phrases(sentence: str) -> tuple[list[Phrase], str]:
    """Return the set phrases at the front of a sentence, in order, and the rest; empty where it holds nothing else."""
    found: list[Phrase] = []
    rest = sentence.lstrip(" .,;:!?-()'\"")
    while rest:
        step = next(
            (
                (phrase, match)
                for phrase, known in _phrases().items()
                if (match := known.match(rest))
            ),
            None,
        )
        if step is None:
            break
        found.append(step[0])
        rest = rest[step[1].end() :].lstrip(" -()'\"")
    return found, rest if re.search(r"\w", rest) else ""
