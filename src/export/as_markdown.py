"""The page as Markdown, with footnotes that GitHub, Pandoc and most editors know. Pure."""

import re

from src.export import memo

_SIGNS = re.compile(r"([\\`*_{}\[\]<>#|~&$!^])")
_STARTS = re.compile(r"^(\s*)(?:([-+=])|(\d+)([.)]))")


def markdown(page: memo.Page) -> str:
    """Return the page as Markdown; in no text of it does any Markdown work."""
    title = f"# {page.kind}: {escaped(page.title)}"
    notes = [f"[^{note.number}]: {_inlines(note.content)}" for note in page.notes]
    blocks = [_block(block) for block in page.blocks]
    return "\n\n".join([title, *blocks, *notes]) + "\n"


def escaped(text: str) -> str:
    """Return words in which no Markdown works, also at the front of a line."""
    inert = _SIGNS.sub(r"\\\1", text).replace("://", "\\://").replace("www.", "www\\.")
    return _STARTS.sub(_disarmed, inert)


def _disarmed(found: re.Match[str]) -> str:
    space, sign, number, behind = found.groups()
    return f"{space}\\{sign}" if sign else f"{space}{number}\\{behind}"


def _block(block: memo.Block) -> str:
    match block:
        case memo.Heading():
            return f"## {escaped(block.text)}"
        case memo.Paragraph(role="warning"):
            return f"> {_inlines(block.content)}"
        case memo.Paragraph():
            return _inlines(block.content)
        case memo.Items():
            return "\n".join(
                f"{f'{number}.' if block.numbered else '-'} {_inlines(item)}"
                for number, item in enumerate(block.items, start=block.first)
            )
        case memo.Table():
            return _table(block)
        case memo.Figure():
            return escaped(block.caption)


def _table(table: memo.Table) -> str:
    head = [escaped(cell) for cell in table.head] or [" " for _ in table.widths]
    rows = [[_inlines(cell) for cell in row] for row in table.rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [head, ["---"] * len(head), *rows])


def _inlines(content: memo.Inlines) -> str:
    return "".join(map(_inline, content))


def _inline(inline: memo.Inline) -> str:
    match inline:
        case memo.Link():
            return f"[{escaped(inline.text)}](<{_address(inline.url)}>)"
        case memo.TextRun(style="strong"):
            return f"**{escaped(inline.text)}**" if inline.text.strip() else ""
        case memo.TextRun(style="code"):
            return f"`{inline.text.replace('`', '')}`"
        case memo.TextRun():
            return escaped(inline.text)
        case _:
            return f"[^{inline.number}]"


def _address(url: str) -> str:
    """Return an address as it may stand between the angle brackets of a link, also in a table."""
    signs = {"<": "%3C", ">": "%3E", "|": "%7C", " ": "%20", "\\": "%5C"}
    return "".join(signs.get(sign, sign) for sign in url)
