"""Words of English and of everyday Dutch, and the terms that Dutch statutes use for them.

No English term is an ordinary Dutch word with another meaning ("object", "fine"): a Dutch text is left as it is.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from src.language.numbers import blank_at

_SEPARATOR = " = "


def _read(name: str) -> dict[str, str]:
    lines = (
        Path(__file__).with_name(f"glossary_{name}.txt").read_text(encoding="utf-8").splitlines()
    )
    pairs = (line.partition(_SEPARATOR) for line in lines if _SEPARATOR in line)
    return {term: dutch for term, _, dutch in pairs}


ENGLISH, EVERYDAY = _read("english"), _read("everyday")

TERMS = {**ENGLISH, **EVERYDAY}

_WORD = re.compile(r"\w+%?(?:['’&-]\w+)*")
_MOST_WORDS = max(len(term.split()) for term in TERMS)


def dutch_terms(text: str) -> str:
    """Return the statutes' terms for the words of the text, in its order, each once; empty where there are none."""
    found = (TERMS[term] for _, term in _terms_in(text))
    return " ".join(dict.fromkeys(" ".join(found).split()))


def known_terms(text: str) -> list[str]:
    return [text[start:end].lower() for (start, end), _ in _terms_in(text)]


def without_terms(text: str) -> str:
    return blank_at(text, (span for span, _ in _terms_in(text)))


def _terms_in(text: str) -> Iterator[tuple[tuple[int, int], str]]:
    words = [
        (match.group().lower().replace("’", "'"), match.span()) for match in _WORD.finditer(text)
    ]
    at = 0
    while at < len(words):
        for end in range(min(len(words), at + _MOST_WORDS), at, -1):
            term = _known(" ".join(word for word, _ in words[at:end]))
            if term:
                yield (words[at][1][0], words[end - 1][1][1]), term
                at = end - 1
                break
        at += 1


def _known(phrase: str) -> str | None:
    forms = (
        phrase,
        *(phrase.removesuffix(end) for end in ("'s", "s", "es") if phrase.endswith(end)),
    )
    return next((form for form in forms if form in TERMS), None)
