"""The whole sentences or lines around a quote, in which it is shown. Pure."""

import re
from itertools import takewhile

from src.language.function_words import DUTCH, ENGLISH

LONGEST_SENTENCE = 900
"""Characters up to which a quote is completed to the sentences or lines that it is part of."""

BEFORE, BEHIND = 200, 250
"""Characters around a quote that a reading is shown, and the rest of the sentences that they end in: an exception
mostly stands behind its rule, and a sentence that breaks off may lack its "not"."""

_SENTENCE_STARTS = re.compile(r"(?:\A|(?<=[.;:?!])\s+)(?=\S)")
_WORD = re.compile(r"\w+")
_NEXT_ITEM = re.compile(r"\n[^\S\n]*(?:[0-9]{1,3}[a-z]{0,2}|[a-z]{1,2}|[ivx]{1,4})[.)°]\Z")
"""The number or letter of the next part, which ends no sentence of this one: "dan wel\\nb."."""
_BROKEN_WORD = re.compile(r"(?<=[^\W\d_])-[^\S\n]*\n\s*(?=[^\W\d_])")


def one_line(text: str) -> str:
    """Return the text with every run of white space as one space; wording, case and punctuation stay."""
    return " ".join(text.split())


def as_shown(text: str) -> str:
    """Return the text on one line, with words that a line broke off made whole; their hyphen stays."""
    return one_line(_BROKEN_WORD.sub("-", text))


def shared_words(text: str, other: str) -> float:
    """Return which share of the words of a text that mean something another one has as well."""
    words, there = (set(_WORD.findall(word.casefold())) - DUTCH - ENGLISH for word in (text, other))
    return len(words & there) / len(words) if words else float(text == other)


def whole_sentences(
    text: str, start: int, end: int, longest: int = LONGEST_SENTENCE
) -> tuple[int, int]:
    """Return the place of the sentences of which a quote's place is a part, so that no "niet" is left out before it.

    Sentences that are too long to show are left as they were quoted.
    """
    starts = [match.end() for match in _SENTENCE_STARTS.finditer(text)]
    first = max((at for at in starts if at <= start), default=0)
    last = min((at for at in starts if at >= end), default=len(text))
    passage = text[first:end] + _NEXT_ITEM.sub("", text[end:last].rstrip())
    if len(passage) > longest:
        return start, end
    return first, first + len(passage)


def whole_lines(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place of the lines of which a quote's place is a part, without the space around them."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    passage = text[first : last if last >= 0 else len(text)].rstrip()
    if len(passage) > LONGEST_SENTENCE:
        return start, end
    first += len(passage) - len(passage.lstrip())
    return first, first + len(passage.lstrip())


FENCED = re.compile(
    r"^[ \t]*(?P<fence>`{3,}|~{3,})[^\n]*\n(?P<code>.*?)(?:^[ \t]*(?P=fence)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
"""A block of code, with its fences."""
_PARAGRAPH_END = re.compile(
    r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*+] |\d+[.)] |#{1,6} |>|`{3}|~{3}|\{[*!%]|--8<--))|(?<=[*!%]\})[ \t]*\n"
)
_INCLUDES = re.compile(r"[ \t]*(?:\{[*!%].*[*!%]\}|--8<--.*|`{3,}.*|~{3,}.*)?[ \t]*")
"""A line that puts another file in its place, or a fence around one: ``{* ../server.py hl[1] *}``."""
_LINK = re.compile(r"\[[^\[\]]*\]\([^()\n]*\)")
_ROW = re.compile(r"[ \t]*\|")
_RULE = re.compile(r"[ \t]*\|?[ \t]*:?-[-:| \t]*")
"""The line of a table below its head."""


def code_around(text: str, start: int, end: int) -> tuple[int, int] | None:
    """Return the place of the block of code, with its fences, in which a place of Markdown is; None outside any."""
    blocks = (match.span() for match in FENCED.finditer(text))
    return next(((first, last) for first, last in blocks if first <= start and end <= last), None)


def rows_around(text: str, start: int, end: int) -> str:
    """Return the rows of a table of Markdown that a place is in, below the head of that table; empty outside any."""
    first, last = whole_lines(text, start, end)
    rows = text[first:last].split("\n")
    above = list(takewhile(_ROW.match, reversed(text[:first].split("\n")[:-1])))[::-1]
    table = [*above[:2], *rows] if above else rows
    is_table = len(table) > 1 and all(map(_ROW.match, table)) and _RULE.fullmatch(table[1])
    return "\n".join(dict.fromkeys(table)) if is_table else ""


def passages_in(text: str) -> list[str]:
    """Return the passages of Markdown that say something: blocks of code whole, no line that puts a file in."""
    code, at, found = list(FENCED.finditer(text)), 0, []
    for start, end in [*(match.span() for match in code), (len(text), len(text))]:
        found += [*_PARAGRAPH_END.split(text[at:start]), text[start:end]]
        at = end
    return [text.strip() for text in found if not only_includes(text)]


def only_includes(passage: str) -> bool:
    """Return whether a passage of Markdown says nothing itself: it puts other files in its place."""
    return all(_INCLUDES.fullmatch(line) for line in passage.split("\n"))


def whole_passages(text: str, start: int, end: int) -> tuple[int, int]:
    """Return the place in Markdown of the lines of code, rows or sentences that a quote's place is a part of."""
    block = code_around(text, start, end)
    if block:
        return _lines_of_code(text, *block, start, end)
    if _ROW.match(text, text.rfind("\n", 0, start) + 1):
        return whole_lines(text, start, end)
    breaks = [match.span() for match in _PARAGRAPH_END.finditer(text)]
    first = max((after for _, after in breaks if after <= start), default=0)
    last = min((before for before, _ in breaks if before >= end), default=len(text))
    # No sentence begins inside a link.
    passage = _LINK.sub(lambda link: "x" * len(link[0]), text[first:last])
    inside = whole_sentences(passage, start - first, end - first)
    return inside[0] + first, inside[1] + first


def _lines_of_code(text: str, first: int, last: int, start: int, end: int) -> tuple[int, int]:
    """Return the place of the lines of a block of code that a place is in, with their indent and without its fences."""
    code = text.find("\n", first, last) + 1
    closes = text.rfind("\n", code, last)
    is_closed = closes >= 0 and not text[closes:last].strip().strip("`~")
    behind = closes if is_closed else last
    begins = max(code, text.rfind("\n", first, max(start, code)) + 1)
    ends = text.find("\n", min(max(end, begins), behind), behind)
    return begins, ends if ends >= 0 else behind
