"""Reads exported files as their readers' programs do: nothing of our own code, nothing of our own data."""

import io
import json
import re
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

import docx
from lxml import etree, html
from pypdf import PdfReader

OFFICIAL = {"wetten.overheid.nl", "deeplink.rechtspraak.nl"}

_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_R = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}"


@dataclass(frozen=True)
class Note:
    """A footnote as a reader of the file gets it."""

    text: str
    links: tuple[str, ...]

    @property
    def quote(self) -> str:
        """What stands between its quotation marks, from the first to the last before the dash."""
        found = re.search(r"“(.*)”\s*—", self.text)
        assert found, self.text
        return one_line(found[1])


def one_line(text: str) -> str:
    return " ".join(text.split())


_SAME = re.compile(r"(?:The same quote as in note|Hetzelfde citaat als in noot) (\d+) — (.*)")


def _resolved(found: Iterable[tuple[int, str, str, tuple[str, ...]]]) -> dict[int, Note]:
    """Return notes by number, each with its quote, from number, words before the mark, note and links.

    The number of the source in its dossier, which stands before its title, is taken off. Where a claim is its quote
    alone, that stands before the mark; where an earlier note has it, that one is named.
    """
    notes: dict[int, Note] = {}
    for number, before, note, links in sorted(found):
        note = re.sub(r"(?<=[—:] )\[\d+\] ", "", note, count=1)
        said = note
        if same := _SAME.match(note):
            said = f"“{notes[int(same[1])].quote}” — {same[2]}"
        elif "” —" not in note:
            said = f"{before[before.index('“') :].strip()} — {note.partition(': ')[2]}"
        notes[number] = Note(said, links)
    return notes


def html_notes(data: bytes) -> dict[int, Note]:
    """Return the footnotes that the text of an HTML file refers to, followed there and back."""
    page: Any = html.document_fromstring(data.decode())
    found = []
    for mark in page.xpath("//a[@role='doc-noteref']"):
        number = int(mark.text)
        (note,) = page.xpath("//*[@id=$id]", id=mark.get("href")[1:])
        (back,) = note.xpath(".//a[@role='doc-backlink']")
        (origin,) = page.xpath("//*[@id=$id]", id=back.get("href")[1:])
        assert mark in list(origin.iter())
        links = tuple(one.get("href") for one in note.xpath(".//a[not(@role)]"))
        before = one_line(str(origin.getparent().xpath("string(text()[1])")))
        found.append((number, before, one_line(note.text_content()), links))
    notes = _resolved(found)
    assert len(notes) == len(page.xpath("//*[@role='doc-endnotes']//li"))
    return notes


def docx_notes(data: bytes) -> dict[int, Note]:
    """Return the footnotes that the text of a Word file refers to, which must be all that it has."""
    document = docx.Document(io.BytesIO(data))
    found = {
        int(one.get(f"{_W}id")): _before(one)
        for one in document.element.body.iter(f"{_W}footnoteReference")
    }
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        root: Any = etree.fromstring(archive.read("word/footnotes.xml"))
        targets = _targets(archive, "word/_rels/footnotes.xml.rels")
    notes = _resolved(
        (
            number := int(one.get(f"{_W}id")),
            found[number],
            one_line("".join(one.itertext(f"{_W}t"))),
            tuple(targets[link.get(f"{_R}id")] for link in one.iter(f"{_W}hyperlink")),
        )
        for one in root
        if one.get(f"{_W}type") is None
    )
    assert list(found) == sorted(notes)
    return notes


def _before(mark: Any) -> str:
    """Return the words of a paragraph before the mark of a footnote."""
    runs = reversed(list(mark.getparent().itersiblings(preceding=True)))
    return one_line("".join(word for run in runs for word in run.itertext(f"{_W}t")))


def markdown_notes(data: bytes) -> dict[int, Note]:
    """Return the footnotes of a Markdown file, which must be those that its text refers to, each once."""
    text = data.decode()
    found = re.findall(r"^(?!\[\^)(.*)\[\^(\d+)\](?!:)", text, re.MULTILINE)
    before = {int(number): _unescaped(line) for line, number in found}
    notes = _resolved(
        (
            int(number),
            before.get(int(number), ""),
            _unescaped(re.sub(r"\[([^]]*)\]\(<[^>]*>\)", r"\1", note)),
            tuple(re.findall(r"\]\(<([^>]*)>\)", note)),
        )
        for number, note in re.findall(r"^\[\^(\d+)\]: (.*)$", text, re.MULTILINE)
    )
    assert [int(number) for _, number in found] == sorted(notes)
    return notes


def _unescaped(text: str) -> str:
    return re.sub(r"\\(.)", r"\1", text)


def json_notes(data: bytes) -> dict[int, Note]:
    """Return the footnotes of a memo printed as data, worded as on a page."""
    return {
        one["footnote"]["number"]: Note(
            f"“{one['footnote']['quote']}” — {one['footnote']['source']['title']},",
            (one["footnote"]["source"]["url"],),
        )
        for one in json.loads(data)["claims"]
    }


def _targets(archive: zipfile.ZipFile, name: str) -> dict[str, str]:
    if name not in archive.namelist():
        return {}
    relations: Any = etree.fromstring(archive.read(name))
    return {one.get("Id"): one.get("Target") for one in relations}


def docx_text(data: bytes) -> str:
    document = docx.Document(io.BytesIO(data))
    return one_line(" ".join(document.element.body.itertext(f"{_W}t")))


