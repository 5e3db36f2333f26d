"""The laws that a tax question turns on: identifier, name, abbreviations, and whether they are at its core."""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from src.texts import beside

WORD = re.compile(r"[0-9]+(?:[.:][0-9]+)*(?:[^\W\d_]{1,4}[0-9]{0,2})?(?![^\W_])|[^\W_]+")
"""One word of a law's name or of a citation; ``3.119a``, ``6:7`` and ``22j`` are one word each."""


@dataclass(frozen=True)
class Law:
    """A law under its number in the Basiswettenbestand, with the names by which it is cited."""

    work: str
    title: str
    short: str
    aliases: tuple[str, ...] = ()
    core: bool = False
    """True for the statutes that most tax questions are about."""


NAMES = beside(__file__, "law_names")


def _table(name: str) -> dict[str, tuple[str, ...]]:
    return {work: tuple(names) for work, names in NAMES[name].items()}


MORE_NAMES = _table("more_names")
"""More names of ``LAWS``: in English and by their date; a date stands only where it names one law."""

OTHER_LAWS = _table("other_laws")
"""Dutch law outside the tax list that tax texts cite; each under its number, its name first."""

EUROPEAN_LAW = _table("european_law")
"""European law and treaties that tax texts cite; known, but no loader brings it into the library."""

LAWS = tuple(Law(**{**law, "aliases": tuple(law.get("aliases", ()))}) for law in NAMES["laws"])

ENGLISH_NAMES: dict[str, str] = NAMES["english_names"]
"""Names under which foreign advisers cite Dutch laws."""

CIVIL_CODE = "BW"
"""Stands for the Burgerlijk Wetboek as a whole: which book is meant, the article's number tells."""

CIVIL_CODE_BOOKS: dict[str, str] = NAMES["civil_code_books"]
"""Books of the Burgerlijk Wetboek, each a work of its own; ``artikel 2:19 BW`` is article 19 of book 2."""

_TAX_NAME = re.compile(
    r"belasting|fisca|accijns|heffing|toeslag|douane|invordering|btw", re.IGNORECASE
)
_YEAR = re.compile(r" (?:19|20)[0-9]{2}$")
"""A law is often cited without the year of its name."""

_LONG_WORD = re.compile(r"[^\W\d_]{9,}")
"""A word in which one wrong letter leaves no doubt which is meant, ..."""
_OF_LAWS_ALONE = re.compile(r"belasting|wet$|accijns|toeslag|douane|invordering|verzekering")
"""... where no other word differs from it by a letter."""
_BEGINNING = 3
"""Letters that must be right."""

_BY_WORK = {law.work: law for law in LAWS}
_TITLES = {
    **{work: names[0] for work, names in (OTHER_LAWS | EUROPEAN_LAW).items()},
    **{work: f"Burgerlijk Wetboek Boek {book}" for book, work in CIVIL_CODE_BOOKS.items()},
    **{law.work: law.title for law in LAWS},
}


def fold(text: str) -> str:
    """Return the text in lower case without accents."""
    if text.isascii():
        return text.lower()
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).lower()


def alias_key(name: str) -> str:
    """Return the form under which a law's name is looked up: its words in lower case, one space apart."""
    return " ".join(WORD.findall(fold(name)))


def listed(work: str) -> Law:
    """Return what is known of a law; where it is not on the list, one without any name."""
    return _BY_WORK.get(work) or Law(work, title="", short="")


def is_listed(work: str) -> bool:
    """Tell whether a bare number beside the law's name may be an article: not for ``2 AOW`` or ``3 AVG``."""
    return work not in OTHER_LAWS and work not in EUROPEAN_LAW


def is_tax(work: str, title: str) -> bool:
    return work in _BY_WORK or _TAX_NAME.search(title) is not None


