"""What a provider says itself of a request that it refuses: for the operator, and for nobody else. Pure."""

import json
import re
from collections.abc import Mapping, Sequence
from itertools import pairwise

SHORTEST_SECRET = 12
"""Characters; what servers without keys are given as one, "none" or "ollama", is an ordinary word."""

LEFT_OUT = "[...]"

LONGEST_SAID = 300
"""Characters of what a provider says that an operator is shown."""


def for_operator(said: str, secret: str, heard: Sequence[str]) -> str:
    """Return what a provider said itself, fit for a log: short, printable, without the key and what a user wrote.

    ``heard``: the texts that were sent. Words of these are left out, where two of them stand together or one holds a
    digit or an @.
    """
    printable = "".join(sign if sign.isprintable() else " " for sign in said)
    words = (
        printable.replace(secret, LEFT_OUT) if len(secret) >= SHORTEST_SECRET else printable
    ).split()
    texts = [[_letters(word) for word in text.split()] for text in heard] if words else []
    pairs = {pair for text in texts for pair in pairwise(text)}
    telling = {
        word for text in texts for word in text if len(word) > 3 and re.search(r"[\d@]", word)
    }
    plain = [_letters(word) for word in words]
    for n, word in enumerate(plain):
        is_heard = {(plain[n - 1], word), tuple(plain[n : n + 2])} & pairs
        if is_heard or any(one in word for one in telling):
            words[n] = LEFT_OUT
    return " ".join(words).encode("ascii", "backslashreplace").decode()[:LONGEST_SAID]


def _letters(word: str) -> str:
    return word.strip(".,:;!?()[]{}'\"`<>").lower()


def sentence_of(error: object) -> str:
    """Return what an error says in words, with the parameter that it names; empty where it says nothing."""
    inner = error.get("error", error) if isinstance(error, Mapping) else error
    if isinstance(inner, Mapping):
        told = (inner.get(name) for name in ("param", "message", "detail"))
        return " ".join(one if isinstance(one, str) else json.dumps(one) for one in told if one)
    return inner if isinstance(inner, str) and not inner.startswith("<") else ""
