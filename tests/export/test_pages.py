"""How the pages of a memo look: nothing runs off one, however much there is to show."""

import hashlib
from datetime import date
from typing import Any

import pytest
from lxml import html as lxml_html

from clients import file_names
from src.answering.handing_over import MemoSource
from src.export import formats
from src.export.as_html import html
from src.export.as_pdf import pdf
from src.export.layout import page
from src.export.memo import (
    Draft,
    Footnote,
    Items,
    LeftOut,
    Memo,
    Paragraph,
    SentSource,
    SupportedClaim,
    Table,
    plain,
)
from tests.export.boxes import boxes, outside
from tests.export.reading import pdf_text
from tests.export.test_renderers import URL, memo

LONG_WORD = "W" * 300
LONG_ID = "upload/" + "0123456789abcdef" * 4


def hashed(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def source(number: int, title: str = "") -> MemoSource:
    title = title or f"Wet op de kabouterbelasting, artikel {number}"
    return MemoSource(number=number, id=f"bron-{number}", title=title, url=URL)


def large(count: int = 30) -> Memo:
    """Return a memo with so many sources, claims, drafts and sources left out."""
    one, numbers = memo("Hoe lang is de termijn?"), range(1, count + 1)
    claims = tuple(
        SupportedClaim(
            number=at,
            text=f"Stelling {at}.",
            verdict="exact",
            footnote=Footnote(number=at, quote=f"Citaat {at} van de wet.", source=source(at)),
        )
        for at in numbers
    )
    receipt = one.receipt.model_copy(
        update={
            "sources": tuple(
                SentSource(
                    source=f"bron-{at}", text_hash=hashed(f"t{at}"), sent_hash=hashed(f"s{at}")
                )
                for at in numbers
            ),
            "drafts": tuple(Draft(sha256=hashed(f"d{at}")) for at in numbers),
        }
    )
    out = tuple(
        LeftOut(source=source(100 + at), version=at, day=date(2026, 1, 1), words=f"Weg met {at}.")
        for at in numbers
    )
    return one.model_copy(
        update={
            "claims": claims,
            "receipt": receipt,
            "sources_used": tuple(map(source, numbers)),
            "sources_left_out": out,
        }
    )


def test_the_rows_of_a_long_table_are_all_on_pages() -> None:
    made = pdf(page(large()))
    assert outside(made, sides=27, below=10, above=20) == []
    text = pdf_text(made).replace(" ", "")
    hashes = [hashed(f"{kind}{at}") for kind in "tsd" for at in range(1, 31)]
    assert [one for one in hashes if one not in text] == []


def test_a_table_repeats_its_head_on_every_page() -> None:
    text = pdf_text(pdf(page(large(80))))
    assert text.count("SHA-256, zoals verzonden") > 1
    assert text.count("Door wie") > 1


@pytest.mark.parametrize("text", [LONG_WORD, LONG_ID, "woord " * 1000, "a-b/" * 200])
def test_no_word_and_no_text_runs_off_a_page(text: str) -> None:
    made = pdf(page(memo(text)))
    assert outside(made, sides=27, below=10, above=20) == []
    assert {box.page for box in boxes(made)} == set(range(1, max(b.page for b in boxes(made)) + 1))


def test_a_word_that_fits_is_not_broken() -> None:
    sentence = "De herinvesteringsreserve, inkomstenbelasting en vennootschapsbelasting " * 12
    assert pdf_text(pdf(page(memo(sentence)))).count("vennootschapsbelasting") >= 12


def test_columns_of_an_html_table_have_their_widths_and_break_long_words() -> None:
    root: Any = lxml_html.document_fromstring(html(page(memo(LONG_WORD))))
    for table in root.xpath("//table"):
        cells = max(len(row) for row in table.xpath(".//tr"))
        assert len(table.xpath("./colgroup/col/@width")) == cells


def test_each_quote_stands_once_and_a_second_claim_on_it_names_the_note() -> None:
    quote, own = "De termijn is zes weken.", source(1)
    claims = tuple(
        SupportedClaim(
            number=at,
            text=text,
            verdict="exact",
            footnote=Footnote(number=at, quote=quote, source=own),
        )
        for at, text in ((1, ""), (2, "Zes weken dus."))
    )
    told = {"claims": claims, "struck": (), "conclusion": f"Het best past: “{quote}” (artikel 1)."}
    made = page(memo("x").model_copy(update=told))
    assert str(made).count(quote) == 1
    assert "Hetzelfde citaat als in noot 1" in str(made.notes[1])
    (lead,) = [one for one in made.blocks if isinstance(one, Paragraph) and one.role == "lead"]
    assert [part.type for part in lead.content] == ["text", "reference", "text"]
    (rest,) = [one for one in made.blocks if isinstance(one, Items) and one.numbered]
    assert (rest.first, len(rest.items)) == (2, 1)


def test_sources_that_are_cited_are_named_and_the_others_counted() -> None:
    every = large()
    made = page(every.model_copy(update={"claims": every.claims[4:6]}))
    (used, *_) = [one for one in made.blocks if isinstance(one, Table) and "Tekst" in one.head]
    assert [row[0] for row in used.rows] == [plain("5"), plain("6")]
    assert "Nog 28 bronnen zijn geselecteerd en niet geciteerd" in str(made.blocks)


@pytest.mark.parametrize(
    ("title", "stem"),
    [
        (
            "Binnen hoeveel weken moet ik bezwaar maken?",
            "binnen-hoeveel-weken-moet-ik-bezwaar-maken",
        ),
        ("Aanslag IB 2024: BSN 123456782, jan@voorbeeld.nl", "aanslag-ib-2024-bsn"),
        ("Énergie/../../etc", "energie-etc"),
        ("语言", "memo"),
        ("woord " * 40, "woord-" * 9 + "woord"),
    ],
)
def test_a_file_is_named_by_title_and_day(title: str, stem: str) -> None:
    for named in (formats.file_stem, file_names.file_stem):
        assert named(title, date(2026, 3, 2)) == f"{stem}-2026-03-02"
