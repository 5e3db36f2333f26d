"""``tess lint`` as a person runs it: every citation with its place and verdict, and an exit status for scripts."""

from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from src.desks.tax.library.library import ingest
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders.loaded import LoadedLaw
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.lint.files import law_xml, write_docx, write_pdf
from tests.desks.tax.lint.linted import LAW, RULING, TWO_VERSIONS, Lint, write
from tests.fakes import law
from tests.shared_data import real


def test_every_verdict(lint: Lint, library: Path, tmp_path: Path) -> None:
    text = write(
        tmp_path,
        f"Volgens artikel 2, tweede lid, van de {LAW} is dat zo.",
        f"Anders: artikel 77 {LAW}, artikel 3 {LAW}",
        f"en artikel 5 {TWO_VERSIONS} (tekst 2019).",
        "Zie Hoge Raad 3 maart 2017, nr. 16/01234, ECLI:NL:GHAMS:2017:1234,",
        f"HR 3 maart 2017, {RULING}, en artikel 9 van de Wet op de luchtkastelen.",
    )
    linted = lint(text, "--json")
    assert linted.status == 4
    assert linted.verdicts == [
        (f"artikel 2, tweede lid, van de {LAW}", "exists"),
        (f"artikel 77 {LAW}", "does not exist"),
        (f"artikel 3 {LAW}", "lapsed"),
        (f"artikel 5 {TWO_VERSIONS}", "exists in another version"),
        ("ECLI:NL:GHAMS:2017:1234", "other court or date than stated"),
        (RULING, "exists"),
        ("artikel 9 Wet op de luchtkastelen", "unknown law"),
    ]
    places = [one["place"] for one in linted.data["files"][0]["citations"]]
    assert places == ["line 1", "line 2", "line 2", "line 3", "line 4", "line 5", "line 5"]
    assert all(one["reason"] for one in linted.data["files"][0]["citations"])


def test_what_is_printed_says_what_was_not_checked(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, f"artikel 77 {LAW}"))
    assert linted.status == 4
    assert f"line 1: artikel 77 {LAW}" in linted.out
    assert "does not exist: " in linted.out
    assert "Not checked: whether it says what the text makes it say" in linted.out
    assert linted.err == ""


@pytest.mark.parametrize(
    ("text", "verdict", "reason"),
    [
        (f"artikel 1 {LAW}", "exists", "in the newest version that the library has (2020-01-01)"),
        (f"artikel 99 {LAW}", "exists", "without a text of its own"),
        (f"artikel 2, vierde lid, {LAW}", "does not exist", "no paragraph (lid) 4"),
        (f"artikel 1, vierde lid, {LAW}", "exists", ""),
        (f"artikel 3 {LAW}", "lapsed", "since 2012-01-01"),
        (f"artikel 2 {TWO_VERSIONS}", "exists in another version", "version of 2018-01-01"),
        (f"artikel 2 {TWO_VERSIONS} (tekst tot 2022)", "exists", "version of 2018-01-01"),
        (f"artikel 5 {TWO_VERSIONS}", "exists", "newest version that the library has (2022-01-01)"),
        (
            f"artikel 5 {TWO_VERSIONS}, zoals dat gold op 1 maart 2021,",
            "exists in another version",
            "2022",
        ),
        (f"artikel 1 {LAW} (tekst 2015)", "exists in another version", "no version"),
        (f"artikel 77 {LAW} (tekst 2015)", "not in the local library", "no version"),
        (
            "artikel 9 Wet OB 1968",
            "not in the local library",
            "does not hold Wet op de omzetbelasting",
        ),
        ("artikel 267 VWEU", "not in the local library", "no Dutch law"),
        ("artikel 13", "not in the local library", "names no law"),
        ("BNB 2010/123", "not in the local library", "journals"),
        ("LJN AB1234", "exists", "LJN AB1234 is now ECLI:NL:HR:2005:AB1234"),
        ("LJN AB9999", "not in the local library", "No ruling"),
        ("HR 5 maart 2005, LJN AB1234", "other court or date than stated", "2005-02-04"),
        (RULING, "exists", "Hoge Raad, 2017-03-03"),
        (f"{RULING} (Hoge Raad 3 maart 2017)", "exists", ""),
        (f"{RULING} (Rechtbank Breda)", "other court or date than stated", "Rechtbank Breda"),
        (f"HR 4-3-2017, {RULING}", "other court or date than stated", "2017-03-03"),
        (
            "HR 3 maart 2018, ECLI:NL:HR:2017:99",
            "other court or date than stated",
            "the ECLI says 2017",
        ),
        ("ECLI:NL:HR:2017:99", "not in the local library", "deeplink.rechtspraak.nl"),
        ("ECLI:NL:HR:2999:1", "does not exist", "not come yet"),
        ("HvJ EU 3 mei 2012, ECLI:EU:C:2012:264", "not in the local library", "Dutch rulings only"),
    ],
)
def test_a_verdict_and_its_reason(
    text: str, verdict: str, reason: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, text), "--json")
    (found,) = linted.data["files"][0]["citations"]
    assert found["verdict"] == verdict
    assert reason in found["reason"]
    assert linted.status == (0 if verdict in ("exists", "not in the local library") else 4)


