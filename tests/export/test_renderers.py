"""Whatever a model or a source says, in every format it is words: it is shown as it is, and does nothing."""

import io
import re
import zipfile
from base64 import b64decode
from datetime import date
from html import escape
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as lxml_html
from markdown_it import MarkdownIt
from pypdf import PdfReader

from src.answering.handing_over import MemoSource, printable
from src.dossier.blobs import sha256_of
from src.export.as_docx import docx
from src.export.as_html import POLICY, STYLE, html
from src.export.as_markdown import markdown
from src.export.as_pdf import pdf
from src.export.layout import page
from src.export.memo import (
    Draft,
    Footnote,
    LeftOut,
    Memo,
    MemoPicture,
    MemoReceipt,
    Page,
    RejectedClaim,
    SentSource,
    SupportedClaim,
    Told,
)
from tests.export.reading import docx_notes, docx_text, html_notes, one_line, pdf_text
from tests.thoroughness import examples
from tests.uploads import images

URL = "https://wetten.overheid.nl/jci1.3:c:BWBR0005537&artikel=6:7"
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "</style><style>body{display:none}",
    "](javascript:alert(1)) ![x](https://evil.example/x.png) [a]: b",
    '#eval("1+1") #import "@preview/x:1.0.0" $x^2$ <label> @ref *a* _b_ `c` // d /* e */ = f',
    '#read("/etc/passwd") \\u{41} ~ -- --- ... "q" \'s\'',
    "| a | b |\\| `code` ~~weg~~ [^1]: noot [^2]",
    "# kop",
    "1. een",
    "- een",
    "> een",
    "== een",
    "&lt;b&gt; &amp; &copy; {{7*7}} ${x} %s {0}",
    "]]> <!-- x --> <![CDATA[ x ]]>",
    "w:t \x0b\x00\x1b[31m \u202eomgekeerd\u202c \ufffe",
)


def with_pictures(text: str) -> tuple[Memo, Page]:
    """Return a memo of which the answer had a picture of each kind, and one that was forgotten; and its page."""
    kinds = ("png", "jpeg", "webp")
    contents = {sha256_of(one): one for one in (images.image(kind.upper()) for kind in kinds)}
    shown = [
        MemoPicture(
            number=number,
            name=text,
            alternative=text,
            width=40,
            height=30,
            size=len(contents.get(name, b"")),
            sha256=name,
            media_type=f"image/{kind}",
        )
        for number, (name, kind) in enumerate(zip([*contents, ""], [*kinds, "png"], strict=True), 1)
    ]
    made = memo("x").model_copy(update={"pictures": tuple(shown)})
    return made, page(made, contents)


@pytest.mark.parametrize("text", ['"><script>alert(1)</script>', '#eval("1") *a*', "A hob"])
def test_pictures_are_shown_as_far_as_a_format_can(text: str) -> None:
    made, shown = with_pictures(text)
    assert [one.media_type for one in shown.figures] == ["image/png", "image/jpeg", "image/webp"]
    document: Any = lxml_html.fromstring(html(shown))
    pictures = document.xpath("//figure/img")
    assert [one.get("alt") for one in pictures] == [text] * 3
    heads = [one.get("src").partition(",") for one in pictures]
    assert [head for head, _, _ in heads] == [
        f"data:{one.media_type};base64" for one in shown.figures
    ]
    assert [b64decode(data) for _, _, data in heads] == [one.content for one in shown.figures]
    (told,) = document.xpath("//meta[@http-equiv]/@content")
    assert told == f"{POLICY}; img-src data:"
    assert not document.xpath("//script")

    read = PdfReader(io.BytesIO(pdf(shown)))
    assert sum(len(one.images) for one in read.pages) == 3
    assert pdf(shown) == pdf(shown)

    with zipfile.ZipFile(io.BytesIO(docx(shown))) as word:
        media = [word.read(one) for one in word.namelist() if one.startswith("word/media/")]
        body = word.read("word/document.xml").decode()
    assert sorted(media) == sorted(one.content for one in shown.figures[:2])
    assert body.count(f'descr="{escape(text, quote=True)}"'.replace("&#x27;", "'")) == 2

    for words in (markdown(shown), markdown(page(made)), html(page(made))):
        assert "base64" not in words
        assert words.count("SHA-256") >= 4


