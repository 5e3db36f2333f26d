"""What can be told in English of a text in a language without a glossary: identifiers, names and loan words. Pure."""

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from src.desks.docs.code import IDENTIFIER, is_identifier
from src.desks.docs.offline.glossary import glossary

SHORTEST_STEM = 5
"""Letters that a word and its English cousin begin with alike: "Konfiguration", "configuración", "конфигурация"."""

MOST_LETTERS_APART = 4
"""By which two cousins may differ in length."""

LEAST_COVERED = 0.2
"""Share of the words that tell something below which too little was understood, where it is one word alone."""

_CYRILLIC: dict[int, str] = {
    **{
        ord(one): sound
        for one, sound in zip(
            "абвгґдеёєзиіїйклмнопрстуфхэыюя", "abvggdeeeziiiiklmnoprstufheiua", strict=True
        )
    },
    **{
        ord(one): sound
        for one, sound in (("ж", "j"), ("ц", "ts"), ("ч", "ch"), ("ш", "sh"), ("щ", "sh"))
    },
    **dict.fromkeys(map(ord, "ъь"), ""),
}
_SOUNDS = (
    ("ph", "f"),
    ("ck", "k"),
    ("qu", "k"),
    ("c", "k"),
    ("z", "s"),
    ("x", "ks"),
    ("y", "i"),
    ("w", "v"),
    ("h", ""),
)
_DOUBLED = re.compile(r"(.)\1")
_TELLING = 4
"""Letters from which on a word of these languages tells something; shorter ones are articles and the like."""

SHORTEST_LOAN = 4
LONGEST_WORD = 40
_NEVER_BORROWED = frozenset(
    "with from this that what when where which then than also some such even been have were could would will must "
    "your their there here many most more less over under into after before same other each both only just like "
    "come take gold train dies para como sera sein comment".split()
)


@dataclass(frozen=True)
class Understood:
    """What of a text could be told in English, and which share of what it tells that is."""

    english: str
    share: float
    has_identifier: bool

    @property
    def is_enough(self) -> bool:
        """Whether it may be searched for: with an identifier, with two words, or with enough of the few there are."""
        few = " " not in self.english and self.share < LEAST_COVERED
        return bool(self.english) and (self.has_identifier or not few)


def understood(text: str) -> Understood:
    """Return the identifiers, names and loan words of a text in any language, in their order."""
    kept: list[str] = []
    known = told = 0
    exact = False
    is_latin = all(
        sign.isascii() or "LATIN" in unicodedata.name(sign, "") for sign in text if sign.isalpha()
    )
    for token in _tokens(text):
        is_kept = is_identifier(token) or (token.isascii() and not is_latin)
        english = token if is_kept else _english(token)
        kept += [english] if english else []
        known += bool(english)
        told += bool(english) or _tells(token)
        exact |= is_identifier(token)
    share = known / told if told else 0.0
    return Understood(" ".join(kept), round(share, 2), exact)


def _tokens(text: str) -> Iterator[str]:
    at = 0
    for match in IDENTIFIER.finditer(text):
        if not match.group().isascii() or _touches_letters(text, match):
            continue
        yield from re.findall(r"[^\W\d_]+", text[at : match.start()])
        yield match.group()
        at = match.end()
    yield from re.findall(r"[^\W\d_]+", text[at:])


def _touches_letters(text: str, match: re.Match[str]) -> bool:
    """Tell whether a piece of ASCII is only part of an accented word: "v" and "rifier" of "vérifier"."""
    beside = text[match.start() - 1 : match.start()] + text[match.end() : match.end() + 1]
    return any(sign.isalpha() and "LATIN" in unicodedata.name(sign, "") for sign in beside)


def _tells(word: str) -> bool:
    return len(word) >= _TELLING or not word.isascii()


def _english(word: str) -> str:
    """Return the English word that one is borrowed from or akin to; empty where there is none."""
    if not SHORTEST_LOAN <= len(word) <= LONGEST_WORD:
        return ""
    if word.lower() in _terms():
        return word
    sound = _sound(word)
    for length in range(len(sound), SHORTEST_STEM - 1, -1):
        akin = _akin().get(sound[:length], ())
        near = [one for one in akin if abs(len(_sound(one)) - len(sound)) <= MOST_LETTERS_APART]
        if near:
            return min(near, key=lambda one: (abs(len(one) - len(word)), one))
    return next(iter(_akin().get(f"{sound}.", ())), "")


@cache
def _terms() -> frozenset[str]:
    """English words that are borrowed: those of documentation, and none that is a small word elsewhere."""
    return (
        frozenset(word for word in glossary().english if len(word) >= SHORTEST_LOAN)
        - _NEVER_BORROWED
    )


@cache
def _akin() -> dict[str, tuple[str, ...]]:
    """English words by what their sound begins with, and by all of it with a point behind."""
    found: dict[str, list[str]] = {}
    for word in sorted(_terms()):
        sound = _sound(word)
        found.setdefault(f"{sound}.", []).append(word)
        for length in range(SHORTEST_STEM, len(sound) + 1):
            found.setdefault(sound[:length], []).append(word)
    return {start: tuple(words) for start, words in found.items()}


def _sound(word: str) -> str:
    """Return about how a word sounds, in letters that are the same in languages that borrow from each other."""
    letters = unicodedata.normalize("NFKD", word.lower().translate(_CYRILLIC))
    sound = "".join(sign for sign in letters if not unicodedata.combining(sign))
    for written, heard in _SOUNDS:
        sound = sound.replace(written, heard)
    return _DOUBLED.sub(r"\1", sound)
