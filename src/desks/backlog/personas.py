"""The persona of an item: whether it is a role, a speaker, or a name of the meeting. Pure."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from src.desks.backlog.transcript import Utterance
from src.grounding.units import words_in


def is_speaker(persona: str, said: Sequence[Utterance]) -> bool:
    """Tell whether a persona is how a transcript labels somebody who speaks: by their name, or by a role."""
    speakers = {each.speaker.casefold() for each in said} - {""}
    return persona.casefold() in speakers | {name.split()[0] for name in speakers}


def is_role(persona: str, told: Iterable[str]) -> bool:
    """Tell whether a persona is no name: it is written small, by the model or in the meeting, or has an article."""
    small = rf"{re.escape(persona.lower())}(?:e?n|s)?"
    words = re.compile(rf"(?<!\w)(?:{small}|(?i:(?:an?|the|de|het|een)\s+{small}))(?!\w)")
    return persona.islower() or any(map(words.search, told))


def is_named(persona: str, within: str) -> bool:
    """Tell whether a meeting says the words of a persona, in singular or plural."""
    said = _singulars(within)
    return all(_singular(word) in said for word in words_in(persona.casefold()))


@lru_cache(4)
def _singulars(within: str) -> frozenset[str]:
    """Return the words of a meeting, of which every item asks."""
    return frozenset(_singular(word) for word in words_in(within.casefold()))


def _singular(word: str) -> str:
    return word.removesuffix("s") if len(word) > 3 else word
