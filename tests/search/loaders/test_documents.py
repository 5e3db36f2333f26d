"""PDF and Word documents of a folder are read by a process that can do nothing else, or left out with a reason."""

import io
from concurrent.futures import ThreadPoolExecutor
from pathlib import PurePath

import pytest
from docx import Document

from src.search.loaders.documents import stretches
from src.search.loaders.documents_child import DocumentLimits
from src.search.loaders.loaded import NotLoaded
from src.search.loaders.sections import Section, load_sections
from tests.uploads import files
from tests.uploads.test_reader import of_children


def sections(content: bytes, name: str) -> tuple[Section, ...]:
    return load_sections(content, PurePath(name)).sections


def refused(content: bytes, name: str) -> str:
    with pytest.raises(NotLoaded) as error:
        load_sections(content, PurePath(name))
    return str(error.value)


def manual() -> bytes:
    """Return a Word document as a person makes it, with the styles of a word processor."""
    document = Document()
    document.add_heading("The manual", 0)
    document.add_paragraph("Before all.")
    document.add_heading("Ports", 1)
    document.add_paragraph("Open these:")
    for item in ("80", "443"):
        document.add_paragraph(item, style="List Bullet")
    table = document.add_table(2, 2)
    for number, words in enumerate(("port", "for", "80", "people")):
        table.cell(number // 2, number % 2).text = words
    document.add_heading("Closing", 2)
    document.add_heading("Ports", 1)
    document.add_paragraph("Again.")
    file = io.BytesIO()
    document.save(file)
    return file.getvalue()


def test_a_word_document_is_cut_at_its_headings() -> None:
    assert [(one.anchor, one.headings, one.text) for one in sections(manual(), "a.docx")] == [
        ("the-manual", ("The manual",), "Before all."),
        ("ports", ("The manual", "Ports"), "Open these:\n\n- 80\n- 443\n\nport | for\n80 | people"),
        ("ports-1", ("The manual", "Ports"), "Again."),
    ]
    assert load_sections(manual(), PurePath("a.docx")).without_text == 1


STYLES = (
    f'<w:styles xmlns:w="{files.WORD}">'
    '<w:style w:styleId="Kop1"><w:name w:val="heading 1"/></w:style>'
    '<w:style w:styleId="Inhopg1"><w:name w:val="toc 1"/></w:style>'
    '<w:style w:styleId="Own"><w:name w:val="Own"/><w:pPr><w:outlineLvl w:val="1"/></w:pPr></w:style></w:styles>'
)


def styled(style: str, text: str) -> str:
    return f'<w:p><w:pPr><w:pStyle w:val="{style}"/></w:pPr><w:r><w:t>{text}</w:t></w:r></w:p>'


def test_headings_are_known_in_every_language_and_contents_are_left_out() -> None:
    body = styled("Inhopg1", "Poorten 3") + styled("Kop1", "Poorten") + styled("Own", "Open")
    note = f'<w:footnote w:id="1">{files.paragraph("Noot.")}</w:footnote>'
    notes = f'<w:footnotes xmlns:w="{files.WORD}">{note}</w:footnotes>'
    content = files.docx_of(
        files.body(body + files.paragraph("Tekst.")),
        **{"word/styles.xml": STYLES, "word/footnotes.xml": notes},
    )
    assert [(one.anchor, one.headings, one.text) for one in sections(content, "a.docx")] == [
        ("open", ("Poorten", "Open"), "Tekst."),
        ("notes", (), "1. Noot."),
    ]


def test_a_pdf_is_cut_at_its_pages() -> None:
    found = load_sections(files.pdf("First page.", "", "Third page."), PurePath("a.pdf"))
    assert [(one.id, one.text, one.first_line) for one in found.sections] == [
        ("a.pdf#page-1", "First page.", 0),
        ("a.pdf#page-3", "Third page.", 0),
    ]
    assert found.without_text == 1


@pytest.mark.parametrize(
    ("content", "name", "reason"),
    [
        (files.locked_pdf(), "a.pdf", "it asks for a password"),
        (b"%PDF-1.7 nothing", "a.pdf", "it is no PDF, or a damaged one"),
        (files.picture_pdf(), "a.pdf", "the file has no text"),
        (b"PK\x03\x04 nothing", "a.docx", "it is no Word document, or a damaged or locked one"),
    ],
)
def test_a_document_that_can_not_be_read_is_left_out(
    content: bytes, name: str, reason: str
) -> None:
    assert refused(content, name) == reason


def test_a_zip_bomb_is_left_out() -> None:
    bomb = files.docx(raw=" " * (65 * 2**20))
    assert len(bomb) < 2**20
    assert refused(bomb, "a.docx") == "a part of it is larger than 64 MiB when unpacked"


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        (DocumentLimits(pages=1), "it has more than 1 pages"),
        (DocumentLimits(characters=5), "its text is longer than 5 characters"),
        (DocumentLimits(seconds=0), "reading it took more than 0 s"),
    ],
)
def test_a_document_may_not_cost_more_than_its_limits(limits: DocumentLimits, reason: str) -> None:
    with pytest.raises(NotLoaded, match=reason):
        stretches(files.pdf("First page.", "Second page."), ".pdf", limits)


def test_the_process_knows_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "geheim")
    environments: list[bytes] = []
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(sections, files.pdf("A page."), "a.pdf")
        while not reading.done():
            environments += of_children("environ", "src.search.loaders.documents_child")
        assert reading.result()
    assert set(environments) == {b""}