def test_the_day_can_be_given(lint: Lint, library: Path, tmp_path: Path) -> None:
    text = write(tmp_path, f"artikel 5 {TWO_VERSIONS}")
    assert lint(text, "--as-of", "2023-01-01").status == 0
    assert lint(text, "--as-of", "2019-01-01").status == 4
    assert lint(text, "--as-of", "vorig jaar").status == 2


@pytest.mark.parametrize(
    ("text", "day", "verdict", "reason"),
    [
        (f"artikel 2 lid 19 {LAW}", "2013-05-01", "does not exist", "no paragraph (lid) 19"),
        (f"artikel 2 lid 3 {LAW}", "2013-05-01", "exists in another version", "2020-01-01"),
        (f"artikel 1 {TWO_VERSIONS}", "2013-05-01", "exists in another version", "2018-01-01. "),
        (f"artikel 6 {TWO_VERSIONS}", "2021-01-01", "exists in another version", "2022-01-01. "),
        (f"artikel 6 {TWO_VERSIONS}", "2025-01-01", "exists in another version", "2024-01-01. "),
        (f"artikel 6 lid 2 {TWO_VERSIONS}", "2021-01-01", "exists in another version", "2024-01-01. "),
        (f"artikel 6 lid 9 {TWO_VERSIONS}", "2021-01-01", "does not exist", "version of 2022-01-01"),
    ],
)  # fmt: skip
def test_of_other_days_the_nearest_version_that_fits_is_named(
    text: str, day: str, verdict: str, reason: str, lint: Lint, later_library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, text), "--as-of", day, "--json")
    (found,) = linted.data["files"][0]["citations"]
    assert found["verdict"] == verdict
    assert reason in found["reason"]


