"""The form in which a quote and its source are compared: only what carries no meaning is taken out. Pure.

White space, quotation marks, hyphens inside words and invisible characters go; every letter, digit and other sign
stays, in its case. So two quotes that differ in a letter or a digit never become one.
"""

import re
from dataclasses import dataclass

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
    dropped = {at for span in _dropped(text, without_numbers) for at in range(*span)}
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


def _dropped(text: str, without_numbers: bool) -> list[tuple[int, int]]:
    spans = [match.span() for match in _INSIDE_WORD.finditer(text.translate(_SAME_LENGTH))]
    if without_numbers:
        spans += [match.span("number") for match in ENUMERATOR.finditer(text)]
    return spans


_SAME_LENGTH = str.maketrans(dict.fromkeys(_DASHES, "-"))
