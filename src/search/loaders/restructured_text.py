"""Reads one file of reStructuredText: docutils finds headings and blocks, the text is the file's own.

So what only Sphinx knows, its roles and directives, loses no word, and nothing that a directive names is opened.
"""

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePath

from docutils import nodes
from docutils.frontend import get_default_settings
from docutils.parsers.rst import Parser
from docutils.utils import new_document

from src.search.loaders.cutting import ENTRY, cut
from src.search.loaders.lines import TextMark, stretches_of
from src.search.loaders.loaded import NotLoaded, decoded
from src.search.loaders.sections import LoadedSections

_INERT = {
    "file_insertion_enabled": False,
    "raw_enabled": False,
    "report_level": 5,  # of what it says to a terminal: nothing
    "halt_level": 5,
    "syntax_highlight": "none",
}
_OTHER_LINE_ENDS = re.compile(r"[\v\f\x1c-\x1e\x85\u2028\u2029]")
"""Lines end here for docutils, and not for those who count the lines of a file."""
_ADORNMENT = re.compile(r"([!-/:-@[-`{-~])\1*[ \t]*")
_LABEL = re.compile(r"\.\. _`?([^:`]+)`?:[ \t]*")
_ENTRY = re.compile(
    r"(?P<indent>[ \t]*)\.\.[ ](?:\w+:)?"
    r"(?P<kind>attribute|class|classmethod|confval|data|decorator|describe|envvar|exception|fieldlookup|function|method"
    r"|option|object|property|setting|staticmethod|templatefilter|templatetag)::[ ](?P<name>.*\S)[ \t]*"
)
_OPTION = re.compile(r"[ \t]+:[\w-]+:")
_ROLE = re.compile(r":[\w.:+-]+:(?=`)")
_MARKUP = re.compile(r"`+([^`<]*?)(?:\s*<[^`>]*>)?`+_{0,2}|\*+([^*]+)\*+|\|([^|]+)\|")


def sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a file; their anchors are the labels before headings, else made as docutils makes them."""
    lines = decoded(content).split("\n")
    document = _parsed("\n".join(lines))
    marks = [*_headings(document, lines), *_entries(lines)]
    return cut(name, stretches_of(lines, marks, _starts(document, lines)))


def _parsed(text: str) -> nodes.document:
    settings = get_default_settings(Parser)
    for setting, value in _INERT.items():
        setattr(settings, setting, value)
    document = new_document("", settings)
    try:
        Parser().parse(_OTHER_LINE_ENDS.sub(" ", text), document)
    except RecursionError as error:
        raise NotLoaded("it is nested too deep") from error
    return document


def _headings(document: nodes.document, lines: Sequence[str]) -> Iterator[TextMark]:
    for section in document.findall(nodes.section):
        under = (section.line or 1) - 1
        words = under - 1
        if not 0 < under < len(lines) or not _ADORNMENT.fullmatch(lines[under]):
            continue
        over = words > 0 and lines[words - 1][:1] == lines[under][:1]
        first, label = _labelled(lines, words - 1 if over else words)
        title = _title(lines[words])
        yield TextMark(first, under + 1, _depth(section), title, nodes.make_id(label or title))


def _depth(section: nodes.Element) -> int:
    above = section.parent
    return 1 if not isinstance(above, nodes.section) else 1 + _depth(above)


def _labelled(lines: Sequence[str], first: int) -> tuple[int, str]:
    label = ""
    number = first - 1
    while number >= 0 and (not lines[number].strip() or _LABEL.fullmatch(lines[number])):
        if found := _LABEL.fullmatch(lines[number]):
            label = label or found[1]
            first = number
        number -= 1
    return first, label


def _title(line: str) -> str:
    found = _MARKUP.sub(lambda match: match[1] or match[2] or match[3] or "", _ROLE.sub("", line))
    return " ".join(found.replace("\\", "").split())


def _starts(document: nodes.document, lines: Sequence[str]) -> list[int]:
    """Return the lines where a block begins: one that is not indented, with nothing right before it."""
    starts = set()
    for above in (document, *document.findall(nodes.section)):
        for child in above.children:
            number = child.line - 1 if isinstance(child, nodes.Element) and child.line else 0
            if (
                0 < number < len(lines)
                and lines[number][:1].strip()
                and not lines[number - 1].strip()
            ):
                starts.add(number)
    return sorted(starts)


def _entries(lines: Sequence[str]) -> Iterator[TextMark]:
    """Yield what a directive of Sphinx describes to be looked up: an option, a setting, a function."""
    for number, line in enumerate(lines):
        found = _ENTRY.fullmatch(line)
        if not found:
            continue
        indent, after = len(found["indent"]), number + 1
        named = [found["name"].strip()]
        while (
            after < len(lines)
            and len(_indent(lines[after])) > indent
            and not _OPTION.match(lines[after])
            and lines[after].strip()
        ):
            named.append(lines[after].strip())
            after += 1
        while after < len(lines) and _OPTION.match(lines[after]):
            after += 1
        end = after
        while end < len(lines) and (not lines[end].strip() or len(_indent(lines[end])) > indent):
            end += 1
        if any(lines[at].strip() for at in range(after, end)):
            title = _title(", ".join(named))
            yield TextMark(number, after, ENTRY, title, _anchor(found["kind"], named[0]), end)


def _indent(line: str) -> str:
    return line[: len(line) - len(line.lstrip())]


def _anchor(kind: str, name: str) -> str:
    """Return the id that Sphinx gives an entry, but for what the directives around it add."""
    bare = re.sub(r"[(=\[ ].*", "", name)
    prefix = {
        "option": "cmdoption-",
        "confval": "confval-",
        "envvar": "envvar-",
        "setting": "std-setting-",
    }
    return f"{prefix[kind]}{bare.lstrip('-')}" if kind in prefix else bare
