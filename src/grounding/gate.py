"""The quote gate: where the words of a quote stand, and whether they may carry a footnote. Pure.

A verdict proves that a quote exists, not that it supports the claim beside it.
"""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from src.dossier.models import Source, Verdict
from src.grounding.units import Units, lines_with, unit_of, words_in
from src.language.opposites import has

FEWEST_WORDS = 3
"""Words below which a quote proves nothing: 'the following' stands in any text."""

FEWEST_WORDS_OF_A_PART = 2
"""Words below which a part of a quote with an ellipsis is not looked for: single words can be made to say anything."""

LONGEST_GAP = 400
"""Characters that an ellipsis may stand for."""

VERIFIED: frozenset[Verdict] = frozenset(("exact", "normalised"))
"""The verdicts with which a claim may carry a footnote."""

ELLIPSIS = re.compile(r"\s*(?:\[\s*(?:\.{3,}|…)\s*\]|\(\s*(?:\.{3,}|…)\s*\)|\.{3,}|…)\s*")


_A_NAME = re.compile(
    r"`[^`\n]+`|(?=\S*[^\W\d_])(?=\S*(?:[^\W_][._/:=@\d]|-\w+-|[a-z][A-Z]))\S+[^\W_][)\]}>]*"
)
"""A name of code, as no word of a sentence is: ``req-tag-owner``, ``env=prod``, ``storage_failed``."""

_AROUND_A_LINE = re.compile(r"[\s\"',;]*")
"""What a quote of a whole line may lack of it: nothing that could turn what it says, as a minus would."""

_ANOTHER_SENTENCE = re.compile(r"[.;:?!]\s|\n")
"""What an ellipsis may not pass over either: the end of a sentence, of a part, of a paragraph."""

_QUOTED = re.compile(r"[“„«\"](?P<quote>[^“”„«»\"]+)[”“»\"]")

# Quotes and sources are compared in a form of which only what carries no meaning is taken out: white space, quotation
# marks, hyphens inside words and invisible characters. Every letter, digit and other sign stays, in its case.
_QUOTATION = "\"'“”„‟‘’‚‛«»‹›`´"
_DASHES = "‐‑‒–—―−"
_INVISIBLE = "\u00ad\u200b\u200c\u200d\u2060\ufeff"

_INSIDE_WORD = re.compile(r"(?<=[^\W\d_])(?:-|-[^\S\n]*\n\s*)(?=[^\W\d_])")
"""A hyphen between two letters, also one that ends a line: ``voor-\\nbeeld``."""

ENUMERATOR = re.compile(
    r"(?:\A|(?<=[.;:])[^\S\n]*\n)[^\S\n]*"
    r"(?P<number>(?:[0-9]{1,3}[a-z]{0,2}[.°º]|[a-z]{1,2}[.)°]|[ivx]{1,4}[.)°]|[-–•](?!\s*[0-9]))[^\S\n]+)"
)
"""The number of a paragraph or the letter of a part, where it begins a line behind the end of a sentence or part. A
line that breaks off in a sentence goes on with it: "bedraagt\\n21. percent", "saldo\\n- 500"."""

_REPLACED = str.maketrans({**dict.fromkeys(_DASHES, "-"), **dict.fromkeys(_INVISIBLE, "")})


@dataclass(frozen=True)
class Canonical:
    """A text in that form, and for each of its characters the place in the text that it comes from."""

    text: str
    places: tuple[int, ...]


def canonical(text: str, *, without_numbers: bool = False) -> Canonical:
    """Return the text in the form that is compared, ``without_numbers`` of its paragraphs and parts if asked."""
    spans = [match.span() for match in _INSIDE_WORD.finditer(text.translate(_SAME_LENGTH))]
    if without_numbers:
        spans += [match.span("number") for match in ENUMERATOR.finditer(text)]
    dropped = {at for span in spans for at in range(*span)}
    letters: list[str] = []
    places: list[int] = []
    for at, letter in enumerate(text):
        if at in dropped or letter in _QUOTATION or letter in _INVISIBLE:
            continue
        kept = " " if letter.isspace() else letter.translate(_REPLACED)
        if kept == " " and (not letters or letters[-1] == " "):
            continue
        letters.append(kept)
        places.append(at)
    if letters and letters[-1] == " ":
        letters.pop()
        places.pop()
    return Canonical("".join(letters), tuple(places))


_SAME_LENGTH = str.maketrans(dict.fromkeys(_DASHES, "-"))


@dataclass(frozen=True)
class CheckedQuote:
    """A verdict; of a verified quote its place in the text of its source, else where it stands instead, if anywhere."""

    verdict: Verdict
    start: int | None = None
    end: int | None = None
    found_in: str = ""
    """Id of the other source, or of the other version, that has the words."""

    @property
    def place(self) -> tuple[int, int, Literal["exact", "normalised"]] | None:
        """Where it begins and ends, and how it stands there; None where it was not found."""
        if self.start is None or self.end is None:
            return None
        return self.start, self.end, "exact" if self.verdict == "exact" else "normalised"