def memo(text: str) -> Memo:
    """Return a memo that says this text wherever somebody else's words can stand."""
    source = MemoSource(number=1, id="x", title=text, heading=text, url=URL, as_of=date(2024, 1, 1))
    note = Footnote(number=1, quote=text, source=source)
    own = {"recorded", "tools", "sources", "drafts"}
    receipt: dict[str, object] = {
        "recorded": False,
        "sources": (SentSource(source=text, text_hash=text, sent_hash=text),),
        "drafts": (Draft(sha256=text), Draft(failure=text)),
        **{name: text for name in MemoReceipt.model_fields if name not in own},
    }
    return Memo(
        language="nl",
        dossier_id="dos-01234567",
        version=2,
        answer_id="a2",
        answered_on=date(2026, 1, 2),
        as_of=None,
        question=text,
        facts=(Told(version=1, words=text),),
        conclusion=text,
        claims=(
            SupportedClaim(number=1, text=text, verdict="exact", flags=(text,), footnote=note),
        ),
        struck=(
            RejectedClaim(text=text, quote=text, verdict="not-found", reason=text, source=text),
        ),
        open_points=(text,),
        missing_facts=(text,),
        warnings=(text,),
        sources_used=(source,),
        sources_left_out=(
            LeftOut(source=source, version=1, day=date(2026, 1, 1), author=text, words=text),
        ),
        receipt=MemoReceipt.model_validate(receipt),
        limits=(text,),
    )


words = st.text(min_size=1, max_size=60) | st.sampled_from(HOSTILE)


@given(words)
def test_html_shows_it_and_does_nothing(text: str) -> None:
    made = html(page(memo(text)))
    root: Any = lxml_html.document_fromstring(made)
    assert not root.xpath(
        "//script | //img | //iframe | //form | //object | //embed | //base | //svg"
    )
    assert len(root.xpath("//style")) == 1
    assert not [
        name
        for one in root.iter()
        for name in one.attrib
        if name.startswith("on") or name == "style"
    ]
    assert {one for one in root.xpath("//a/@href") if not one.startswith("#")} == {URL}
    assert not root.xpath("//@src | //link")
    told = printable(text)
    (lead,) = root.xpath("//p[@class='lead']")
    assert told == "" or told in one_line(lead.text_content())
    assert html_notes(made.encode())[1].links == (URL,)


@given(words)
def test_markdown_shows_it_and_does_nothing(text: str) -> None:
    made = markdown(page(memo(text)))
    parser = MarkdownIt("commonmark").enable("table").enable("strikethrough")
    shown: Any = lxml_html.fragment_fromstring(parser.render(made), create_parent="div")
    assert not shown.xpath("//img | //script | //s | //em")
    assert set(shown.xpath("//a/@href")) <= {URL}
    # Nothing of it is a block of its own: the headings are ours, and so are the lists.
    assert len(shown.xpath("//h1")) == 1
    assert not shown.xpath("//h3 | //pre | //hr")
    told = printable(text)
    items = [one_line(one.text_content()) for one in shown.xpath("//ul/li")]
    assert not told or items.count(told) == 3  # missing facts, open points, limits


@settings(max_examples=examples(30))
@given(words)
def test_word_shows_it_and_does_nothing(text: str) -> None:
    made = docx(page(memo(text)))
    told = printable(text)
    assert one_line(told) in docx_text(made)
    note = docx_notes(made)[1]
    assert note.links == (URL,)
    assert f"“{told}”" in note.text
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        assert not [name for name in archive.namelist() if "vba" in name.lower()]
        relations = "".join(
            archive.read(name).decode() for name in archive.namelist() if name.endswith(".rels")
        )
    assert set(re.findall(r'Target="([^"]*)" TargetMode="External"', relations)) == {
        URL.replace("&", "&amp;")
    }


@pytest.mark.parametrize("text", HOSTILE)
def test_a_pdf_shows_it_and_does_nothing(text: str) -> None:
    made = pdf(page(memo(text)))
    assert not re.search(rb"/(JavaScript|JS|Launch|EmbeddedFile|OpenAction|AA)\b", made)
    found = re.sub(r"\W", "", pdf_text(made))
    assert re.sub(r"\W", "", printable(text)) in found


@settings(max_examples=examples(20))
@given(st.text(max_size=60))
def test_no_text_stops_a_pdf(text: str) -> None:
    assert pdf(page(memo(text))).startswith(b"%PDF")


def test_a_pdf_has_bookmarks_a_language_and_a_title() -> None:
    reader = PdfReader(io.BytesIO(pdf(page(memo("Hoe lang is de termijn?")))))
    titles = [one.title for one in reader.outline if not isinstance(one, list)]
    assert {"Vraag", "Antwoord", "Onderbouwing", "Bijlage D. Kwitantie"} <= set(titles)
    root: Any = reader.trailer["/Root"]
    assert root["/Lang"] == "nl"
    assert reader.metadata is not None
    assert reader.metadata.title == "Hoe lang is de termijn?"


def test_the_same_memo_is_the_same_file() -> None:
    one = page(memo("Hoe lang is de termijn?"))
    for render in (markdown, html, docx, pdf):
        assert render(one) == render(one)


def test_a_page_may_apply_its_own_style_and_nothing_else() -> None:
    made = html(page(memo("Vraag?")))
    assert f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">' in made
    assert POLICY.startswith("default-src 'none'; style-src 'sha256-")
    assert "url(" not in STYLE
    assert "@import" not in STYLE
