"""Documents that mean no good are refused with a reason, by a process that can do nothing else."""

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest

from src.errors import CheckFirst, DocumentTooSlow, TessError
from src.uploads.limits import MEGABYTE, UploadLimits
from src.uploads.reader import CheckedDocument, DocumentReader
from tests.uploads import files, site

SENTENCE = "De koopsom van de woning bedraagt 350.000 euro."
ONE_PAGE = ("<< /Type /Pages /Kids [3 0 R] /Count 1 >>", "<< /Type /Page /Parent 2 0 R >>")


def read(content: bytes, name: str = "akte", **limits: float) -> CheckedDocument:
    return asyncio.run(DocumentReader(UploadLimits(**limits)).check(name, content))  # type: ignore[arg-type]  # limits are numbers, whichever is named


def refused(content: bytes, name: str = "akte", **limits: float) -> tuple[str, str]:
    with pytest.raises(TessError) as error:
        read(content, name, **limits)
    return error.value.code, error.value.details.get("problem", "")


# What is read


@pytest.mark.parametrize(
    ("content", "name", "kind", "pages"),
    [
        (files.pdf(SENTENCE, "Tweede bladzijde."), "akte.txt", "pdf", 2),
        (files.docx(SENTENCE), "akte.pdf", "docx", None),
        (SENTENCE.encode(), "akte.docx", "txt", None),
        (f"# Akte\n\n{SENTENCE}".encode(), "akte.MD", "md", None),
        (SENTENCE.encode("utf-16"), "akte.txt", "txt", None),
        (SENTENCE.encode("utf-8-sig"), "akte.txt", "txt", None),
        (files.vtt(SENTENCE), "akte.txt", "vtt", None),
        (files.vtt(SENTENCE, "utf-16"), "gesprek.vtt", "vtt", None),
        (files.srt(SENTENCE), "gesprek.srt", "srt", None),
        (SENTENCE.encode(), "gesprek.vtt", "txt", None),
    ],
)
def test_a_document_is_what_its_content_is(
    content: bytes, name: str, kind: str, pages: int | None
) -> None:
    found = read(content, name)
    assert (found.kind, found.pages) == (kind, pages)
    assert SENTENCE in found.text
    assert found.source.client


def test_text_of_windows_is_read_as_that() -> None:
    assert read("privé – café € 12".encode("cp1252")).text == "privé – café € 12"


def test_of_a_web_page_its_main_text_is_read_under_its_headings() -> None:
    found = read(site.PAGE.encode(), "bezwaar.html")
    assert (found.kind, found.title, found.text) == ("html", "Bezwaar maken", site.PAGE_TEXT)
    endless = f"<title>{'naam ' * 300_000}</title><p>{SENTENCE}</p>".encode()
    assert read(endless, "a.html", characters=1_000).text == SENTENCE
    old = "<body><h1>Privé</h1><p>Café, € 12</p></body>".encode("cp1252")
    assert read(old, "oud.htm").text == "Privé\n\nCafé, € 12"
    assert read(site.PAGE.encode(), "bezwaar.txt").text.startswith("<!doctype html>")


def test_the_same_file_is_the_same_source() -> None:
    one, other = read(SENTENCE.encode(), "a.txt"), read(SENTENCE.encode(), "b.txt")
    assert one.source.id == other.source.id == f"upload/{one.sha256[:32]}"
    assert (one.source.title, other.source.title) == ("a.txt", "b.txt")


def test_only_who_names_the_checked_file_agrees() -> None:
    found = read(b"BSN 111222333")
    assert found.agreed(found.sha256).personal == {"bsn": 1}
    for other in (None, "", found.sha256[:-1], found.sha256.upper()):
        with pytest.raises(CheckFirst):
            found.agreed(other)


# What is refused


def bomb() -> bytes:
    return files.docx_of(files.body(files.paragraph("a" * (21 * MEGABYTE))))


def bomb_beside() -> bytes:
    """Return a Word document with a part that is too large, and that no reader of ours unpacks."""
    others = {"word__media__image1.bmp": "a" * (21 * MEGABYTE)}
    return files.docx_of(files.body(files.paragraph(SENTENCE)), **others)


