"""Every usual way to cite is read back; whatever is no citation is left alone, and any text is read in linear time."""

import json
import re
from collections.abc import Iterator, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from src.desks.tax.law.citations import (
    ArticleCitation,
    LjnCitation,
    ReportCitation,
    RulingCitation,
    find_citations,
    find_mentions,
)
from src.desks.tax.law.laws import EUROPEAN_LAW, LAWS, MORE_NAMES, OTHER_LAWS, LawNames
from tests.shared_data import real

AWR, AWB, IB, OB, WBR = "BWBR0002320", "BWBR0005537", "BWBR0011353", "BWBR0002629", "BWBR0002740"
LB, VPB, BOOK_6 = "BWBR0002471", "BWBR0002672", "BWBR0005289"


def articles(text: str, within: str | None = None) -> list[ArticleCitation]:
    found = find_citations(text, within=within)
    return [one for one in found if isinstance(one, ArticleCitation)]


def cited(text: str, within: str | None = None) -> list[tuple[str | None, str]]:
    return [(one.work, one.article) for one in articles(text, within)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3.20 IB", (IB, "3.20")),
        ("art. 8:29 Awb", (AWB, "8:29")),
        ("artikel 8: 29 Awb", (AWB, "8:29")),
        ("art. 6:162 BW", (BOOK_6, "162")),
        ("artikel 162 Boek 6 BW", (BOOK_6, "162")),
        ("art.\u00a016\u00a0AWR", (AWR, "16")),
        ("artikel 12a Wet op de loon\u00adbelasting 1964", (LB, "12a")),
        ("artikel 4 Wet op de vennootschaps-\nbelasting 1969", (VPB, "4")),
        ("ARTIKEL 16,\nEERSTE LID, VAN DE AWR", (AWR, "16")),
        ("artikel 9, 2e lid, Wet OB", (OB, "9")),
        ("artikel 5 van de Wet van 16 december 1964", (LB, "5")),
        ("section 3.120(1) of the Income Tax Act 2001", (IB, "3.120")),
        ("article 9 VAT Act (Wet OB 1968)", (OB, "9")),
        ("article 9 of the Sales Act (Wet OB 1968)", (OB, "9")),
        ("Section 13 CITA", (VPB, "13")),
        ("artikel 132, eerste lid, btw-richtlijn", ("CELEX:32006L0112", "132")),
        ("art. 267 VWEU", ("CELEX:12016E", "267")),
        ("artikel 1 Eerste Protocol bij het EVRM", ("BWBV0001000", "1")),
        ("artikel 42 Wet op de inkomstenbelasting 1964", (None, "42")),
        ("artikel 14 RVV 1990", (None, "14")),
    ],
)
def test_a_form(text: str, expected: tuple[str | None, str]) -> None:
    assert cited(text) == [expected]


@pytest.mark.parametrize(
    ("text", "paragraphs", "parts"),
    [
        ("art. 3.120 lid 1 onderdeel a Wet IB 2001", ("1",), ("a",)),
        ("artikel 9, tweede lid, Wet OB", ("2",), ()),
        ("artikel 9, lid 2 en 3, Wet OB", ("2", "3"), ()),
        ("artikel 16, eerste en derde lid, van de AWR", ("1", "3"), ()),
        ("art. 9 lid 2 sub a onder 1° Wet OB", ("2",), ("a", "1")),
        ("het tweede lid van artikel 16 AWR", ("2",), ()),
        ("lid 4 van artikel 16 AWR", ("4",), ()),
        ("artikel 3.119a, eerste lid, aanhef en onderdeel b, van de Wet IB 2001", ("1",), ("b",)),
        ("article 15(2)(a) of the VAT Act", ("2",), ("a",)),
    ],
)
def test_paragraph_and_part(text: str, paragraphs: Sequence[str], parts: Sequence[str]) -> None:
    (found,) = articles(text)
    assert found.work is not None
    assert (found.paragraphs, found.parts) == (paragraphs, parts)