def pdf_text(data: bytes) -> str:
    """Return the words of a PDF, as a search in it finds them; the foot of each page is not among them."""
    pages = [page.extract_text() for page in PdfReader(io.BytesIO(data)).pages]
    bodies = (re.sub(r"\n?Memo\s*(?:Pagina|Page) \d+ \w+ \d+\s*$", "", one) for one in pages)
    # A line may end behind a hyphen of a word; nothing is hyphenated that is not written so.
    return one_line(re.sub(r"(?<=\w-)\n(?=\w)", "", " ".join(bodies)))


def pdf_links(data: bytes) -> list[str]:
    """Return the addresses that a PDF leads to."""
    return [
        action["/URI"]
        for page in PdfReader(io.BytesIO(data)).pages
        for annotation in page.get("/Annots", [])
        if (action := _action(annotation)) and "/URI" in action
    ]


def _action(annotation: Any) -> Any:
    return annotation.get_object().get("/A")


def is_official(url: str) -> bool:
    parts = urlsplit(url)
    return parts.scheme == "https" and parts.netloc in OFFICIAL


def complaints(
    files: dict[str, bytes], sources: list[dict[str, Any]], footnotes: int | None = None
) -> list[str]:
    """Return what is wrong with the footnotes of one memo in its five formats, read beside the dossier's sources."""
    wrong = []
    by_title = {one["title"]: one for one in sources}
    found = {
        "HTML": html_notes(files["html"]),
        "Word": docx_notes(files["docx"]),
        "Markdown": markdown_notes(files["md"]),
        "JSON": json_notes(files["json"]),
    }
    docx_found = found["Word"]
    text, links = pdf_text(files["pdf"]), pdf_links(files["pdf"])
    wrong += [
        f"footnotes: {kind} {sorted(notes)}, Word {sorted(docx_found)}"
        for kind, notes in found.items()
        if notes.keys() != docx_found.keys() or footnotes not in (None, len(notes))
    ]
    for kind, notes in found.items():
        for number, note in notes.items():
            wrong += [f"{kind} {number}: {one}" for one in _of_note(note, by_title)]
    for number, note in docx_found.items():
        # In a PDF the number stands right before the words of the note, or behind the quote that is the claim.
        quote = rf"“{re.escape(note.quote)}”"
        again = rf"{number}\s*(?:The same quote as in note|Hetzelfde citaat als in noot) \d+ —"
        if not re.search(rf"{number}\s*{quote}|{quote}\s*{number}(?!\d)|{again}", text):
            wrong.append(f"PDF: note {number} is not there with its quote: {note.quote!r}")
        wrong += [f"PDF: no link to {url}" for url in note.links if url not in links]
    wrong += [f"PDF: leads to {url}" for url in links if not is_official(url)]
    return wrong


def footnoted(files: dict[str, bytes], claim: str) -> set[str]:
    """Return the formats in which a footnote stands right behind a claim; ``KeyError`` where it is not there at all."""
    marked = set()
    page: Any = html.document_fromstring(files["html"].decode())
    document = docx.Document(io.BytesIO(files["docx"]))
    text, plain = pdf_text(files["pdf"]), _unescaped(files["md"].decode())
    memo = json.loads(files["json"])
    places = {
        "html": [one for one in page.xpath("//li | //p") if claim in one_line(one.text_content())],
        "docx": [one for one in document.element.body.iter(f"{_W}p") if claim in _words(one)],
        "md": [line for line in plain.splitlines() if claim in line],
        "pdf": re.findall(rf"{re.escape(claim)}\s*\d*", text),
        "json": [one for one in (*memo["claims"], *memo["struck"]) if one["text"] == claim],
    }
    has_mark: dict[str, Callable[[Any], bool]] = {
        "html": lambda one: bool(one.xpath(".//a[@role='doc-noteref']")),
        "docx": lambda one: next(one.iter(f"{_W}footnoteReference"), None) is not None,
        "md": lambda one: "[^" in one,
        "pdf": lambda one: one[-1].isdigit(),
        "json": lambda one: "footnote" in one,
    }
    for kind, found in places.items():
        if not found:
            raise KeyError(kind)
        marked |= {kind for one in found if has_mark[kind](one)}
    return marked


def _words(paragraph: Any) -> str:
    return one_line("".join(paragraph.itertext(f"{_W}t")))


def holds(passage: str, quote: str) -> bool:
    """Whether a passage has the words of a quote, part by part around an ellipsis.

    Signs that a reader passes over are passed over: quotation marks, and the hyphen that breaks a word off.
    """
    text, at = _read(passage), 0
    for part in re.split(r"\s\.\.\.\s", quote):
        at = text.find(_read(part), at)
        if at < 0:
            return False
        at += len(_read(part))
    return True


def _read(text: str) -> str:
    return re.sub(r"(?<=[a-z])-\s*(?=[a-z])", "", re.sub("[“”„\"']", "", one_line(text)))


def _of_note(note: Note, by_title: dict[str, dict[str, Any]]) -> list[str]:
    named = [one for title, one in by_title.items() if f"— {one_line(title)}," in note.text]
    if not any(holds(one["content"], note.quote) for one in named):
        return [f"no source named in the note holds its quote: {note.text!r}"]
    if not note.links or not all(map(is_official, note.links)):
        return [f"no official link: {note.links}"]
    return []
