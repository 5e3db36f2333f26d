"""Where a section stands, as people read it: `Deployment > The server, deploy.md lines 5-42`; and its text. Pure."""

import re

from src.desks.docs.words import DocsTexts
from src.dossier.models import Document, Source
from src.grounding.sentences import rows_around
from src.wording.markdown import inert, plain, unlinked


def place_of(source: Source) -> str:
    """Return the headings down to a section, or its title where it has none."""
    return (source.path if isinstance(source, Document) else "") or source.title


def standing(source: Document, texts: DocsTexts) -> str:
    """Return where a section stands but for its headings: file, lines, version and day of its last change."""
    file, first, last = source.file, source.first_line, source.last_line
    if not first:
        where = file
    elif first == last:
        where = texts.cited_line.format(file=file, first=first)
    else:
        where = texts.cited_lines.format(file=file, first=first, last=last)
    version = texts.cited_version.format(version=source.version) if source.version else ""
    changed = texts.cited_changed.format(day=source.updated.isoformat()) if source.updated else ""
    return f"{where}{version}{changed}"


def line_of(source: Source, start: int) -> int | None:
    """Return the line of its file in which a place of a section stands; None where that can't be told."""
    if not isinstance(source, Document) or not source.first_line:
        return None
    is_as_in_file = source.content.count("\n") == source.last_line - source.first_line
    return source.first_line + source.content.count("\n", 0, start) if is_as_in_file else None


def cited(source: Source, texts: DocsTexts) -> str:
    """Return where a section stands, without a link: place, file, lines, version and day of its last change."""
    place = plain(place_of(source))
    if not isinstance(source, Document) or not source.file:
        return place
    return texts.cited_in.format(place=place, where=inert(standing(source, texts)))


def linked(source: Source, texts: DocsTexts) -> str:
    """Return the same as a link to the section, where it has an address."""
    told = cited(source, texts)
    return f"[{told}]({source.url})" if source.url else told


def located(source: Source, texts: DocsTexts) -> str:
    """Return where a section stands with its link, or with the anchor by which its file has it."""
    anchor = source.anchor if isinstance(source, Document) and not source.url else ""
    return f"{linked(source, texts)} (`#{inert(anchor)}`)" if anchor else linked(source, texts)


def paired(rows: str) -> list[str]:
    """Return the rows of a table of Markdown, given below its head, each as ``head: cell; head: cell``."""
    head, *cells = (_BAR.split(row.strip().strip("|")) for row in rows.split("\n"))
    pairs = ([(a.strip(), b.strip()) for a, b in zip(head, row, strict=False)] for row in cells[1:])
    return ["; ".join(": ".join(pair) for pair in row if pair[1]) for row in pairs]


_BAR = re.compile(r"(?<!\\)\|")
LONGEST_SHOWN = 2_000
"""Characters of a section that is shown around what is marked in it."""

_INCLUDES = ("{*", "{!", "{%", "--8<--")
"""What a line begins with that puts another file in: it says nothing itself."""


def includes_code(content: str) -> bool:
    """Return whether a section puts in another file, which its text does not have."""
    lines = content.split("\n")
    return any(line.strip().startswith(("{*", "{!", "--8<--")) for line in lines)


_BREAK = re.compile(r"\n[ \t]*\n|\n(?=[ \t]*(?:[-*|] |\d+[.)] ))")


def marked(content: str, start: int, end: int) -> str:
    """Return the paragraphs of a section around a place, as a quotation with that place in bold."""
    breaks = [0, *(match.end() for match in _BREAK.finditer(content)), len(content)]
    first = max(number for number in breaks if number <= start)
    last = min(number for number in breaks if number >= end)
    for at in [
        *(number for number in breaks if number > last),
        *(number for number in breaks[::-1] if number < first),
    ]:
        if max(at, last) - min(at, first) <= LONGEST_SHOWN:
            first, last = min(at, first), max(at, last)
    if rows := paired(rows_around(content, start, end)):
        return "\n".join(f"> {inert(unlinked(row))}" for row in rows)
    before, said, after = content[first:start], content[start:end], content[end:last]
    breaks_bold = "**" in said or "`" * 3 in said or "\n\n" in said
    said = inert(unlinked(said))
    bold = said if breaks_bold else f"**{' '.join(said.split())}**"
    before, after = (inert(unlinked(text)) for text in (before, after))
    told = f"{before}{bold}{after}".strip() + (" …" if last < len(content) else "")
    lines = (line for line in told.split("\n") if not line.strip().startswith(_INCLUDES))
    return "\n".join(f"> {text}".rstrip() for text in lines)
