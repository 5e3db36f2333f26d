"""What a Dutch question is searched for in English, beside its own words: a list of words of documentation. Pure."""

import re
from collections.abc import Sequence
from functools import cache

from src.desks.docs.code import identifiers_in, is_identifier
from src.language.glossary import Glossary, read_glossary, stem_of, stems_of
from src.places import SHIPPED

DUTCH_ENGLISH = SHIPPED / "data" / "glossaries" / "docs-nl-en.txt"

LONGEST_PHRASE = 4
_WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*|[?!.,;:]")


@cache
def glossary() -> Glossary:
    """Return the list of the project, read at the first question that needs it."""
    return read_glossary(DUTCH_ENGLISH.read_text(encoding="utf-8"))


def in_english(dutch: str) -> str:
    """Return a Dutch question word by word in English; names and what is not known stay as they are."""
    tokens, said, at = _tokens(dutch), [], 0
    taken: set[int] = set()
    while at < len(tokens):
        length, word = _next(tokens, at, taken)
        said += [word] if at not in taken else []
        at += length
    return re.sub(r" (?=[?!.,;:])", "", " ".join(said))


def _next(tokens: Sequence[str], at: int, taken: set[int]) -> tuple[int, str]:
    """Return how many tokens are said next, and how; a particle that belongs to a verb before it is taken."""
    token, words = tokens[at], glossary()
    if is_identifier(token):
        return 1, token
    for length in range(LONGEST_PHRASE, 1, -1):
        stems = tuple(stem_of(token.lower()) for token in tokens[at : at + length])
        if len(stems) == length and stems in words.words:
            return length, words.words[stems]
    for stem in stems_of(token.lower()):
        for later in range(at + 1, len(tokens)) if stem in words.apart else ():
            if tokens[later] in "?!.,;:":
                break
            if meaning := words.apart[stem].get(tokens[later].lower()):
                taken.add(later)
                return 1, meaning
    return 1, words.meaning(token) or token


def _tokens(text: str) -> list[str]:
    """Return words and signs, and identifiers whole."""
    found: list[str] = []
    at = 0
    for match in identifiers_in(text):
        if is_identifier(match.group()):
            found += [*_WORD.findall(text[at : match.start()]), match.group()]
            at = match.end()
    return [*found, *_WORD.findall(text[at:])]