class LawNames:
    """Knows the names of laws, and which law's name stands at a place in a row of words."""

    def __init__(self, more: Mapping[str, str] | None = None) -> None:
        """Take the laws of ``LAWS``, and ``more``: names with the identifier of their law."""
        more = more or {}
        self._titles = {work: name for name, work in more.items()}
        named = {alias_key(name): work for name, work in more.items()}
        named.update(_listed_names())
        self._works = {_YEAR.sub("", name): work for name, work in named.items()} | named
        self._works.pop("", None)
        self._spelled = _by_beginning(self._works)
        self._longest_from: dict[str, int] = {}
        self._longest_to: dict[str, int] = {}
        for name in self._works:
            words = name.split(" ")
            for table, word in ((self._longest_from, words[0]), (self._longest_to, words[-1])):
                table[word] = max(table.get(word, 0), len(words))

    def corrected(self, text: str) -> str:
        """Return the text with the long words of laws' names spelled as they are there, where one letter is wrong."""
        return _LONG_WORD.sub(lambda word: self._corrected(word.group()), text)

    def _corrected(self, word: str) -> str:
        folded = fold(word)
        alike = self._spelled.get(folded[:_BEGINNING], ())
        if folded in alike:
            return word
        return next((known for known in alike if _is_slip(folded, known)), word)

    def title(self, work: str) -> str:
        """Return a law's name, that of the library where it has the law; its identifier where none is known."""
        return self._titles.get(work) or _TITLES.get(work, work)

    def starting_at(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """Return the law with the longest name that begins here, and the place behind its last word."""
        longest = self._longest_from.get(words[at], 0) if at < len(words) else 0
        for end in range(min(len(words), at + longest), at, -1):
            work = self._works.get(" ".join(words[at:end]))
            if work:
                return work, end
        return None

    def ending_before(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        """Return the law with the longest name that ends right before this place, and where it begins."""
        longest = self._longest_to.get(words[at - 1], 0) if at else 0
        for start in range(max(0, at - longest), at):
            work = self._works.get(" ".join(words[start:at]))
            if work:
                return work, start
        return None


def _by_beginning(names: Iterable[str]) -> dict[str, list[str]]:
    """Return the long words of names by their first letters, each once."""
    found: dict[str, list[str]] = {}
    for word in dict.fromkeys(word for name in names for word in _LONG_WORD.findall(name)):
        if _OF_LAWS_ALONE.search(word):
            found.setdefault(word[:_BEGINNING], []).append(word)
    return found


def _is_slip(word: str, known: str) -> bool:
    """Tell whether a word is another but for one letter too many, too few, wrong, or two that changed places.

    Where only the ending differs it is another form of the word, or another word.
    """
    pairs = enumerate(zip(word, known, strict=False))
    same = next((at for at, (text, other) in pairs if text != other), min(len(word), len(known)))
    rest, known_rest = word[same:], known[same:]
    if min(len(rest), len(known_rest)) <= 1:
        return False
    swapped = rest[1] + rest[0] + rest[2:]
    tails = {
        (rest[1:], known_rest),
        (rest, known_rest[1:]),
        (rest[1:], known_rest[1:]),
        (swapped, known_rest),
    }
    return any(text == other for text, other in tails)


def _listed_names() -> dict[str, str]:
    listed = {law.work: (law.title, law.short, *law.aliases) for law in LAWS}
    tables = (EUROPEAN_LAW, OTHER_LAWS, MORE_NAMES, listed)
    return {
        **{alias_key(name): work for name, work in ENGLISH_NAMES.items()},
        **{
            alias_key(spelled): work
            for table in tables
            for work, names in table.items()
            for name in names
            for spelled in _spellings(name)
        },
        "bw": CIVIL_CODE,
        "burgerlijk wetboek": CIVIL_CODE,
        "civil code": CIVIL_CODE,
        "dutch civil code": CIVIL_CODE,
    }


def _spellings(name: str) -> tuple[str, ...]:
    """Return a name with and without the words that people add or leave out: ``Wet (op de) loonbelasting``."""
    if name.startswith("Wet op de "):
        return (name, f"Wet {name.removeprefix('Wet op de ')}")
    if name.startswith("Wet ") and name.split()[1].endswith("belasting"):
        return (name, f"Wet op de {name.removeprefix('Wet ')}")
    return (name,)


ABBREVIATIONS: dict[str, str] = NAMES["abbreviations"]
"""Those of Dutch tax practice and of statutes, written out as statutes have it."""

_ORDINARY_WORDS = frozenset(
    {"ak", "bees", "bes", "bmw", "eer", "for", "gn", "mia", "se", "so", "var"}
)
"""Abbreviations only where they stand in capitals."""

_SHORT_NAME = re.compile(r"[A-Z][A-Za-z]{1,5}")
_OF_LAWS = {
    name: names[0].lower()
    for names in OTHER_LAWS.values()
    for name in names[1:]
    if _SHORT_NAME.fullmatch(name)
}
"""Abbreviations of other laws, only as they are spelled here: ``ro`` and ``sv`` may be anything."""

_SHORT_WORD = re.compile(r"box [123]\b|[^\W_]+", re.IGNORECASE)


def written_out(text: str) -> list[str]:
    found = (meaning_of(word) for word in dict.fromkeys(_SHORT_WORD.findall(text)))
    return list(dict.fromkeys(filter(None, found)))


def meaning_of(word: str) -> str | None:
    """Return what an abbreviation stands for, as statutes have it; None where it is not known."""
    may_be_short = word.isupper() or word.lower() not in _ORDINARY_WORDS
    written = ABBREVIATIONS.get(word.lower()) if may_be_short else None
    return written or _OF_LAWS.get(word)