@pytest.mark.parametrize(
    ("text", "first", "second"),
    [
        ("{one} (tekst 2015) en artikel 77 {law}", "exists in another version", "does not exist"),
        ("{one} (tekst 2015, zie daar) en {one}", "exists in another version", "exists"),
        ("{one} (tekst 2015; vóór 1 mei 2016 gold dat ook) en {one}", "exists in another version", "exists"),
        ("{one}, dat in 2015 ook al gold. {one}", "exists", "exists"),
        ("{one} is anders, zo luidde de tekst 2015. art. 1 {law}", "exists in another version", "exists"),
        ("{one} (tekst 2021) en in belastingjaar 2015 {one}", "exists", "exists in another version"),
        ("{one} en de tekst 2015 van {one}", "exists", "exists in another version"),
        ("{one} geldt. In belastingjaar 2015 gold, vgl. {one}", "exists", "exists in another version"),
    ],
)  # fmt: skip
def test_a_day_belongs_to_one_citation(
    text: str, first: str, second: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    written = write(tmp_path, text.format(one=f"artikel 1 {LAW}", law=LAW))
    assert [verdict for _, verdict in lint(written, "--json").verdicts] == [first, second]


def test_only_the_ends_of_a_range_are_judged(lint: Lint, library: Path, tmp_path: Path) -> None:
    linted = lint(write(tmp_path, f"artikelen 1 tot en met 3 {LAW}"), "--json")
    assert [verdict for _, verdict in linted.verdicts] == ["exists", "lapsed"]


def test_the_starter_corpus_proves_nothing_absent(lint: Lint, tmp_path: Path) -> None:
    linted = lint(
        write(tmp_path, "artikel 16 AWR en artikel 999 AWR, en 1999: artikel 16 AWR (tekst 1999)"),
        "--json",
    )
    assert linted.status == 0
    assert [verdict for _, verdict in linted.verdicts] == [
        "exists",
        "not in the local library",
        "not in the local library",
    ]
    assert "as a digest of our own" in linted.out


def test_a_change_of_the_library_is_noticed(lint: Lint, library: Path, tmp_path: Path) -> None:
    text = write(tmp_path, "artikel 1 Dwergenwet")
    assert "unknown law: Neither the library" in lint(text).out
    (tmp_path / "f.xml").write_text(law_xml("BWBR0099903", "Dwergenwet", "2021-01-01", ["1"]))
    ingest((tmp_path / "f.xml",), library, STARTER, lambda *_: None)
    assert (
        "exists: Dwergenwet, artikel 1, is in the newest version that the library has (2021-01-01)"
        in lint(text).out
    )
    (library / "catalogue.json").write_text("{")
    assert "exists: Dwergenwet" in lint(text).out


def test_a_law_that_is_there_in_part_has_no_missing_articles(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    passage = law("1", "De heffing bedraagt drie euro.").model_copy(
        update={"id": "BWBR0099904/1@2015-01-01", "work": "BWBR0099904", "law": "Elfenwet"}
    )
    passage = passage.model_copy(update={"as_of": date(2015, 1, 1)})
    Works(works_folder(library)).add("articles.jsonl", b"{}", LoadedLaw((passage,)))
    linted = lint(write(tmp_path, "artikel 1 Elfenwet en artikel 2 Elfenwet"), "--json")
    assert linted.status == 0
    assert [verdict for _, verdict in linted.verdicts] == ["exists", "not in the local library"]
    (first, _) = linted.data["files"][0]["citations"]
    assert "from JSON Lines, perhaps not whole" in first["reason"]
    assert "digest" not in first["reason"]


def test_a_law_whose_last_version_has_ended_has_lapsed(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    works = Works(works_folder(library))
    passage = law("1", "De heffing bedraagt drie euro.").model_copy(
        update={"id": "BWBR0099905/1@2015-01-01", "work": "BWBR0099905", "law": "Trollenwet"}
    )
    passage = passage.model_copy(update={"as_of": date(2015, 1, 1)})
    works.add("trollen.xml", b"<toestand/>", LoadedLaw((passage,)), until=date(2018, 12, 31))
    text = write(tmp_path, "artikel 1 Trollenwet en artikel 7 Trollenwet")
    assert [one for _, one in lint(text, "--json").verdicts] == ["lapsed", "lapsed"]
    assert "in force up to 2018-12-31" in lint(text).out
    last_day = lint(text, "--as-of", "2018-12-31", "--json").verdicts
    assert [one for _, one in last_day] == ["exists", "does not exist"]


def test_footnotes_and_tables_of_a_word_document_are_read(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    moved = "<w:moveFrom><w:r><w:t>artikel 78 AWR</w:t></w:r></w:moveFrom>"
    twice = "<Fallback><w:p><w:r><w:t>artikel 79 AWR</w:t></w:r></w:p></Fallback>"
    deleted = f"<w:p>{moved}{twice}</w:p>"
    table = (
        f"<w:tbl><w:tr><w:tc><w:p><w:r><w:t>artikel 1 {LAW}</w:t></w:r></w:p></w:tc></w:tr></w:tbl>"
    )
    path = write_docx(
        tmp_path / "a.docx",
        ["Geachte rechter,", f"artikel 2 {LAW}"],
        [f"Vgl. artikel 77 {LAW}."],
        deleted + table,
    )
    linted = lint(path, "--json")
    found = [(one["place"], one["verdict"]) for one in linted.data["files"][0]["citations"]]
    assert found == [
        ("paragraph 2", "exists"),
        ("paragraph 4", "exists"),
        ("footnote 1", "does not exist"),
    ]


def test_pages_of_a_pdf_are_told(lint: Lint, library: Path, tmp_path: Path) -> None:
    path = write_pdf(tmp_path / "a.pdf", [f"Zie artikel 1 {LAW}.", f"En artikel 77 {LAW} (nieuw)."])
    linted = lint(path, "--json")
    found = [(one["place"], one["verdict"]) for one in linted.data["files"][0]["citations"]]
    assert found == [("page 1", "exists"), ("page 2", "does not exist")]


@pytest.mark.parametrize(
    ("name", "content", "problem"),
    [
        ("a.odt", b"x", "only .docx, .md, .pdf, .txt can be read"),
        ("a.txt", b"", "no text in it"),
        ("a.txt", b"\x00\x01\x02", "it is no text"),
        ("a.docx", b"PK\x03\x04 not really", "no Word document"),
        ("a.pdf", b"%PDF-1.4 not really", "no PDF"),
        ("a.pdf", b"", "no PDF"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(
    name: str, content: bytes, problem: str, lint: Lint, tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(content)
    linted = lint(tmp_path / name)
    assert linted.status == 2
    assert f"{name} can't be read: " in linted.err
    assert problem in linted.err


def test_a_missing_file_is_named_and_the_others_are_read(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(tmp_path / "gone.txt", write(tmp_path, f"artikel 77 {LAW}"))
    assert linted.status == 2
    assert "gone.txt can't be read: No such file or directory." in linted.err
    assert "does not exist: " in linted.out


def test_where_no_file_could_be_read_nothing_is_said_of_citations(
    lint: Lint, tmp_path: Path
) -> None:
    linted = lint(tmp_path / "gone.txt")
    assert (linted.status, linted.out, linted.err.count("\n")) == (2, "", 1)


def test_a_scan_is_not_taken_for_a_text_without_citations(lint: Lint, tmp_path: Path) -> None:
    linted = lint(write_pdf(tmp_path / "scan.pdf", ["", ""]))
    assert linted.status == 2
    assert "a scan must be made into text first" in linted.err


def test_a_word_document_that_unpacks_to_too_much_is_refused(lint: Lint, tmp_path: Path) -> None:
    path = write_docx(tmp_path / "bomb.docx", [], raw=" " * (65 * 2**20))
    assert path.stat().st_size < 2**20
    linted = lint(path)
    assert linted.status == 2
    assert "when unpacked" in linted.err


def test_entities_of_a_word_document_are_not_followed(lint: Lint, tmp_path: Path) -> None:
    import zipfile

    secret = tmp_path / "secret.txt"
    secret.write_text("artikel 16 AWR")
    with zipfile.ZipFile(tmp_path / "x.docx", "w") as archive:
        archive.writestr(
            "word/document.xml",
            f'<!DOCTYPE d [<!ENTITY e SYSTEM "{secret.as_uri()}">]><d xmlns:w="w"><w:p><w:t>x &e;</w:t></w:p></d>',
        )
    assert "artikel 16" not in lint(tmp_path / "x.docx").out


def test_real_laws_and_rulings(lint: Lint, tmp_path: Path) -> None:
    laws, rulings = real("bwb-xml-2024"), real("rulings-xml")
    paths = [*(next(laws.glob(f"{work}_*")) for work in ("BWBR0002320", "BWBR0005537")), rulings]
    ingest(tuple(paths), tmp_path / "data" / "library", STARTER, lambda *_: None)
    text = write(
        tmp_path,
        "Artikel 16 AWR en artikel 6:7 Awb bestaan; artikel 16zz AWR is verzonnen, artikel 18 AWR is vervallen.",
        "Zie HR 10 mei 1995, ECLI:NL:HR:1995:AA3106, en artikel 3.120 Wet IB 2001.",
        "Op grond van artikel 16, eerste lid, AWR (tekst 2010) ...",
    )
    linted = lint(text, "--json")
    assert linted.status == 4
    assert Counter(verdict for _, verdict in linted.verdicts) == {
        "exists": 2,
        "does not exist": 1,
        "lapsed": 1,
        "other court or date than stated": 1,
        "not in the local library": 1,
        "exists in another version": 1,
    }
