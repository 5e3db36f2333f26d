"""Reads one Markdown file, with what documentation adds to it: ids, admonitions, imports and tags of MDX."""

import html
import re
from collections.abc import Collection, Iterator, Sequence, Set
from dataclasses import replace
from itertools import groupby, pairwise
from pathlib import PurePath

from markdown_it import MarkdownIt
from markdown_it.token import Token

from src.search.loaders.cutting import Block, Stretch, cut
from src.search.loaders.lines import TextMark, stretches_of
from src.search.loaders.loaded import decoded
from src.search.loaders.sections import LoadedSections
from src.texts import beside

FEWEST_ROWS = 4
"""Named rows from which on a table is one to look names up in."""

LONGEST_TABLE = 2_000
"""Characters up to which a table stays whole: it is read at a glance, and its rows tell of each other."""

_RULE = re.compile(r"[ \t]*\|?[ \t:|-]+\|[ \t:|-]*")
_NAMED = re.compile(r"[ \t]*\|[ \t]*`(?P<name>[^`\n|]{2,80})`")


def with_rows(stretch: Stretch) -> Iterator[Stretch]:
    """Yield a stretch without the named rows of its tables, and each of these, with the head of its table."""
    kept: list[Block] = []
    rows: list[Stretch] = []
    for block in stretch.blocks:
        lines = block.text.split("\n")
        named = [_NAMED.match(line) for line in lines]
        if (
            len(block.text) < LONGEST_TABLE
            or len(lines) < 2
            or not _RULE.fullmatch(lines[1])
            or sum(map(bool, named)) < FEWEST_ROWS
        ):
            kept.append(block)
            continue
        for at, (line, found) in enumerate(zip(lines, named, strict=True)):
            if found:
                row = replace(
                    block,
                    text="\n".join((*lines[:2], line)),
                    first_line=block.first_line + at,
                    last_line=block.first_line + at,
                )
                name = found["name"]
                rows.append(Stretch((*stretch.headings, name), (row,), entry=name))
        rest = [line for at, line in enumerate(lines) if not named[at]]
        kept += [replace(block, text="\n".join(rest))] if len(rest) > 2 else []
    yield replace(stretch, blocks=tuple(kept))
    yield from rows


_BLOCKS, _INLINE = (
    "|".join(beside(__file__, "tags")[name].split()) for name in ("blocks", "inline")
)
_UNCLOSED = frozenset("br dd dt hr img input li p source td th tr wbr".split())
"""Tags that need no end."""
_SPAN = r"(?P<ticks>`+)(?!`).{0,2000}?(?<!`)(?P=ticks)(?!`)"
_TAG = re.compile(
    rf"{_SPAN}|<!--.{{0,20000}}?-->"
    rf"|<(?P<end>/?)(?P<name>(?P<block>{_BLOCKS})|{_INLINE})(?P<rest>(?:\s(?:[^<>\"']|\"[^\"]{{0,2000}}\"|'[^']{{0,2000}}')*)?)/?>",
    re.IGNORECASE | re.DOTALL,
)
_ENTITY = re.compile(rf"{_SPAN}|(?P<entity>&(?:#\d+|#x[\da-fA-F]+|[a-zA-Z]\w*);)", re.DOTALL)
_STYLED = re.compile(r"</?(?:font|span|u|b|i)(?:\s[^<>]*)?>", re.IGNORECASE)
CLOSING = re.compile(r"</([a-z]\w*)\s*>")
_ALT = re.compile(r"\salt\s*=\s*(?:\"([^\"]*)\"|'([^']*)')", re.IGNORECASE)


def without_tags(text: str, closed: Set[str]) -> str:
    """Return Markdown without tags, comments and entities of HTML; what stands in backticks stays.

    A tag without attributes that is not ``closed`` in its file is a placeholder: ``<name>`` of "call it <name>".
    """

    def said(found: re.Match[str]) -> str:
        name = (found["name"] or "").lower()
        if found["ticks"] or (name and not _is_tag(found, name, closed)):
            return found[0]
        alt = _ALT.search(found["rest"] or "") if name == "img" else None
        words = " ".join((alt[1] or alt[2] or "").split()) if alt else " " * bool(found["block"])
        return words + "\n" * found[0].count("\n")

    lines = _TAG.sub(said, text).split("\n") if "<" in text else text.split("\n")
    before = text.split("\n")
    kept = "\n".join(
        now if now == was or not was.lstrip().startswith("<") else now.strip()
        for now, was in zip(lines, before, strict=True)
    )
    return _ENTITY.sub(_unescaped, kept) if "&" in kept else kept


def _is_tag(found: re.Match[str], name: str, closed: Set[str]) -> bool:
    return bool(found["end"] or found["rest"].strip() or name in _UNCLOSED or name in closed)


def _unescaped(found: re.Match[str]) -> str:
    return html.unescape(found[0]).replace("\xa0", " ") if found["entity"] else found[0]