def check(
    quote: str,
    source: Source | None,
    selected: Iterable[Source] = (),
    versions: Iterable[Source] = (),
    units: Units = unit_of,
    *,
    short: bool = False,
) -> CheckedQuote:
    """Return the verdict on a quote that is said to stand in ``source``; None is a source that is not there.

    ``selected`` are the sources that an answer may use, ``versions`` the other versions of the same source. Their
    order makes no difference. ``units`` says by what a source is quoted. ``short``: fewer words than three count as
    well where they stand once in the source, or are a name.
    """
    if short and source is not None and _is_clear(quote, source.content):
        return placed(quote, source.content) or CheckedQuote("not-found")
    if len(words_in(quote)) < FEWEST_WORDS:
        if source is not None and units(source) != "sentence":
            return whole_line(quote, source.content) or CheckedQuote("too-short")
        return CheckedQuote("too-short")
    if source is not None:
        found = find(quote, source.content)
        if found:
            return found
    of_versions = [entry for entry in versions if source is None or entry.id != source.id]
    elsewhere: tuple[tuple[Verdict, list[Source]], ...] = (
        ("other-version", of_versions),
        ("misattributed", [entry for entry in selected if entry != source]),
    )
    for verdict, others in elsewhere:
        holders = (other.id for other in others if find(quote, other.content))
        holder = min(holders, default=None)
        if holder:
            return CheckedQuote(verdict, found_in=holder)
    return CheckedQuote("not-found")


def placed(quote: str, text: str) -> CheckedQuote | None:
    """Return where a quote stands in a text; one of fewer words than three only where it is clear what it means."""
    if len(words_in(quote)) < FEWEST_WORDS and not _is_clear(quote, text):
        return None
    return find(quote, text)


def _is_clear(quote: str, text: str) -> bool:
    """Return whether a short quote stands in a text once, or is a name, which means the same wherever it stands."""
    words = quote.strip()
    first = _whole_words(words, text) if words_in(words) else None
    if first is None or _A_NAME.fullmatch(words):
        return first is not None
    return _whole_words(words, text, first + 1) is None


def find(quote: str, text: str) -> CheckedQuote | None:
    """Return where a quote stands in a text, word for word or but for what carries no meaning; None if it does not."""
    words = quote.strip()
    exact = _whole_words(words, text)
    if exact is not None:
        return CheckedQuote("exact", exact, exact + len(words))
    for without_numbers in (False, True):
        place = _place(words, canonical(text, without_numbers=without_numbers), text)
        if place:
            return CheckedQuote("normalised", *place)
    return None


def without_quotes(text: str, sources: Iterable[Source]) -> str:
    """Return a text without what it quotes of these sources word for word."""
    contents = [source.content for source in sources]

    def own(found: re.Match[str]) -> str:
        quote = found["quote"]
        is_long = len(words_in(quote)) >= FEWEST_WORDS
        return " " if is_long and any(find(quote, text) for text in contents) else found[0]

    return _QUOTED.sub(own, text)


def whole_line(quote: str, text: str) -> CheckedQuote | None:
    """Return where a quote stands as a line of its own; None where it is no line, or a part of one."""
    for at, line in lines_with(words_in(quote), text):
        found = find(quote, line)
        start, end, verdict = (found and found.place) or (0, 0, None)
        if verdict and _AROUND_A_LINE.fullmatch(line[:start] + line[end:]):
            return CheckedQuote(verdict, at + start, at + end)
    return None


def _whole_words(words: str, text: str, start: int = 0) -> int | None:
    """Return where words stand as a whole: "21" is no part of "21,5" or "21.000", nor "chapter 3" of "chapter 3.11"."""
    if not words:
        return None
    before = r"(?<![0-9][.,:/])" if words[0].isdigit() else ""
    behind = r"(?![.,:/][0-9])" if words[-1].isdigit() else ""
    found = re.compile(rf"(?<!\w){before}{re.escape(words)}(?!\w){behind}").search(text, start)
    return found.start() if found else None


def _place(quote: str, source: Canonical, text: str) -> tuple[int, int] | None:
    """Return where the parts of a quote stand in a source: one after the other, with no more between than may be."""
    parts = [canonical(part).text for part in ELLIPSIS.split(quote)]
    parts = [part for part in parts if part]
    if not parts or (
        len(parts) > 1 and any(len(words_in(part)) < FEWEST_WORDS_OF_A_PART for part in parts)
    ):
        return None
    start = _whole_words(parts[0], source.text)
    while start is not None:
        end = _followed(start + len(parts[0]), parts[1:], source, text)
        if end is not None:
            return source.places[start], source.places[end - 1] + 1
        start = _whole_words(parts[0], source.text, start + 1)
    return None


def _followed(end: int, parts: Sequence[str], source: Canonical, text: str) -> int | None:
    """Return where the parts behind the first end, each the nearest behind the one before."""
    for part in parts:
        start = _whole_words(part, source.text, end)
        if start is None or not _may_be_left_out(source, end, start, text):
            return None
        end = start + len(part)
    return end


def _may_be_left_out(source: Canonical, end: int, start: int, text: str) -> bool:
    """Whether an ellipsis may stand for what is between: part of one sentence, without a word that turns it."""
    between = text[source.places[end - 1] + 1 : source.places[start]]
    return (
        start - end <= LONGEST_GAP
        and not has("turns", between)
        and not _ANOTHER_SENTENCE.search(between)
    )