def outside() -> bytes:
    """Return a Word document that asks for a file of this machine."""
    doctype = f'<!DOCTYPE x [<!ENTITY x SYSTEM "{Path(__file__).as_uri()}">]>'
    return files.docx_of(files.body(files.paragraph("voor &x; na"), doctype))


def laughs() -> bytes:
    entities = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 10))
    doctype = f'<!DOCTYPE x [<!ENTITY e0 "ha">{entities}]>'
    return files.docx_of(files.body(files.paragraph("&e9;"), doctype))


def page_loop() -> bytes:
    return files.pdf_of(files.CATALOGUE, "<< /Type /Pages /Kids [2 0 R] /Count 1 >>")


def many_pages() -> bytes:
    kids = "<< /Type /Pages /Kids [" + "3 0 R " * 501 + "] /Count 501 >>"
    return files.pdf_of(files.CATALOGUE, kids, ONE_PAGE[1])


def said_pages() -> bytes:
    """Return a PDF that says to have very many pages, and has one."""
    kids = ONE_PAGE[0].replace("/Count 1", "/Count 999999999")
    return files.pdf_of(files.CATALOGUE, kids, ONE_PAGE[1])


def without_xref() -> bytes:
    return files.pdf(SENTENCE)[: -len("startxref 1234 %%EOF") - 40]


Made = Callable[[], bytes]

NO_TEXT = "document_without_text", ""

HOSTILE: list[tuple[Made, str, str]] = [
    (bomb, "document_too_long", "document_unpacked"),
    (bomb_beside, "document_too_long", "document_unpacked"),
    (outside, "document_unreadable", "document_damaged"),
    (laughs, "document_unreadable", "document_damaged"),
    (lambda: files.docx_of("<w:p>" * 5000), "document_unreadable", "document_damaged"),
    (lambda: files.docx()[:-40], "document_unreadable", "document_damaged"),
    (lambda: b"PK\x05\x06" + bytes(18), "document_unreadable", "document_other_kind"),
    (page_loop, "document_unreadable", "document_damaged"),
    (many_pages, "document_too_long", "document_pages"),
    (said_pages, "document_without_text", ""),
    (without_xref, "document_unreadable", "document_damaged"),
    (files.locked_pdf, "document_unreadable", "document_locked"),
    (files.picture_pdf, "document_without_text", ""),
    (lambda: b"%PDF-1.7", "document_unreadable", "document_damaged"),
    (lambda: b"", "document_without_text", ""),
    (lambda: b" \n\t-- \n", "document_without_text", ""),
    (lambda: bytes(range(1, 256)) * 20, "document_unreadable", "document_no_text_file"),
    (lambda: SENTENCE.encode("utf-16-le"), "document_unreadable", "document_no_text_file"),
    (lambda: b"\x89PNG\r\n\x1a\n" + bytes(90), "document_unreadable", "document_other_kind"),
    (lambda: b"{\\rtf1 tekst}", "document_unreadable", "document_other_kind"),
    (lambda: b"\xd0\xcf\x11\xe0" + bytes(90), "document_unreadable", "document_other_kind"),
    (lambda: b"een woord " * 61_000, "document_too_long", "document_characters"),
]

HOSTILE_PAGES: list[tuple[Made, str, str]] = [
    (lambda: b"<html><head><title>Leeg</title><script>1</script></head></html>", *NO_TEXT),
    (lambda: b" \n", *NO_TEXT),
    (lambda: b"<!-- niets -->", "document_unreadable", "document_damaged"),
    (lambda: b"<nav>Naar het begin</nav>", *NO_TEXT),
    (lambda: b"<div>" * 100_000, "document_unreadable", "document_damaged"),
    (lambda: bytes(range(1, 256)) * 20, "document_unreadable", "document_no_text_file"),
    (lambda: b"<p>een woord</p>" * 61_000, "document_too_long", "document_characters"),
]
"""Pages of the web that are none, or mean no good."""


@pytest.mark.parametrize(("made", "code", "problem"), HOSTILE_PAGES)
def test_a_page_that_can_not_be_read_is_refused_with_its_reason(
    made: Made, code: str, problem: str
) -> None:
    assert refused(made(), "pagina.html") == (code, problem)


@pytest.mark.parametrize(("made", "code", "problem"), HOSTILE)
def test_what_can_not_be_read_is_refused_with_its_reason(
    made: Made, code: str, problem: str
) -> None:
    assert refused(made()) == (code, problem)


