"""The page as a Word document, with footnotes that are Word's own."""

import io
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from src.export import memo
from src.export.pack import rewritten

if TYPE_CHECKING:
    from docx.document import Document
    from docx.opc.part import XmlPart
    from docx.text.paragraph import Paragraph as WordParagraph
    from lxml.etree import _Element as Element

_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
# Word wants the two lines above notes to be footnotes themselves, named in the settings.
_EMPTY = (Path(__file__).parent / "memo_footnotes.xml").read_bytes()


_MARK = "FootnoteReference"


def linked(part: "XmlPart", link: memo.Link) -> "Element":
    """Return a link to stand in a paragraph of this part, which keeps its address."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml.ns import qn

    element = _element("hyperlink")
    target = part.relate_to(link.url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    element.set(qn("r:id"), target)
    element.append(_run(_text(link.text), "Hyperlink"))
    return element


def _run(content: "Element", style: str = "") -> "Element":
    run = _element("r")
    if style:
        properties = _element("rPr")
        properties.append(_element("rStyle", val=style))
        run.append(properties)
    run.append(content)
    return run


def _text(words: str) -> "Element":
    text = _element("t")
    text.text = words
    text.set("{http://www.w3.org/XML/1998/namespace}space", "preserve")
    return text


def _element(name: str, **attributes: str) -> "Element":
    from docx.oxml import OxmlElement

    return OxmlElement(
        f"w:{name}", {f"{{{_NAMESPACE}}}{key}": value for key, value in attributes.items()}
    )


STYLES = (Path(__file__).parent / "memo_styles.xml").read_bytes()

ROLES = {"plain": "Normal", "lead": "Memo Lead", "warning": "Memo Warning", "quiet": "Memo Quiet"}
SHOWN = frozenset({"image/png", "image/jpeg"})
"""Word shows no webp: of those only the words stand there."""
PER_PIXEL, WIDEST, HIGHEST = 25.4 / 96, 160, 200
"""Millimetres of a picture on paper."""
RUNS = {"strong": "Strong", "quiet": "Memo Aside", "code": "Memo Code"}


def docx(page: memo.Page) -> bytes:
    """Return the page as DOCX; the same bytes for the same page."""
    import docx as word

    document = word.Document()
    _dress(document, page)
    writer = _Writer(document, page)
    document.add_paragraph(page.kind, style="Subtitle")
    document.add_paragraph(page.title, style="Title")
    for block in page.blocks:
        writer.block(block)
    document.add_paragraph(style="Memo Cell")  # a table is never the last of a document
    buffer = io.BytesIO()
    document.save(buffer)
    return rewritten(buffer.getvalue())


def _dress(document: "Document", page: memo.Page) -> None:
    """Give a new document our styles, A4 paper, a footer and its properties, and take out what its template shows."""
    from docx.oxml import parse_xml
    from docx.shared import Mm

    styles = document.styles.element
    styles[:] = list(parse_xml(STYLES.replace(b"nl-NL", _LOCALES[page.language])))
    for rels in (document.part.rels, document.part.package.rels):
        for name in [name for name, entry in rels.items() if entry.reltype.endswith(_UNUSED)]:
            del rels[name]
    section = document.sections[0]
    section.page_width, section.page_height = Mm(210), Mm(297)
    section.left_margin = section.right_margin = Mm(25)
    section.top_margin = section.bottom_margin = Mm(24)
    foot = section.footer.paragraphs[0]
    before, between = f"{page.kind}\t{page.words['page']} ", f" {page.words['of']} "
    for words, filled_in in ((before, "PAGE"), (between, "NUMPAGES")):
        foot.add_run(words)
        field = _element("fldSimple", instr=filled_in)  # which Word fills in
        field.append(_run(_text("1")))
        foot._p.append(field)
    about = document.core_properties
    about.title, about.author, about.language = page.title, page.author, page.language
    about.comments = about.keywords = ""
    about.created = about.modified = datetime.fromisoformat(page.date)


_UNUSED = ("/thumbnail", "/stylesWithEffects", "/customXml")
"""Parts of the template: pictures and styles of another document."""

_LOCALES = {"nl": b"nl-NL", "en": b"en-GB"}


class _Writer:
    def __init__(self, document: "Document", page: memo.Page) -> None:
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.opc.packuri import PackURI
        from docx.opc.part import XmlPart
        from docx.oxml import parse_xml

        self._document = document
        self._page = page
        package = document.part.package
        self._notes = XmlPart(PackURI("/word/footnotes.xml"), _KIND, parse_xml(_EMPTY), package)
        document.part.relate_to(self._notes, RELATIONSHIP_TYPE.FOOTNOTES)
        separators = _element("footnotePr")
        separators.extend([_element("footnote", id="-1"), _element("footnote", id="0")])
        # The settings have an order, and these stand before those of compatibility.
        document.settings.element.find(f"{{{_NAMESPACE}}}compat").addprevious(separators)

    def block(self, block: memo.Block) -> None:
        match block:
            case memo.Heading():
                style = "Memo Appendix" if block.appendix else "Heading 1"
                self._document.add_paragraph(block.text, style=style)
            case memo.Paragraph():
                paragraph = self._document.add_paragraph(style=ROLES[block.role])
                self._write(paragraph, block.content)
            case memo.Items():
                self._items(block)
            case memo.Table():
                self._table(block)
            case memo.Figure():
                self._figure(block)

    def _figure(self, block: memo.Figure) -> None:
        from docx.shared import Mm

        if block.media_type in SHOWN:
            share = min(PER_PIXEL, WIDEST / block.width, HIGHEST / block.height)
            width, height = Mm(block.width * share), Mm(block.height * share)
            shown = self._document.add_picture(io.BytesIO(block.content), width, height)
            shown._inline.docPr.set("descr", block.alternative)
        self._document.add_paragraph(block.caption, style=ROLES["quiet"])

    def _items(self, block: memo.Items) -> None:
        for number, item in enumerate(block.items, start=block.first):
            paragraph = self._document.add_paragraph(style="Memo Item")
            # Written out: Word would go on counting from one list to the next.
            paragraph.add_run(f"{number}.\t" if block.numbered else "•\t")
            self._write(paragraph, item)

    def _table(self, table: memo.Table) -> None:
        from docx.shared import Mm

        grid = self._document.add_table(rows=0, cols=len(table.widths), style="Memo Table")
        grid.autofit = False
        widths = [Mm(160 * share / sum(table.widths)) for share in table.widths]
        for column, width in zip(grid.columns, widths, strict=True):
            column.width = width
        head: tuple[memo.Inlines, ...] = tuple(
            (memo.TextRun(text=text, style="strong"),) for text in table.head
        )
        for row in (head, *table.rows) if head else table.rows:
            for cell, width, content in zip(grid.add_row().cells, widths, row, strict=True):
                cell.width = width
                cell.paragraphs[0].style = "Memo Cell"
                self._write(cell.paragraphs[0], content)
        if head:
            # Word shows this row again at the top of each page.
            grid.rows[0]._tr.get_or_add_trPr().append(_element("tblHeader"))

    def _write(self, paragraph: "WordParagraph", content: memo.Inlines) -> None:
        for inline in content:
            match inline:
                case memo.Link():
                    paragraph._p.append(linked(self._document.part, inline))
                case memo.Reference():
                    self._refer(paragraph, self._page.notes[inline.number - 1])
                case _:
                    paragraph.add_run(inline.text, style=RUNS.get(inline.style))

    def _refer(self, paragraph: "WordParagraph", note: memo.Note) -> None:
        """Put the mark of a footnote behind what the paragraph holds, and the footnote where Word keeps them."""
        paragraph._p.append(_run(_element("footnoteReference", id=str(note.number)), _MARK))
        words = _element("p")
        style = _element("pPr")
        style.append(_element("pStyle", val="FootnoteText"))
        words.extend([style, _run(_element("footnoteRef"), _MARK), _run(_text(" "))])
        for inline in note.content:
            if isinstance(inline, memo.Link):
                words.append(linked(self._notes, inline))
            elif inline.type == "text":
                words.append(_run(_text(inline.text)))
        footnote = _element("footnote", id=str(note.number))
        footnote.append(words)
        self._notes.element.append(footnote)
