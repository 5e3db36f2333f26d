"""The page as one self-contained HTML file: no script, nothing that is loaded, nothing that acts."""

import base64
import hashlib
from html import escape
from pathlib import Path
from string import Template

from src.export import memo

STYLE = (Path(__file__).parent / "memo.css").read_text(encoding="utf-8")
_PAGE = Template((Path(__file__).parent / "memo.html").read_text(encoding="utf-8"))

_STYLE_HASH = base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()

POLICY = (
    f"default-src 'none'; style-src 'sha256-{_STYLE_HASH}'; base-uri 'none'; form-action 'none'"
)
"""What a browser may do with the file: apply its own style sheet, and nothing else."""


WIDEST = 640
"""Pixels of a picture on the page."""


def policy(page: memo.Page) -> str:
    """Return what a browser may do with this file: the same, and show the pictures that stand in it."""
    return f"{POLICY}; img-src data:" if page.figures else POLICY


def html(page: memo.Page) -> str:
    """Return the page as HTML; every text of it is escaped."""
    blocks = list(map(_block, page.blocks))
    # The notes stand where reading ends and looking up begins.
    end = next(
        (n for n, one in enumerate(page.blocks) if isinstance(one, memo.Heading) and one.appendix),
        len(blocks),
    )
    body = "\n".join([*blocks[:end], _notes(page), *blocks[end:]])
    words = {name: escape(getattr(page, name)) for name in ("kind", "title", "author", "date")}
    return _PAGE.substitute(
        words, language=page.language, policy=policy(page), style=STYLE, body=body
    )


def _notes(page: memo.Page) -> str:
    if not page.notes:
        return ""
    back = escape(page.words["back"])
    items = "\n".join(
        f'<li id="note-{note.number}">{_inlines(note.content)} '
        f'<a class="back" role="doc-backlink" href="#claim-{note.number}" aria-label="{back}">↩</a></li>'
        for note in page.notes
    )
    heading = f"<h2>{escape(page.words['notes'])}</h2>"
    return (
        f'<section class="notes" role="doc-endnotes">\n{heading}\n<ol>\n{items}\n</ol>\n</section>'
    )


def _block(block: memo.Block) -> str:
    match block:
        case memo.Heading():
            kind = ' class="appendix"' if block.appendix else ""
            return f"<h2{kind}>{escape(block.text)}</h2>"
        case memo.Paragraph():
            kind = "" if block.role == "plain" else f' class="{block.role}"'
            return f"<p{kind}>{_inlines(block.content)}</p>"
        case memo.Items():
            name = "ol" if block.numbered else "ul"
            begins = f' start="{block.first}"' if block.numbered and block.first > 1 else ""
            items = "\n".join(f"<li>{_inlines(item)}</li>" for item in block.items)
            return f"<{name}{begins}>\n{items}\n</{name}>"
        case memo.Table():
            return _table(block)
        case memo.Figure():
            return _figure(block)


def _figure(figure: memo.Figure) -> str:
    share = min(1.0, WIDEST / figure.width)
    width, height = (max(1, round(side * share)) for side in (figure.width, figure.height))
    data = base64.b64encode(figure.content).decode()
    source = f"data:{escape(figure.media_type)};base64,{data}"
    shown = (
        f'<img src="{source}" alt="{escape(figure.alternative)}" width="{width}" height="{height}">'
    )
    caption = f"<figcaption>{escape(figure.caption)}</figcaption>"
    return f'<figure class="scroll">\n{shown}\n{caption}\n</figure>'


def _table(table: memo.Table) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in table.head)
    whole = sum(table.widths)
    shares = "".join(f'<col width="{100 * width // whole}%">' for width in table.widths)
    columns = f"<colgroup>{shares}</colgroup>\n"
    head = f"<thead><tr>{head}</tr></thead>\n" if head else ""
    first = "td" if table.head else 'th scope="row"'
    rows = "\n".join(
        "<tr>"
        + "".join(
            f"<{tag}>{_inlines(cell)}</{tag.split()[0]}>"
            for tag, cell in zip([first, *["td"] * len(row)], row, strict=False)
        )
        + "</tr>"
        for row in table.rows
    )
    return f'<div class="scroll"><table>\n{columns}{head}<tbody>\n{rows}\n</tbody>\n</table></div>'


def _inlines(content: memo.Inlines) -> str:
    return "".join(map(_inline, content))


def _inline(inline: memo.Inline) -> str:
    match inline:
        case memo.Link():
            return f'<a href="{escape(inline.url)}" rel="noopener noreferrer">{escape(inline.text)}</a>'
        case memo.TextRun(style="strong"):
            return f"<strong>{escape(inline.text)}</strong>"
        case memo.TextRun(style="quiet"):
            return f"<small>{escape(inline.text)}</small>"
        case memo.TextRun(style="code"):
            return f"<code>{escape(inline.text)}</code>"
        case memo.TextRun():
            return escape(inline.text)
        case _:
            n = inline.number
            return f'<sup id="claim-{n}"><a role="doc-noteref" href="#note-{n}">{n}</a></sup>'