@pytest.mark.parametrize(
    ("text", "numbers", "implied"),
    [
        ("artt. 3.1 tot en met 3.5 Wet IB 2001", "3.1 3.2 3.3 3.4 3.5", "3.2 3.3 3.4"),
        ("8:1-8:5 Awb", "8:1 8:2 8:3 8:4 8:5", "8:2 8:3 8:4"),
        ("art. 10a t/m 10d Vpb", "10a 10b 10c 10d", "10b 10c"),
        ("artikelen 16 tot en met 22j AWR", "16 22j", ""),
        ("artikelen 1 tot en met 900 AWR", "1 900", ""),
        ("artikel 9, lid 2, en 11, lid 1, Wet OB", "9 11", ""),
        ("art. 1 jo. art. 2 jo. art. 3 AWR", "1 2 3", ""),
        ("artikel 6:7 in samenhang met artikel 6:8 Awb", "6:7 6:8", ""),
        ("articles 4 and 5 of the Corporate Income Tax Act 1969", "4 5", ""),
    ],
)
def test_ranges_and_lists(text: str, numbers: str, implied: str) -> None:
    found = articles(text)
    assert [one.article for one in found] == numbers.split()
    assert [one.article for one in found if one.implied] == implied.split()
    assert len({one.work for one in found}) == 1
    assert found[0].work


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("artikel 16 AWR en artikel 67d van die wet", [(AWR, "16"), (AWR, "67d")]),
        ("De Wet OB kent een aftrek. Zie artikel 15 van voornoemde wet.", [(OB, "15")]),
        ("Artikel 16 AWR. Het tweede lid van dat artikel", [(AWR, "16"), (AWR, "16")]),
        (
            "De Wet op de omzetbelasting 1968 (hierna: de Wet). Artikel 15 van de Wet bepaalt",
            [(OB, "15")],
        ),
        (
            "De Wet OB. Artikel 5 Luchtkastelenwet en artikel 6 van die wet",
            [(None, "5"), (None, "6")],
        ),
        ("artikel 6 van die wet", [(None, "6")]),
    ],
)
def test_what_points_back(text: str, expected: list[tuple[str | None, str]]) -> None:
    assert cited(text) == expected


def test_this_law_is_the_law_that_the_text_is_of() -> None:
    text = "Met artikel 16 AWR wordt artikel 5 van deze wet bedoeld"
    assert cited(text) == [(AWR, "16"), (AWR, "5")]
    assert cited(text, within=OB) == [(AWR, "16"), (OB, "5")]


def test_a_law_that_nobody_knows_keeps_its_name() -> None:
    (found,) = articles("artikel 13 van de Wet op de luchtkastelen is niet van toepassing")
    assert (found.work, found.law) == (None, "Wet op de luchtkastelen")


@pytest.mark.parametrize(
    "text",
    [
        "de 2 AOW'ers",
        "2 AOW uitkeringen",
        "WOZ 350.000",
        "de zaken AWB 97/826, AWB 97/827",
        "2.1 In de Wet inkomstenbelasting 2001 staat veel",
        'Algemene wet bestuursrecht (Awb)\n"1. De termijn',
        "op 3 maart 2017 de AWR",
        "artikel J 20 Gemeentewet",
    ],
)
def test_numbers_beside_a_law_that_are_no_articles(text: str) -> None:
    assert find_citations(text) == ()


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ECLI:NL:HR: 2017:\n345", RulingCitation("ECLI:NL:HR:2017:345", (0, 21))),
        ("ecli:nl:hr:2017:345.", RulingCitation("ECLI:NL:HR:2017:345", (0, 19))),
        ("?id=ECLI%3ANL%3AHR%3A2017%3A345&x", RulingCitation("ECLI:NL:HR:2017:345", (4, 31))),
        ("LJN AB1234", LjnCitation("AB1234", (0, 10))),
        ("LJN: BA1234,", LjnCitation("BA1234", (0, 11))),
        ("LJN-nummer BA1234", LjnCitation("BA1234", (0, 17))),
        ("BNB 2010/123", ReportCitation("BNB 2010/123", (0, 12))),
        ("V-N 2012/3.4", ReportCitation("V-N 2012/3.4", (0, 12))),
        ("NJ 2002, 317", ReportCitation("NJ 2002/317", (0, 12))),
    ],
)
def test_rulings(text: str, expected: object) -> None:
    assert find_mentions(text) == (expected,)