def test_what_a_document_would_run_or_fetch_is_left_alone() -> None:
    relations = {
        "word___rels__document.xml.rels": '<Relationships><Relationship TargetMode="External" '
        'Target="http://127.0.0.1:9/x"/></Relationships>',
        "word__vbaProject.bin": "Shell",
    }
    field = "<w:p><w:r><w:instrText>INCLUDETEXT http://127.0.0.1:9/x</w:instrText></w:r></w:p>"
    linked = files.docx_of(files.body(files.paragraph(SENTENCE) + field), **relations)
    assert read(linked).text == SENTENCE
    script = (
        "<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >> >>"
    )
    scripted = files.pdf(SENTENCE).replace(
        b"<< /Type /Catalog /Pages 2 0 R >>", script.encode().ljust(33)
    )
    assert read(scripted).text == SENTENCE


def test_a_file_that_is_too_large_is_not_read() -> None:
    assert refused(b"a" * 1001, size=1000) == ("document_too_large", "")


# The process


def test_a_document_that_takes_too_long_is_ended() -> None:
    with pytest.raises(DocumentTooSlow):
        read(SENTENCE.encode(), seconds=0.01)


def test_a_document_that_nobody_waits_for_is_read_no_longer() -> None:
    async def given_up() -> None:
        endless = files.docx_of(files.body("<w:p/>" * 1_200_000))
        checking = asyncio.create_task(DocumentReader().check("a.docx", endless))
        reckoned = 0
        while reckoned < os.sysconf("SC_CLK_TCK"):  # a second: by then it has the whole file
            reckoned = sum(int(stat.split()[13]) for stat in of_children("stat"))
            await asyncio.sleep(0)
        checking.cancel()
        async with asyncio.timeout(10):  # it would be allowed twice as much
            await asyncio.gather(checking, return_exceptions=True)
        assert checking.cancelled()

    asyncio.run(given_up())
    assert of_children("stat") == []


def test_a_document_that_takes_too_much_memory_is_ended() -> None:
    many_lines = b"ab\n" * 3_000_000
    assert refused(many_lines, memory=100 * MEGABYTE) == ("document_too_slow", "")


@pytest.mark.parametrize(
    "deed",
    [
        "import socket; socket.socket()",
        "import subprocess; subprocess.run(['true'])",
        "import os; os.system('true')",
        "open(sys.argv[1], 'w')",
        "import os; os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY)",
        "bytearray(1 << 30)",
        "import os; [os.dup(0) for _ in range(99)]",
    ],
)
def test_the_process_can_do_nothing_but_read(deed: str, tmp_path: Path) -> None:
    program = (
        "import sys; from src.search.loaders.confined import confine; "
        f"confine(20, 768 << 20)\ntry:\n    {deed}\nexcept (OSError, MemoryError) as e: sys.exit(9)"
    )
    target = tmp_path / "written"
    ended = subprocess.run([sys.executable, "-c", program, str(target)], check=False)
    assert (ended.returncode, target.exists()) == (9, False)


CONFINED = (
    "import os, sys; from src.search.loaders.confined import confine; "
    "there = os.open(sys.argv[1], os.O_CREAT | os.O_WRONLY); confine(0, 768 << 20); "
)
"""A process that holds a file which it opened before, and may reckon for a second."""


@pytest.mark.parametrize(
    ("deed", "end"), [("os.write(there, b'x')", 1), ("\nwhile True: pass", -signal.SIGKILL)]
)
def test_what_python_can_not_see_the_system_forbids(deed: str, end: int, tmp_path: Path) -> None:
    command = [sys.executable, "-c", CONFINED + deed, str(tmp_path / "file")]
    ended = subprocess.run(command, check=False, capture_output=True, timeout=600)
    assert ended.returncode == end
    assert (tmp_path / "file").read_bytes() == b""


def confined(expression: str) -> str:
    """Return what an expression comes to in a process that was confined."""
    program = (
        "import os; from src.search.loaders.confined import confine; "
        f"confine(20, 768 << 20); print({expression})"
    )
    command = [sys.executable, "-c", program]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_who_chats_comes_before_the_process() -> None:
    assert int(confined("os.nice(0)")) == min(19, os.nice(0) + 10)