_FRONT_MATTER = re.compile(
    r"(?:---[ \t]*\n(?=\s*(?:[\w.\"'-]+[ \t]*:|---|\.\.\.)).*?\n(?:---|\.\.\.)"
    r"|\+\+\+[ \t]*\n(?=\s*(?:[\w.\"'-]+[ \t]*=|\[|\+\+\+)).*?\n\+\+\+)[ \t]*(?:\n|\Z)",
    re.DOTALL,
)
"""At the top, and beginning with a key: a line of dashes may be a rule as well."""
_SEARCHED = re.compile(
    r"^(?:title|description|summary|keywords|tags)[ \t]*[:=][ \t]*(.+)$", re.MULTILINE
)
_MARKUP = re.compile(r"[`*]|!?\[([^\]]{0,2000})\]\([^)]{0,2000}\)")
_ID = re.compile(r"\{:?[ \t]*#([^\s{}]+)[^{}]*\}[ \t]*$")
"""Behind a heading: ``{#ports}``, ``{ #ports .class }``."""
_MARKER = re.compile(r"[ \t]*(?:/{3,}|:{3,})(.*)")
_KIND = re.compile(r"[ \t]*(?:\{[^}]*\}|[\w-]+)?[ \t]*(?:\{[^}]*\})?[ \t]*")
"""Behind the marker of an admonition: ``note``, ``{.tip}``."""
_TAGS = re.compile(
    r"[ \t]*(?:</?[A-Z][\w.]*(?:[ \t][^<>]*)?/?>[ \t]*|\{/\*(?:(?!\*/\}).)*\*/\}[ \t]*)+"
)
"""A line of components of JSX, or of its comments, and nothing else."""
_STATEMENT = re.compile(
    r"import\s+(?:[\w*{][^'\"]*\sfrom\s+)?['\"][^'\"]+['\"];?\s*$|import\s+\{\s*$"
    r"|export\s+(?:const|let|var)\s+\w+\s*=|export\s+default\s+(?:function\b|\(|\{)"
    r"|export\s+(?:async\s+)?function\s*\w*\("
)


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a file: what stands before the first heading, if anything, and each heading's own text."""
    text = decoded(content)
    matter = _FRONT_MATTER.match(text)
    words = " ".join(_SEARCHED.findall(matter[0])) if matter else ""
    if matter:  # its lines stay, so that those below keep their numbers
        text = "\n" * matter[0].count("\n") + text[matter.end() :]
    lines = text.split("\n")
    left_out = _without_markers(lines)
    stretches = [part for stretch in _stretches(lines, left_out) for part in with_rows(stretch)]
    return cut(name, stretches, re.sub(r"[\[\]\"',\s]+", " ", words).strip())


def _tokens(lines: Sequence[str]) -> list[Token]:
    """Return the blocks; what stands inside a line is not looked at."""
    return MarkdownIt().disable(["inline", "text_join"]).parse("\n".join(lines))


def _without_markers(lines: list[str]) -> frozenset[int]:
    """Blank the lines that only a program reads, but for a title in them; return the numbers of those left blank."""
    markers: set[int] = set()
    code: set[int] = set()
    for token in _tokens(lines):
        if token.map and (token.type in ("fence", "code_block") or _is_preformatted(token)):
            code.update(range(*token.map))
            if token.info.startswith("console"):  # its colours are written as tags
                first, after = token.map
                lines[first:after] = (_STYLED.sub("", line) for line in lines[first:after])
        elif token.map and token.type == "paragraph_open" and token.level == 0:
            markers.update(_statements(lines, *token.map))
    _clean(lines, code)
    for number, line in enumerate(lines):
        if number in code:
            continue
        if marker := _MARKER.fullmatch(line):
            lines[number] = _title(marker[1])
            markers.add(number)
        elif number in markers or _TAGS.fullmatch(line):
            lines[number] = ""
            markers.add(number)
    blank = {number for number in markers if not lines[number]}
    return frozenset(blank | set(_blank_lines_behind(lines, blank)))


def _clean(lines: list[str], code: Collection[int]) -> None:
    """Take the tags of HTML out of all lines but those of code; each line keeps its number."""
    closed = set(CLOSING.findall("\n".join(lines).lower()))
    for is_code, run in groupby(range(len(lines)), lambda number: number in code):
        numbers = list(run)
        if not is_code:
            first, after = numbers[0], numbers[-1] + 1
            told = without_tags("\n".join(lines[first:after]), closed)
            lines[first:after] = told.split("\n")


def _title(marked: str) -> str:
    """Return the title behind a marker: ``/// note | Title``, ``:::note[Title]``, ``:::tip Title``."""
    said = _KIND.sub("", marked, count=1)
    if said.startswith(("|", "[")):
        return said[1:].strip(" \t]")
    return "" if "=" in said else said.strip(" \t:")


def _blank_lines_behind(lines: Sequence[str], left_out: Collection[int]) -> Iterator[int]:
    """Yield the blank lines that would stand twice where a line between two of them is left out."""
    for number in left_out:
        around = lines[max(0, number - 1) : number + 2]
        if number + 1 < len(lines) and not any(line.strip() for line in around):
            yield number + 1


def _is_preformatted(token: Token) -> bool:
    return token.type == "html_block" and token.content.lstrip().lower().startswith("<pre")


def _statements(lines: Sequence[str], first: int, after: int) -> Iterator[int]:
    """Yield the lines of the imports and exports with which a paragraph begins; one ends when its brackets do."""
    opened = 0
    for number in range(first, after):
        if opened <= 0 and not _STATEMENT.match(lines[number]):
            return
        opened += sum(lines[number].count(sign) for sign in "([{")
        opened -= sum(lines[number].count(sign) for sign in ")]}")
        yield number


def _stretches(lines: Sequence[str], left_out: frozenset[int]) -> list[Stretch]:
    tokens = _tokens(lines)
    starts = sorted({token.map[0] for token in tokens if token.level == 0 and token.map})
    return stretches_of(lines, _headings(tokens), starts, left_out)


def _headings(tokens: Sequence[Token]) -> Iterator[TextMark]:
    """Yield each heading; one in a quote or list is text."""
    for token, inline in pairwise(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            given = _ID.search(inline.content)
            title = " ".join(_MARKUP.sub(r"\1", _ID.sub("", inline.content)).split())
            first, after = token.map
            yield TextMark(first, after, int(token.tag[1]), title, given[1] if given else "")