def test_the_span_is_that_of_the_text_as_it_was_written() -> None:
    text = "Zie (arti\u00adkel 16 Wet op de omzet-\nbelasting 1968), of ECLI:NL:HR: 2017:345."
    spans = [text[slice(*one.span)] for one in find_mentions(text)]
    assert spans == ["arti\u00adkel 16 Wet op de omzet-\nbelasting 1968", "ECLI:NL:HR: 2017:345"]


# What we write in any of the usual forms, we read back.

NAMES = [(law.work, name) for law in LAWS for name in (law.title, law.short, *law.aliases)] + [
    (work, name)
    for table in (MORE_NAMES, OTHER_LAWS, EUROPEAN_LAW)
    for work, names in table.items()
    for name in names
    if work != "BW"
]
NUMBERS = st.one_of(
    st.integers(1, 999).map(str),
    st.tuples(st.integers(1, 11), st.sampled_from(".:"), st.integers(1, 199)).map(
        lambda parts: "".join(map(str, parts))
    ),
    st.tuples(st.integers(1, 99), st.sampled_from(["a", "bis", "aa", "b1"])).map(
        lambda parts: "".join(map(str, parts))
    ),
)
ORDINALS = [
    "eerste",
    "tweede",
    "derde",
    "vierde",
    "vijfde",
    "zesde",
    "zevende",
    "achtste",
    "negende",
]
FORMS = [
    "artikel {number} {law}",
    "art. {number} {law}",
    "Art {number}, {law}",
    "artikel {number} van de {law}",
    "artikel {number}, lid {paragraph}, {law}",
    "artikel {number}, {ordinal} lid, van de {law}",
    "art. {number} lid {paragraph} onderdeel {letter} {law}",
    "artikel {number}, {ordinal} lid, aanhef en onderdeel {letter}, onder 2°, van het {law}",
    "het {ordinal} lid van artikel {number} van de {law}",
    "{law}, artikel {number}",
    "{law} art. {number} lid {paragraph}",
    "article {number} of the {law}",
    "section {number}({paragraph}) {law}",
    "(art.{number} {law})",
]
WITH_PARAGRAPH = ("{paragraph}", "{ordinal}")
SURROUNDINGS = ["{}", "Volgens {} is dat zo.", "zie ook {}; en verder niets", "\n\t{}\n", "“{}”"]


@given(
    st.sampled_from(NAMES),
    NUMBERS,
    st.integers(1, 9),
    st.sampled_from("abcdefghiklm"),
    st.sampled_from(FORMS),
    st.sampled_from(SURROUNDINGS),
    st.sampled_from([str, str.upper, str.lower]),
    st.sampled_from([" ", "\u00a0", "\n", "  "]),
)
def test_what_is_written_in_a_usual_form_is_read_back(
    law: tuple[str, str],
    number: str,
    paragraph: int,
    letter: str,
    form: str,
    around: str,
    case: object,
    space: str,
) -> None:
    work, name = law
    text = form.format(
        number=number, law=name, paragraph=paragraph, ordinal=ORDINALS[paragraph - 1], letter=letter
    )
    assert callable(case)
    text = around.format(case(text)).replace(" ", space)
    (found,) = articles(text)
    assert (found.work, found.article) == (work, number)
    if any(mark in form for mark in WITH_PARAGRAPH):
        assert found.paragraphs == (str(paragraph),)