GIVES_UP = (
    "import ctypes, sys; unshare = ctypes.CDLL(None).unshare; "
    "sys.exit(unshare(0x40000000) != 0 and unshare(0x50000000) != 0)"
)


def test_the_process_is_on_no_network_where_the_system_lets_it_leave() -> None:
    if subprocess.run([sys.executable, "-c", GIVES_UP], check=False).returncode:
        pytest.skip("this system lets no process give up its network")
    network = "/proc/self/ns/net"
    assert confined(f"os.readlink('{network}')") not in ("", str(Path(network).readlink()))


def test_the_process_knows_nothing_of_ours(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key in its environment would be there for whoever takes it over."""
    monkeypatch.setenv("OPENAI_API_KEY", "geheim")
    environments: list[bytes] = []

    async def watched() -> None:
        checking = asyncio.create_task(DocumentReader().check("a.txt", SENTENCE.encode()))
        while not checking.done():
            environments.extend(of_children("environ"))
            await asyncio.sleep(0)
        await checking

    asyncio.run(watched())
    assert environments
    # Between fork and exec a process still has ours.
    assert environments[-1] == b""


def of_children(name: str, module: str = "src.uploads.reading") -> list[bytes]:
    """Return a file of the system on each process that reads a document for us."""
    if not Path(f"/proc/self/task/{os.getpid()}/children").exists():
        pytest.skip("needs /proc")
    found = []
    for thread in Path("/proc/self/task").iterdir():
        with suppress(OSError):  # either may have ended meanwhile
            for child in (thread / "children").read_text().split():
                process = Path("/proc") / child
                if module.encode() in (process / "cmdline").read_bytes():
                    found.append((process / name).read_bytes())
    return found


# What takes long to read is refused before it is read


def crowded(*values: str) -> bytes:
    """Return a page with a tag of very many attributes, which these values are given in turn."""
    attributes = (f"a{at}{values[at % len(values)]}" for at in range(300_000))
    return f"<p {' '.join(attributes)}>{SENTENCE}</p>".encode()


@pytest.mark.parametrize(
    "content",
    [
        crowded(""),
        crowded('=">"', "='>'", " = x"),
        b'<script>"</script>' + crowded(""),
        b"<!-- <script> -->" + crowded("") + b"<!-- </script> -->",
        b'<b title="<script>">' + crowded("") + b"</script>",
        b"<a b=\"<a b='" * 100_000,
        b"<x" * 250_000,
    ],
    ids=["bare", "closed", "script", "comment", "quoted", "tangled", "run"],
)
def test_a_tag_of_very_many_attributes_is_refused(content: bytes) -> None:
    assert refused(content, "a.html") == ("document_too_long", "document_attributes")


def test_a_tag_may_have_many_attributes_and_long_ones() -> None:
    attributes = " ".join(f"a{at}='<b {at}>'" for at in range(1_900))
    text = f'<p {attributes} title="{"a b " * 100_000}">{SENTENCE}</p>'
    assert read(text.encode(), "a.html").text == SENTENCE


@pytest.mark.parametrize(
    ("content", "name"),
    [
        (b"<b></b>" * 200_000, "a.html"),
        (files.vtt("<c></c>" * 200_000), "a.vtt"),
        (files.srt("<b></b>" * 200_000), "a.srt"),
    ],
)
def test_a_file_of_very_many_tags_is_refused(content: bytes, name: str) -> None:
    assert refused(content, name) == ("document_too_long", "document_tags")


@pytest.mark.parametrize("tag", ["<v ", "<v.a", "<v" + " " * 20, "<c ", "</"])
def test_tags_that_are_begun_and_never_ended_are_text(tag: str) -> None:
    found = read(files.vtt(tag * 70_000 + SENTENCE), "a.vtt")
    assert found.text.endswith(SENTENCE)


def test_a_number_of_very_many_digits_is_no_sign() -> None:
    assert "&#99999" in read(files.vtt(f"&#{'9' * 5_000};"), "a.vtt").text


@pytest.mark.parametrize(
    "opening", ["<div role=main>" * 1_000, "<h1><div>" * 900, "<h1>x" + "<a>" * 1_000]
)
def test_elements_in_one_another_are_walked_once(opening: str) -> None:
    text = f"{opening}{'<b></b>' * 140_000}{SENTENCE}"
    assert SENTENCE in read(text.encode(), "a.html").text
