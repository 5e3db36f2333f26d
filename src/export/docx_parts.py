"""What python-docx does not make: footnotes, links, fields and heads of tables, as the format has them."""

from typing import TYPE_CHECKING

from src.export.page import Link, Note

if TYPE_CHECKING:
    from docx.document import Document
    from docx.opc.part import XmlPart
    from docx.table import _Row
    from docx.text.paragraph import Paragraph
    from lxml.etree import _Element as Element

_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.wordprocessingml.footnotes+xml"
# Word wants the two lines above notes to be footnotes themselves, named in the settings.
_EMPTY = f"""<w:footnotes xmlns:w="{_NAMESPACE}"
 xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships">
<w:footnote w:type="separator" w:id="-1"><w:p><w:r><w:separator/></w:r></w:p></w:footnote>
<w:footnote w:type="continuationSeparator" w:id="0"><w:p><w:r><w:continuationSeparator/></w:r></w:p></w:footnote>
</w:footnotes>"""


class Notes:
    """The footnotes of a document, in a part of their own."""

    def __init__(self, document: "Document") -> None:
        from docx.opc.constants import RELATIONSHIP_TYPE
        from docx.opc.packuri import PackURI
        from docx.opc.part import XmlPart
        from docx.oxml import parse_xml

        package = document.part.package
        self._part = XmlPart(PackURI("/word/footnotes.xml"), _KIND, parse_xml(_EMPTY), package)
        document.part.relate_to(self._part, RELATIONSHIP_TYPE.FOOTNOTES)
        separators = _element("footnotePr")
        separators.extend([_element("footnote", id="-1"), _element("footnote", id="0")])
        # The settings have an order, and these stand before those of compatibility.
        document.settings.element.find(f"{{{_NAMESPACE}}}compat").addprevious(separators)

    def refer(self, paragraph: "Paragraph", note: Note) -> None:
        """Put the mark of a footnote behind what the paragraph holds, and the footnote where Word keeps them."""
        paragraph._p.append(_run(_element("footnoteReference", id=str(note.number)), _MARK))
        words = _element("p")
        style = _element("pPr")
        style.append(_element("pStyle", val="FootnoteText"))
        words.extend([style, _run(_element("footnoteRef"), _MARK), _run(_text(" "))])
        for inline in note.content:
            if isinstance(inline, Link):
                words.append(linked(self._part, inline))
            elif inline.type == "text":
                words.append(_run(_text(inline.text)))
        footnote = _element("footnote", id=str(note.number))
        footnote.append(words)
        self._part.element.append(footnote)


_MARK = "FootnoteReference"


def linked(part: "XmlPart", link: Link) -> "Element":
    """Return a link to stand in a paragraph of this part, which keeps its address."""
    from docx.opc.constants import RELATIONSHIP_TYPE
    from docx.oxml.ns import qn

    element = _element("hyperlink")
    target = part.relate_to(link.url, RELATIONSHIP_TYPE.HYPERLINK, is_external=True)
    element.set(qn("r:id"), target)
    element.append(_run(_text(link.text), "Hyperlink"))
    return element


def field(name: str) -> "Element":
    """Return a field that Word fills in, e.g. the number of the page."""
    element = _element("fldSimple", instr=name)
    element.append(_run(_text("1")))
    return element


def repeated(row: "_Row") -> None:
    """Have Word show this row again at the top of each page."""
    row._tr.get_or_add_trPr().append(_element("tblHeader"))


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

    element = OxmlElement(f"w:{name}")
    for key, value in attributes.items():
        element.set(f"{{{_NAMESPACE}}}{key}", value)
    return element