@given(st.text(alphabet="art.ikel 0123456789:()[]{}-–,jo\n\u00adWetOB", max_size=400))
def test_any_row_of_signs_can_be_read(text: str) -> None:
    for one in find_mentions(text):
        start, end = one.span
        assert 0 <= start < end <= len(text)


# Ordinary questions name nothing; the real ones are in no file of ours.


def questions(name: str) -> Iterator[tuple[str, str, set[tuple[str, str]]]]:
    lines = (real(name) / "questions_dev.jsonl").read_text("utf-8").splitlines()
    for row in map(json.loads, lines):
        gold = row["gold"] if name == "tax-questions" else []
        yield (
            row.get("kind", ""),
            row["question"],
            {(one["bwb_id"], one["article"]) for one in gold},
        )


def library_names() -> LawNames:
    rows = map(
        json.loads, (real("tax-law-2015") / "articles.jsonl").read_text("utf-8").splitlines()
    )
    return LawNames({row["law_title"]: row["bwb_id"] for row in rows})


def pins(question: str, laws: LawNames) -> set[tuple[str, str]]:
    found = find_citations(question, laws)
    return {
        (one.work, one.article) for one in found if isinstance(one, ArticleCitation) and one.work
    }


@pytest.mark.parametrize("name", ["tax-questions", "legalqa-nl"])
def test_a_question_that_cites_nothing_pins_nothing(name: str) -> None:
    laws = library_names()
    asked = [
        question
        for kind, question, _ in questions(name)
        if kind != "citation" and not re.search(r"\bartikel [0-9]", question)
    ]
    assert len(asked) > 40
    assert [question for question in asked if pins(question, laws)] == []


def test_every_explicit_citation_is_found() -> None:
    laws = library_names()
    asked = [
        (pins(question, laws), gold)
        for kind, question, gold in questions("tax-questions")
        if kind == "citation" and any(letter.isdigit() for letter in question)
    ]
    assert len(asked) > 10
    assert [pair for pair in asked if pair[0] != pair[1]] == []


# The work grows with the length of the text, whatever the text.

HOSTILE = [
    "(1.1:2)[3]{4.5a}",
    "1",
    "1.1:",
    "(",
    "artikel 1, ",
    "1 lid ",
    "art 1 de ",
    "1 van de ",
    "ECLI:NL:",
    "artikel 1 t/m 60 ",
    "artikel 1 van die wet ",
    "Wet (hierna: ",
    "Wet op de ",
    "\u00ad1",
    "lid 1 en ",
]


class CountingNames(LawNames):
    """Names of laws that count how often they were asked."""

    asked = 0

    def starting_at(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        self.asked += 1
        return super().starting_at(words, at)

    def ending_before(self, words: Sequence[str], at: int) -> tuple[str, int] | None:
        self.asked += 1
        return super().ending_before(words, at)


@pytest.mark.parametrize("piece", HOSTILE)
def test_twice_the_text_is_at_most_twice_the_work(piece: str) -> None:
    counts = []
    for length in (2_000, 4_000):
        laws = CountingNames()
        find_mentions((piece * length)[:length], laws)
        counts.append(laws.asked)
    assert counts[1] <= 2.2 * counts[0] + 20


def test_a_short_text_of_ranges_does_not_become_a_long_list() -> None:
    found = articles("artikelen 1 t/m 60 AWR; " * 1_000)
    assert sum(one.implied for one in found) <= 2_000
    assert sum(not one.implied for one in found) == 2_000


@pytest.mark.timeout(60)  # some seconds; a pattern that goes wrong takes hours
@pytest.mark.parametrize("piece", HOSTILE)
def test_a_long_hostile_text_is_read(piece: str) -> None:
    text = (piece * 300_000)[:300_000]
    assert len(find_mentions(text)) <= len(text)
