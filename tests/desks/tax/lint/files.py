"""Documents and a small library, written by the tests themselves."""

import io
import zipfile
from collections.abc import Sequence
from pathlib import Path
from xml.sax.saxutils import escape

_NAMESPACE = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def law_xml(work: str, title: str, since: str, articles: Sequence[str], lapsed: str = "") -> str:
    """Return a law in the official format; an article given as ``2/3`` has three numbered paragraphs."""
    body = "".join(_article(*one.partition("/")[::2]) for one in articles)
    gone = (
        f'<artikel status="vervallen" inwerking="2012-01-01"><kop><nr>{lapsed}</nr></kop></artikel>'
    )
    changing = "<artikel><kop><nr>99</nr></kop><al><redactie>Wijzigt de Gemeentewet.</redactie></al></artikel>"
    return (
        f'<toestand bwb-id="{work}" inwerkingtreding="{since}"><wetgeving><citeertitel>{title}</citeertitel>'
        f"<wet-besluit><wettekst>{body}{gone if lapsed else ''}{changing}</wettekst></wet-besluit>"
        "</wetgeving></toestand>"
    )


def _article(number: str, paragraphs: str) -> str:
    text = f"De heffing van artikel {number} bedraagt drie euro."
    counted = range(1, int(paragraphs or 0) + 1)
    content = "".join(f"<lid><lidnr>{one}</lidnr><al>{text}</al></lid>" for one in counted)
    return f"<artikel><kop><nr>{number}</nr></kop>{content or f'<al>{text}</al>'}</artikel>"


def ruling_xml(ecli: str, court: str, day: str) -> str:
    """Return a ruling in the official format."""
    return (
        '<open-rechtspraak><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" '
        'xmlns:dcterms="http://purl.org/dc/terms/"><rdf:Description>'
        f"<dcterms:identifier>{ecli}</dcterms:identifier><dcterms:creator>{court}</dcterms:creator>"
        f"<dcterms:date>{day}</dcterms:date></rdf:Description></rdf:RDF>"
        '<uitspraak xmlns="http://www.rechtspraak.nl/schema/rechtspraak-1.0">'
        "<para>Overwogen is iets.</para></uitspraak></open-rechtspraak>"
    )


def write_docx(
    path: Path, paragraphs: Sequence[str], footnotes: Sequence[str] = (), raw: str = ""
) -> Path:
    """Write a Word document; ``raw`` is put into its body as it is."""
    notes = '<w:footnote w:type="separator" w:id="-1"><w:p/></w:footnote>' + "".join(
        f'<w:footnote w:id="{number}">{_paragraph(text)}</w:footnote>'
        for number, text in enumerate(footnotes, start=1)
    )
    body = "".join(map(_paragraph, paragraphs))
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", _word("document", f"<w:body>{body}{raw}</w:body>"))
        if footnotes:
            archive.writestr("word/footnotes.xml", _word("footnotes", notes))
    return path


def _word(tag: str, content: str) -> str:
    return f'<?xml version="1.0"?><w:{tag} xmlns:w="{_NAMESPACE}">{content}</w:{tag}>'


def _paragraph(text: str) -> str:
    """Return a paragraph in two runs, as a word processor would cut it anywhere."""
    middle = len(text) // 2
    runs = (text[:middle], text[middle:])
    return f"<w:p>{''.join(f'<w:r><w:t>{escape(run)}</w:t></w:r>' for run in runs)}</w:p>"


def write_pdf(path: Path, pages: Sequence[str]) -> Path:
    """Write a PDF with one line of text a page."""
    count = len(pages)
    kids = " ".join(f"{4 + 2 * number} 0 R" for number in range(count))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {count} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
    ]
    for number, text in enumerate(pages):
        shown = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        stream = f"BT /F1 11 Tf 50 750 Td ({shown}) Tj ET"
        objects += [
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 900 800] "
            f"/Resources << /Font << /F1 3 0 R >> >> /Contents {5 + 2 * number} 0 R >>",
            f"<< /Length {len(stream)} >>\nstream\n{stream}\nendstream",
        ]
    path.write_bytes(_assembled(objects))
    return path


def _assembled(objects: Sequence[str]) -> bytes:
    file, places = io.BytesIO(), []
    file.write(b"%PDF-1.4\n")
    for number, content in enumerate(objects, start=1):
        places.append(file.tell())
        file.write(f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1"))
    start = file.tell()
    file.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    file.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    file.write(
        f"trailer << /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n".encode()
    )
    return file.getvalue()
