"""What a message probably wants: a linear classifier of words and letters, learned from examples. Pure, but for data.

``python -m evals.wishes`` learns the weights again from ``data/wishes/examples.tsv``.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from math import exp, log, sqrt
from typing import Literal, get_args
from zlib import crc32, decompress

from src.places import SHIPPED

Wish = Literal[
    "question", "follow_up", "doubt", "about", "show", "add", "change", "move", "merge", "split", "remove", "restore",
    "select", "undo", "redo", "tell", "reshape", "file", "outside", "go_on", "decline", "thanks", "greet", "program",
    "other",
]  # fmt: skip
"""``question`` is one of the field and ``follow_up`` goes on about the one before; ``doubt`` is about an answer, and
``about`` about what stands; ``select`` says which sources are right; ``outside`` is for a step in the world;
``program`` asks what this is; ``other`` only supposes or reports."""

WISHES: tuple[Wish, ...] = get_args(Wish)
WEIGHTS = SHIPPED / "data" / "wishes" / "weights.zlib"
ABOUT = WEIGHTS.with_name("weights.json")

PLACES = 1 << 14
"""Numbers that a text becomes; what falls in one place counts together."""

WELL = 0.4
"""The chance from which a message may well want something."""

LONGEST_READ = 400
"""Characters of a message that are read."""

_LONGEST_PART, _MOST_WORDS = 5, 3
_REMEMBERED = 1_000
_TOKEN = re.compile(r"[^\W\d_]+|\d+|[?!.:]")


def parts(message: str) -> Mapping[int, float]:
    """Return the parts of a message by their place, those of letters and those of words of length 1 each."""
    words = _TOKEN.findall(re.sub(r"\d+", "7", message.lower())[:LONGEST_READ])
    together: Counter[int] = Counter()
    for group in (_of_letters(words), _of_words(words)):
        counts = Counter(crc32(part.encode()) % PLACES for part in group)
        weights = {place: 1 + log(count) for place, count in counts.items()}
        length = sqrt(sum(weight**2 for weight in weights.values()))
        together.update({place: weight / length for place, weight in weights.items()})
    return together


def _of_letters(words: list[str]) -> Iterator[str]:
    for word in (f" {word} " for word in words):
        for size in range(1, _LONGEST_PART + 1):
            yield from (word[at : at + size] for at in range(len(word) - size + 1))


def _of_words(words: list[str]) -> Iterator[str]:
    for size in range(1, _MOST_WORDS + 1):
        yield from ("\n".join(words[at : at + size]) for at in range(len(words) - size + 1))


@lru_cache(_REMEMBERED)
def likely(message: str) -> Mapping[Wish, float]:
    """Return how likely a message wants each, the likeliest first; together they are 1."""
    weights, scales, bias = _learned()
    sums, count = [*bias], len(WISHES)
    for place, value in parts(message).items():
        row = weights[place * count : (place + 1) * count]
        sums = [old + value * weight for old, weight in zip(sums, row, strict=True)]
    odds = [exp(each * scale) for each, scale in zip(sums, scales, strict=True)]
    chances = {wish: odd / sum(odds) for wish, odd in zip(WISHES, odds, strict=True)}
    return dict(sorted(chances.items(), key=lambda pair: -pair[1]))


def may_want(message: str, *wishes: Wish) -> bool:
    """Return whether a message is well likely to want one of these."""
    return sum(likely(message)[wish] for wish in wishes) >= WELL


@cache
def _learned() -> tuple[memoryview, Sequence[float], Sequence[float]]:
    """Return the weights of each place, what one of them is for each wish, and what no part of a message counts."""
    about = json.loads(ABOUT.read_text("utf-8"))
    weights = memoryview(decompress(WEIGHTS.read_bytes())).cast("b")
    return weights, about["scales"], about["bias"]
