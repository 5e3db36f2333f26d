"""What a model filled in about a message, held against it: nothing is made up, nothing is turned round. Pure."""

import re
from collections.abc import Iterable, Sequence

from src.desks.docs.forms import MOST_CHOICES, Essence, Normalised
from src.search.documents.analysers import identifiers

LONGEST_CHOICE = 300
"""Characters of a reply that is offered."""

LONGER = 3
"""So many times as long as its text a translation may be, and a few words more."""

_NUMBER = re.compile(r"(?<![\w.])\d+(?:[.,]\d+)*(?!\w)")
_FIRST_PERSON = re.compile(r"\b(?:i|my|me|mine|we|our|us)\b", re.IGNORECASE)
_SECOND_PERSON = re.compile(r"\b(?:you|your|yours)\b", re.IGNORECASE)
_UNSEEN = re.compile("[\u00ad\u200b-\u200f\u2060-\u2064\ufeff]")


def without_unseen(text: str) -> str:
    """Return a text without the signs that nobody sees, by which words are cut apart."""
    return _UNSEEN.sub("", text)


def is_borne(text: str, by: Iterable[str]) -> bool:
    """Return whether every identifier and number of a text stands in one of the others."""
    borne = " ".join(by).lower()
    named = {*map(str.lower, identifiers(text)), *_NUMBER.findall(text)}
    return all(name in borne for name in named)


def says_the_same(normalised: Normalised, text: str, language: str) -> bool:
    """Return whether a translation can be one: as long as its text, with the same names and numbers.

    One that answers the text, or does what it says, has others or is longer; of an English text it has other words.
    """
    english = normalised.text_eng.strip()
    if not english or is_too_long(english, text):
        return False
    if language == "en" and not shares_words(english, [text]):
        return False
    return is_borne(english, [text]) and is_borne(text, [english])


def is_too_long(made: str, text: str) -> bool:
    """Return whether what was made of a text is longer than it can be."""
    return len(made) > LONGER * len(text) + 200


def shares_words(text: str, others: Iterable[str]) -> bool:
    """Return whether half of the words of a text are words of the others."""
    told = set(_bare(" ".join(others)).split())
    words = _bare(text).split()
    return 2 * sum(word in told for word in words) >= len(words)


def turns_round(question: str, text_eng: str) -> bool:
    """Return whether a question speaks to the asker where the asker spoke of themselves."""
    return bool(
        _FIRST_PERSON.search(text_eng)
        and not _FIRST_PERSON.search(question)
        and _SECOND_PERSON.search(question)
        and not _SECOND_PERSON.search(text_eng)
    )


def canonical_of(essence: Essence, text: str, text_eng: str, history: Sequence[str]) -> str:
    """Return the question of an essence; the text itself where it makes something up or turns the perspective."""
    question = essence.canonical_question.strip()
    told = [text, text_eng, *history]
    holds = is_borne(question, told) and shares_words(question, told)
    if not question or not holds or is_too_long(question, text_eng):
        return text_eng
    return text_eng if turns_round(question, text_eng) else question


def related_of(essence: Essence, history: Sequence[str]) -> tuple[str, ...]:
    """Return the lines of the history that an essence names; what is no line of it is left out."""
    return tuple(one for one in history if one in essence.related_history)


def choices_of(offered: Iterable[str], asked: str) -> tuple[str, ...]:
    """Return the replies that may be offered: none twice, none that only repeats the question, four at most."""
    kept: dict[str, str] = {}
    for one in offered:
        choice = " ".join(without_unseen(one).split())
        if choice and len(choice) <= LONGEST_CHOICE and _bare(choice) != _bare(asked):
            kept.setdefault(_bare(choice), choice)
    return tuple(kept.values())[:MOST_CHOICES]


def _bare(text: str) -> str:
    return " ".join(re.findall(r"\w+", text.casefold()))
