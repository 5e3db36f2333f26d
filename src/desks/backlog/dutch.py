"""What Dutch words of work and of software are called in English, by the project's lists. Read once, then pure."""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from src.places import SHIPPED
from src.search.documents.analysers import dutch_term, fold

GLOSSARIES = tuple(
    SHIPPED / "data" / "glossaries" / name for name in ("work-nl-en.txt", "docs-nl-en.txt")
)
"""What both have the first one says."""

SHORTEST_PART = 3
"""Letters of a part of a compound."""

_LINKS = ("", "s", "en", "e")
"""What may stand between two parts."""

_LONG, _SHORT = re.compile(r"([aeou])\1([b-df-hj-np-tv-z])$"), r"\1\2"
"""A long vowel at the end of a form, and how it is written before another syllable: ``annuleer``, ``annuleren``."""

_WORD = re.compile(r"[a-z]{2,}")
_SAYS_NOTHING = frozenset({"to", "the", "of", "be", "for"})


@lru_cache(20_000)
def in_english(word: str) -> tuple[str, ...]:
    """Return the English words of a Dutch one, in lower case, also of a compound of two; none for an unknown word."""
    return _known(word) or next(_of_parts(word), ())


def _known(word: str) -> tuple[str, ...]:
    known = _by_stem()
    return next((known[stem] for stem in _stems(word) if stem in known), ())


def _stems(word: str) -> Iterator[str]:
    """Yield the stems under which a word may be found: its own, and those of the verb that it is a participle of."""
    for one in (word, *_infinitives(word)):
        stem = dutch_term(one)
        if stem:
            yield stem


def _infinitives(word: str) -> Iterator[str]:
    """Yield what a form may be of: ``geboekt`` of ``boeken``, ``aangemeld`` of ``aanmelden``, ``inlevert``."""
    before, ge, behind = word.partition("ge")
    if ge and len(behind) > SHORTEST_PART:
        if behind[-1] in "dt":
            yield f"{before}{behind[:-1]}en"
            yield f"{before}{_LONG.sub(_SHORT, behind[:-1])}en"
            yield f"{before}{behind}en"
        yield before + behind
    if word.endswith("t"):
        yield f"{word[:-1]}en"
        yield f"{_LONG.sub(_SHORT, word[:-1])}en"


def _of_parts(word: str) -> Iterator[tuple[str, ...]]:
    for at in range(len(word) - SHORTEST_PART, SHORTEST_PART - 1, -1):
        tail = _known(word[at:])
        heads = (word[:at].removesuffix(link) for link in _LINKS if word[:at].endswith(link))
        head = next(
            (found for one in heads if len(one) >= SHORTEST_PART and (found := _known(one))), ()
        )
        if head and tail:
            yield (*head, *tail)


@cache
def _by_stem() -> Mapping[str, tuple[str, ...]]:
    made: dict[str, tuple[str, ...]] = {}
    for path in GLOSSARIES:
        for line in path.read_text(encoding="utf-8").splitlines():
            left, is_entry, right = line.partition("=")
            if line.startswith("#") or not is_entry:
                continue
            english = tuple(one for one in _WORD.findall(right.lower()) if one not in _SAYS_NOTHING)
            for entry in left.split(","):
                word = fold(entry.strip().replace("|", ""))
                stem = dutch_term(word) if " " not in word else None
                if stem and english:
                    made.setdefault(stem, english)
    return made
