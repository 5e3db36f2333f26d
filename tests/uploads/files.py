"""Documents as strangers send them, written by the tests themselves."""

import io
import zipfile
import zlib
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.desks.tax.lint.files import write_docx, write_pdf

WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"


def docx(*paragraphs: str, raw: str = "") -> bytes:
    """Return a Word document; ``raw`` is put into its body as it is."""
    with TemporaryDirectory() as folder:
        return write_docx(Path(folder) / "a.docx", paragraphs, raw=raw).read_bytes()


def vtt(words: str, encoding: str = "utf-8") -> bytes:
    """Return subtitles of WebVTT in which Jan says these words."""
    cue = f"00:00:01.000 --> 00:00:02.000\r\n<v Jan>{words}</v>\r\n"
    return f"WEBVTT\r\n\r\n{cue}".encode(encoding)


def srt(words: str) -> bytes:
    """Return subtitles of SubRip in which these words are said."""
    return f"1\n00:00:01,000 --> 00:00:02,000\n{words}\n".encode()


def docx_of(xml: str, **others: str) -> bytes:
    """Return a Word document whose body is this XML, with other parts beside it."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", xml)
        for name, content in others.items():
            archive.writestr(name.replace("__", "/"), content)
    return file.getvalue()


def body(content: str, doctype: str = "") -> str:
    """Return the XML of a Word document's body."""
    return f'<?xml version="1.0"?>{doctype}<w:document xmlns:w="{WORD}"><w:body>{content}</w:body></w:document>'


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def pdf(*pages: str) -> bytes:
    """Return a PDF with one line of text a page."""
    with TemporaryDirectory() as folder:
        return write_pdf(Path(folder) / "a.pdf", pages).read_bytes()


def pdf_of(*objects: str, count: int | None = None) -> bytes:
    """Return a PDF of these objects, numbered from 1; the first is the catalogue."""
    file = io.BytesIO()
    file.write(b"%PDF-1.4\n")
    places = []
    for number, content in enumerate(objects, start=1):
        places.append(file.tell())
        file.write(f"{number} 0 obj\n{content}\nendobj\n".encode("latin-1"))
    start = file.tell()
    file.write(f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode())
    file.write("".join(f"{place:010} 00000 n \n" for place in places).encode())
    trailer = (
        f"trailer << /Size {count or len(objects) + 1} /Root 1 0 R >>\nstartxref\n{start}\n%%EOF\n"
    )
    file.write(trailer.encode())
    return file.getvalue()


CATALOGUE = "<< /Type /Catalog /Pages 2 0 R >>"


def picture_pdf() -> bytes:
    """Return a PDF whose only page is a picture, as a scanner makes it."""
    picture = zlib.compress(bytes(64 * 64))
    file = io.BytesIO()
    file.write(
        pdf_of(
            CATALOGUE,
            "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
            "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 64 64] /Contents 4 0 R "
            "/Resources << /XObject << /I 5 0 R >> >> >>",
            "<< /Length 25 >>\nstream\nq 64 0 0 64 0 0 cm /I Do Q\nendstream",
            "<< /Type /XObject /Subtype /Image /Width 64 /Height 64 /ColorSpace /DeviceGray /BitsPerComponent 8 "
            f"/Filter /FlateDecode /Length {len(picture)} >>\nstream\n{picture.decode('latin-1')}\nendstream",
        )
    )
    return file.getvalue()


def locked_pdf() -> bytes:
    """Return a PDF that asks for a password."""
    from pypdf import PdfReader, PdfWriter

    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf("Een geheim."))))
    writer.encrypt("geheim", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()
