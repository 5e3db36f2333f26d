"""The shipped corpus keeps its promises: right form, right facts, our own words, not the statute's.

The facts and the wording are checked against the official texts, which lie outside the project, in
`../shared/data` or in the folder that TESS_MATERIAL_DIR names. Every check is also seen to complain.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from tests.desks.tax.starter_checker import (
    Entry,
    Judgment,
    Law,
    Material,
    Provision,
    Ruling,
    amount_complaints,
    bwb_ids,
    copy_complaints,
    expected_url,
    fact_complaints,
    form_complaints,
    read_entries,
    read_material,
    sentence_count,
)
from tests.shared_data import real

ROOT = Path(__file__).resolve().parents[3]
STARTER = ROOT / "data" / "starter"
TODAY = date(2026, 1, 1)

PROVISION = Provision(
    origin="provisions/plan.jsonl:1",
    bwb_id="BWBR0002320",
    law="Algemene wet inzake rijksbelastingen",
    short="AWR",
    article="67a",
    heading="Boete bij verzuim",
    topic="procedure",
    as_of="2024-01-01",
    digest="De inspecteur kan een boete opleggen. De boete heeft een maximum.",
    url="https://wetten.overheid.nl/jci1.3:c:BWBR0002320&artikel=67a&g=2024-01-01&z=2024-01-01",
)
RULING = Ruling(
    origin="rulings.jsonl:1",
    ecli="ECLI:NL:HR:1996:AA0001",
    court="Hoge Raad",
    date="1996-01-31",
    subject="Bestuursrecht; Belastingrecht",
    heading="Boete bij verzuim",
    topic="procedure",
    cites=["BWBR0002320/67a"],
    digest="De Hoge Raad oordeelde over een boete. De boete van X B.V. bleef in stand.",
    url="https://deeplink.rechtspraak.nl/uitspraak?id=ECLI:NL:HR:1996:AA0001",
)
STATUTE = "Een twee drie vier vijf zes zeven acht negen tien elf twaalf dertien."
MATERIAL = Material(
    laws={PROVISION.bwb_id: Law(PROVISION.law, "2024-01-01", {"67a": True, "67b": False})},
    judgments={RULING.ecli: Judgment(RULING.court, RULING.date, RULING.subject)},
    texts=[STATUTE],
)


def read_corpus() -> tuple[list[Provision], list[Ruling], list[str]]:
    """All entries of the shipped corpus, and the complaints of reading them."""
    provisions: list[Provision] = []
    complaints: list[str] = []
    for path in sorted((STARTER / "provisions").glob("*.jsonl")):
        content = path.read_text(encoding="utf-8")
        entries, unread = read_entries(Provision, f"provisions/{path.name}", content)
        provisions += entries
        complaints += unread
    content = (STARTER / "rulings.jsonl").read_text(encoding="utf-8")
    rulings, unread = read_entries(Ruling, "rulings.jsonl", content)
    return provisions, rulings, complaints + unread


def material_folder() -> Path:
    """The folder with the official texts."""
    return real("tax-law-2015/articles.jsonl").parent.parent


def report(complaints: Sequence[str]) -> str:
    return "\n".join([f"{len(complaints)} complaints about the starter corpus:", *complaints])


def test_corpus_has_the_right_form() -> None:
    provisions, rulings, complaints = read_corpus()
    complaints += form_complaints([*provisions, *rulings], datetime.now(UTC).date())
    complaints += amount_complaints(len(provisions), len(rulings))
    assert not complaints, report(complaints)


def test_corpus_agrees_with_the_official_texts_and_copies_none() -> None:
    folder = material_folder()
    provisions, rulings, _ = read_corpus()
    entries: list[Entry] = [*provisions, *rulings]
    material = read_material(folder, bwb_ids(entries))
    complaints = fact_complaints(entries, material) + copy_complaints(entries, material.texts)
    assert not complaints, report(complaints)


# Every check is seen to complain


def test_good_entries_raise_no_complaint() -> None:
    entries: list[Entry] = [PROVISION, RULING]
    assert form_complaints(entries, TODAY) == []
    assert fact_complaints(entries, MATERIAL) == []
    assert copy_complaints(entries, MATERIAL.texts) == []
    assert amount_complaints(120, 25) == []


@pytest.mark.parametrize(
    "good",
    [
        replace(PROVISION, english="The inspector can fine. The fine has a maximum."),
        replace(PROVISION, as_of="2026-01-01"),  # later than the material
        replace(PROVISION, digest="Dit kost in 2024 € 5.000. Ja."),
        replace(PROVISION, digest="Dit kost € 2.030. Ja."),  # a sum, and no year; as it was in 2015
    ],
)
def test_what_is_dated_or_translated_raises_no_complaint(good: Provision) -> None:
    today = replace(good, url=expected_url(good))
    assert form_complaints([today], TODAY) == []
    material = replace(MATERIAL, old_texts={"BWBR0002320/67a": "ten hoogste € 2 030"})
    assert fact_complaints([today], material) == []


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (replace(PROVISION, bwb_id="BWB2320"), "malformed BWB id BWB2320"),
        (replace(PROVISION, article="67 a"), "malformed article number '67 a'"),
        (replace(PROVISION, law=" "), "law or short name is empty"),
        (replace(PROVISION, as_of="2024-02-30"), "date 2024-02-30 is not an ISO date"),
        (replace(PROVISION, as_of="20240101"), "date 20240101 is not written as year-month-day"),
        (replace(PROVISION, as_of="2026-01-02"), "date 2026-01-02 lies in the future"),
        (replace(PROVISION, url="https://wetten.overheid.nl/AWR"), "url is https://wetten"),
        (replace(PROVISION, article="67b"), "url is https://wetten"),
        (replace(PROVISION, topic="boetes"), "unknown topic boetes"),
        (replace(PROVISION, heading="Boete"), "heading is not 2 to 8 words: Boete"),
        (replace(PROVISION, digest="Er is art. 3 en verder niets."), "digest has 1 sentences"),
        (replace(PROVISION, digest="Nee. " * 8 + "Ja."), "digest has 9 sentences"),
        (replace(PROVISION, digest="Ja. Nee. Of niet"), "digest does not end with a full stop"),
        (replace(PROVISION, digest="Ja.  Nee."), "digest has stray white space"),
        (replace(PROVISION, english="One sentence."), "english has 1 sentences, the digest 2"),
        (replace(PROVISION, english="One.  Two."), "english has stray white space"),
        (
            replace(PROVISION, digest="In 2025 gold dit. Ja."),
            "tells of 2025, later than 2024-01-01",
        ),
        (replace(PROVISION, english="Yes. Since 2026."), "tells of 2026, later than 2024-01-01"),
        (replace(RULING, ecli="ECLI:HR:1996:1"), "malformed ECLI ECLI:HR:1996:1"),
        (replace(RULING, url=RULING.url.replace("https", "http")), "url is http://deeplink"),
        (replace(RULING, date="1996-1-31"), "date 1996-1-31 is not an ISO date"),
        (replace(RULING, cites=["BWBR0002320"]), "malformed article number ''"),
        (replace(RULING, cites=RULING.cites * 2), "cites names an article twice"),
    ],
)
def test_bad_form_is_seen(bad: Entry, complaint: str) -> None:
    assert f"{bad.origin}: {complaint}" in report(form_complaints([bad], TODAY))


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (replace(PROVISION, bwb_id="BWBR9999999"), "BWBR9999999 is not in the material"),
        (replace(PROVISION, article="999"), "BWBR0002320 has no article 999"),
        (replace(PROVISION, article="67b"), "article 67b of BWBR0002320 is not in force"),
        (replace(PROVISION, as_of="2015-11-27"), "as_of is 2015-11-27, the material is of 2024"),
        (replace(PROVISION, digest="Dit kost € 5.000. Ja."), "€ 5000 without a year: Dit kost"),
        (replace(PROVISION, law="AWR"), "law is called AWR, the material calls it Algemene wet"),
        (replace(RULING, ecli="ECLI:NL:HR:1996:ZZ1"), "ECLI:NL:HR:1996:ZZ1 is not in the material"),
        (replace(RULING, court="Hof"), "court is Hof, the material says Hoge Raad"),
        (replace(RULING, date="1996-02-01"), "date is 1996-02-01, the material says 1996-01-31"),
        (replace(RULING, subject="Strafrecht"), "subject is Strafrecht, the material says Best"),
        (replace(RULING, cites=["BWBR0002320/999"]), "BWBR0002320 has no article 999"),
    ],
)
def test_wrong_facts_are_seen(bad: Entry, complaint: str) -> None:
    assert f"{bad.origin}: {complaint}" in report(fact_complaints([bad], MATERIAL))


@pytest.mark.parametrize("entry", [PROVISION, RULING])
def test_twelve_copied_words_are_seen_and_eleven_are_not(entry: Entry) -> None:
    twelve = "twee drie vier vijf zes zeven acht negen tien elf twaalf dertien"
    copied = replace(entry, digest=f"De wet zegt: {twelve.upper()}! Meer niet.")
    assert copy_complaints([copied], [STATUTE]) == [f"{entry.origin}: copies 12 words: {twelve}"]
    fewer = replace(entry, digest=f"De wet zegt: {twelve.removesuffix(' dertien')}. Meer niet.")
    assert copy_complaints([fewer], [STATUTE]) == []


def test_doubles_and_small_amounts_are_seen() -> None:
    twice: list[Entry] = [PROVISION, replace(PROVISION, origin="provisions/tax.jsonl:9"), RULING]
    assert form_complaints(twice, TODAY) == ["BWBR0002320/67a occurs 2 times"]
    assert amount_complaints(119, 24) == [
        "only 119 provisions, 120 expected",
        "only 24 rulings, 25 expected",
    ]


def test_lines_that_are_no_entries_are_seen() -> None:
    good = {key: value for key, value in asdict(RULING).items() if key != "origin"}
    lines = [
        good,
        {**good, "note": ""},
        {"url": good["url"], **good},
        {**good, "cites": "BWBR0002320/67a"},
        [],
    ]
    content = "\n".join([*map(json.dumps, lines), "{"])
    entries, complaints = read_entries(Ruling, "rulings.jsonl", content)
    assert entries == [RULING]
    assert [complaint.partition(" ")[0] for complaint in complaints] == [
        f"rulings.jsonl:{number}:" for number in (2, 3, 4, 5, 6)
    ]
    assert "wrong type of value: cites" in complaints[2]
    assert "not JSON" in complaints[4]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Een. Twee! 'Drie?' 's Avonds vier.", 4),
        ("X B.V. Y kocht volgens art. 3 iets van o.a. een nv.", 1),
    ],
)
def test_sentences_are_counted_as_a_reader_would(text: str, count: int) -> None:
    assert sentence_count(text) == count


def test_material_is_read_as_published(tmp_path: Path) -> None:
    write_material(tmp_path)
    material = read_material(tmp_path, {"BWBR0000001", "BWBR0000002"})
    assert material.laws == {
        "BWBR0000001": Law("Wet een", "2024-07-01", {"1": True, "2": False}),
        "BWBR0000002": Law("Wet twee", "2015-11-27", {"6:7": True, "8": False}),
    }
    assert material.judgments == {RULING.ecli: MATERIAL.judgments[RULING.ecli]}
    assert [text.split() for text in material.texts] == [
        ["Oude", "tekst."],
        ["Vervallen", "per", "2013"],
        ["Wet", "een", "1", "Geldt.", "2", "Vervallen", "9", "Bijlage."],
        ["Overwogen", "wordt."],
    ]


def write_material(folder: Path) -> None:
    """A small copy of the published formats: an old law, two versions of a new one, a judgment."""
    old = [("6:7", "Oude tekst."), ("8", "Vervallen per 2013")]
    lines = [
        {"bwb_id": "BWBR0000002", "law_title": "Wet twee", "article": article, "text": text}
        for article, text in old
    ]
    law = """<toestand><citeertitel>Wet een</citeertitel>
      <artikel status="goed"><kop><nr>1</nr></kop><al>Geldt.</al><meta-data>2023</meta-data></artikel>
      <artikel status="vervallen"><kop><nr>2</nr></kop><al>Vervallen</al></artikel>
      <bijlage><artikel><kop><nr>9</nr></kop><al>Bijlage.</al></artikel></bijlage></toestand>"""
    judgment = f"""<open-rechtspraak xmlns:r="urn:r" xmlns:d="urn:d"><r:RDF><r:Description>
      <d:identifier>{RULING.ecli}</d:identifier><d:creator>Hoge Raad</d:creator>
      <d:date>1996-01-31</d:date><d:subject>Bestuursrecht; Belastingrecht</d:subject>
      </r:Description></r:RDF><uitspraak>Overwogen <b>wordt.</b></uitspraak></open-rechtspraak>"""
    files = {
        "tax-law-2015/articles.jsonl": "\n".join(map(json.dumps, lines)),
        "bwb-xml-2024/BWBR0000001_2024-01-01_0.xml": "<toestand/>",
        "bwb-xml-2024/BWBR0000001_2024-07-01_0.xml": law,
        "rulings-xml/ECLI.NL.HR.1996.AA0001.xml": judgment,
    }
    for name, content in files.items():
        path = folder / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(content, encoding="utf-8")


def test_absent_material_skips_here_and_fails_where_ci_runs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_MATERIAL_DIR", str(tmp_path))
    monkeypatch.setenv("CI", "")
    with pytest.raises(pytest.skip.Exception, match="TESS_MATERIAL_DIR"):
        material_folder()
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="TESS_MATERIAL_DIR"):
        material_folder()
