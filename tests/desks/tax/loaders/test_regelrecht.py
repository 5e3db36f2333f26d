"""Files of the public corpus regelrecht become the articles of a law, in every version that they hold."""

import json
from datetime import date
from pathlib import Path, PurePath

import pytest

from src.desks.tax.library.library import ingest
from src.desks.tax.loaders import regelrecht
from src.desks.tax.loaders.loaded import LapsedArticle, LoadedLaw
from src.desks.tax.loaders.regelrecht import lines
from src.desks.tax.sources import Legislation
from src.search.loaders.loaded import NotLoaded
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.loaders.corpus import TITLE, WORK, article, in_corpus, version
from tests.in_process import tess
from tests.shared_data import real

DAY = "2020-01-01"


TABLE = "Het tarief:{row}{cell}*Maat*{cell}*Euro*{row}{cell}klein{cell}€ 3".format(
    row="\n\n", cell=f"\n\n\n{12 * ' '}"
)
"""As the corpus has tables: indented cells, and between two rows more blank lines."""


def loaded(*rows: str, **fields: str) -> LoadedLaw:
    content = version(DAY, "".join(rows), **fields)
    return regelrecht.load(content.encode(), PurePath(f"{DAY}.yaml"))


def texts(law: LoadedLaw) -> dict[str, str]:
    return {one.id.partition("@")[0]: one.content for one in law.sources}


# One file


def test_an_article_is_a_whole_source_as_from_any_other_loader() -> None:
    law = loaded(article("3.1", "Wie een reus houdt, betaalt reuzenbelasting.", DAY))
    assert law.key == f"{WORK}@{DAY}"
    assert law.sources == (
        Legislation(
            id=f"{WORK}/3.1@{DAY}",
            title=f"{TITLE}, artikel 3.1",
            content="Wie een reus houdt, betaalt reuzenbelasting.",
            url=f"https://wetten.overheid.nl/jci1.3:c:{WORK}&artikel=3.1&g={DAY}&z={DAY}",
            as_of=date(2020, 1, 1),
            work=WORK,
            law=TITLE,
            article="3.1",
        ),
    )


@pytest.mark.parametrize(
    ("markdown", "read"),
    [
        ("Een reus is\ngroot.", ["Een reus is groot."]),
        (
            "1 Een reus\nbetaalt.\n\n2 Een dwerg niet.",
            ["1. Een reus betaalt.", "2. Een dwerg niet."],
        ),
        (
            "1. Een reus.\n\na. groot;\n\n1°. met baard.",
            ["1. Een reus.", "a. groot;", "1°. met baard."],
        ),
        ("1 Reus.\n\n3 Dwerg.\n\n3a Elf.", ["1. Reus.", "3. Dwerg.", "3a. Elf."]),
        ("Een\n\n2020 Reuzen.", ["Een", "2020 Reuzen."]),  # no paragraph has that number
        ("Zie [artikel 3][ref1] ;\n\n\n[ref1]: https://wetten.overheid.nl/x", ["Zie artikel 3;"]),
        ("Zie [artikel 3](jci1.3:c:BWBR0099902&artikel=3) .", ["Zie artikel 3."]),
        ("een*reus* of *elf*, *2*de", ["een reus of elf, 2 de"]),
        ("3 * 4 * 5 is 60", ["3 * 4 * 5 is 60"]),
        (TABLE, ["Het tarief:", "Maat | Euro", "klein | € 3"]),
    ],
)
def test_markdown_becomes_the_lines_of_the_official_text(markdown: str, read: list[str]) -> None:
    assert lines(markdown) == read


def test_an_older_file_has_its_articles_in_pieces_which_are_joined() -> None:
    pieces = [
        ("1:2.1", "Onder reus wordt verstaan:", "12"),
        ("1:2.1.a", "wie groot is;", "12"),
        ("1:2.1.b", "wie is:", "12"),
        ("1:2.1.b.1°", "zwaar.", "12"),
        ("1:2.2", "Een elf is geen reus.", "12"),
        ("12", "De dwerg is vrij.", "12"),
        ("3.20", "Tarief.", "3.20"),
        ("3.20.2", "Twee euro.", "3.20"),
    ]
    law = loaded(*(article(number, text, DAY, address) for number, text, address in pieces))
    assert texts(law) == {
        f"{WORK}/1:2": (
            "1. Onder reus wordt verstaan:\na. wie groot is;\nb. wie is:\n1°. zwaar.\n2. Een elf is geen reus."
        ),
        f"{WORK}/12": "De dwerg is vrij.",
        f"{WORK}/3.20": "Tarief.\n2. Twee euro.",
    }


def test_what_has_lapsed_or_says_nothing_is_no_source_and_a_number_may_recur() -> None:
    rows = [
        ("1", "Vervallen"),
        ("2", "[Vervallen per 01-01-2012]"),
        ("3", ""),
        ("4", "Ja."),
        ("5", "Ja."),
    ]
    law = loaded(*(article(*row, DAY) for row in [*rows, ("4", "Nee.")]))
    assert law.lapsed == (LapsedArticle("1"), LapsedArticle("2"))
    assert (law.textless, law.without_text) == (("3",), 1)
    assert list(texts(law)) == [f"{WORK}/4", f"{WORK}/5", f"{WORK}/4~2"]


@pytest.mark.parametrize(
    ("fields", "title"),
    [
        ({}, TITLE),
        ({"name": "Reuzenwet 1990"}, "Reuzenwet 1990"),
        ({"name": "'#wet_naam'"}, TITLE),  # a rule for machines tells it
        ({"bwb_id": "BWBR0011353", "$id": "ib"}, "Wet inkomstenbelasting 2001"),
    ],
)
def test_a_law_is_called_as_it_is_cited(fields: dict[str, str], title: str) -> None:
    law = loaded(article("1", "Ja.", DAY), **fields)
    assert law.sources[0].title == f"{title}, artikel 1"


def test_the_day_is_that_of_the_address_where_the_file_tells_no_other() -> None:
    assert loaded(article("1", "Ja.", DAY), valid_from="").key == f"{WORK}@{DAY}"


@pytest.mark.parametrize(
    ("content", "name", "reason"),
    [
        ("bwb_id: BWBR0099902\nstatus: harvested", "status.yaml", "notes of the corpus"),
        ("law_id: BWBR0099902", ".enrichment.yaml", "notes of the corpus"),
        ("law_id: BWBR0099902", ".enrichment-result.yaml", "notes of the corpus"),
        ("services: {}", "compose.yaml", "no law of the corpus"),
        ("- 1", "list.yaml", "no law of the corpus"),
        ("bwb_id: X\narticles: []", "2020-01-01.yaml", "field bwb_id: "),
        (
            "bwb_id: BWBR0099902\narticles: [{text: x}]",
            "2020-01-01.yaml",
            "field articles.0.number",
        ),
        (version(DAY, "  []\n"), "2020-01-01.yaml", "the law has no articles"),
        (version(DAY, "  []\n", valid_from="", url="x"), "2020-01-01.yaml", "no valid date"),
    ],
)
def test_other_files_are_left_out_with_a_reason(content: str, name: str, reason: str) -> None:
    with pytest.raises(NotLoaded, match=reason):
        regelrecht.load(content.encode(), PurePath("clone", name))


@pytest.mark.parametrize(
    ("law", "articles"),
    [
        ("wet_basisregistratie_personen/2025-02-12", 141),
        ("wet_open_overheid/2025-02-12", 53),
        ("wet_op_de_zorgtoeslag/2024-01-01", 10),
        ("wet_op_de_zorgtoeslag/2025-01-01", 10),
        ("zorgverzekeringswet/2025-01-01", 129),
    ],
)
def test_real_files_have_all_their_articles_and_no_markdown(law: str, articles: int) -> None:
    path = real("regelrecht-yaml") / "wet" / f"{law}.yaml"
    read = regelrecht.load(path.read_bytes(), PurePath(path))
    assert (len(read.sources), read.lapsed, read.textless) == (articles, (), ())
    assert not [one.id for one in read.sources if "](" in one.content or "][" in one.content]
    assert not [one.id for one in read.sources if one.content.startswith("1 ")]


# A clone


RATE = "Een reus betaalt over het jaar {euro} euro reuzenbelasting per meter lengte."
YEARS = range(2016, 2026)
TEN = {
    f"{year}-01-01": {
        "1": "Van reuzen wordt een belasting geheven, de reuzenbelasting.",
        "2": RATE.format(euro=year - 2000),
        **(
            {"3": "Reuzen met zeven mijlslaarzen zijn vrij van reuzenbelasting."}
            if year < 2020
            else {}
        ),
    }
    for year in YEARS
}
QUESTION = "Hoeveel euro reuzenbelasting betaalt een reus per meter lengte?"


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    folder = in_corpus(tmp_path / "clone", TEN)
    (folder / "status.yaml").write_text(f"bwb_id: {WORK}\nstatus: harvested\n")
    (folder / ".enrichment.yaml").write_text(f"law_id: {WORK}\n")
    return tmp_path / "clone"


@pytest.fixture
def data(clone: Path, tmp_path: Path) -> Path:
    done = tess("ingest", str(clone), "--json", data_dir=tmp_path / "data")
    assert done.returncode == 0, done.stderr
    return tmp_path / "data"


def test_a_clone_is_read_as_it_is_in_all_versions(clone: Path, tmp_path: Path) -> None:
    done = tess("ingest", str(clone), "--json", data_dir=tmp_path)
    told = json.loads(done.stdout)
    assert (told["read"], told["provisions"]) == (10, 24)
    assert {Path(one["path"]).name for one in told["skipped"]} == {
        "status.yaml",
        ".enrichment.yaml",
    }
    again = json.loads(tess("ingest", str(clone), "--json", data_dir=tmp_path).stdout)
    assert (again["read"], again["already_there"]) == (0, 10)


def asked(data: Path, *more: str) -> str:
    """Ask, and confirm; return the answer."""
    first = tess("ask", QUESTION, "--json", *more, data_dir=data)
    frame = json.loads(first.stdout)
    assert frame["status"] == "success", frame
    return str(frame["dossier_id"])


def answered(data: Path, dossier: str) -> str:
    return tess("ask", "ja", "--dossier", dossier, data_dir=data).stdout


def test_the_version_of_today_answers_or_that_of_the_day_asked_for(data: Path) -> None:
    assert "25 euro reuzenbelasting" in answered(data, asked(data))
    then = answered(data, asked(data, "--as-of", "2018-06-30"))
    assert "18 euro reuzenbelasting" in then
    assert "nog zo luidde" not in then  # the next version tells until when this one read so


def test_another_day_shows_the_words_that_differ(data: Path) -> None:
    dossier = asked(data)
    answered(data, dossier)
    told = tess("retime", dossier, "--as-of", "2017-03-01", data_dir=data).stdout
    assert f"+++ {WORK}/2@2017-01-01" in told
    assert "over het jaar [-25-] {+17+} euro" in told


def test_a_new_version_makes_stale_what_it_changes(data: Path, clone: Path) -> None:
    dossier = asked(data)
    answered(data, dossier)
    assert tess("stale", data_dir=data).returncode == 0
    in_corpus(clone, {"2026-01-01": {"1": TEN["2025-01-01"]["1"], "2": RATE.format(euro=30)}})
    assert tess("ingest", str(clone), data_dir=data).returncode == 0
    told = tess("stale", data_dir=data)
    assert told.returncode == 3
    assert f"[{WORK}/2@2025-01-01] (now {WORK}/2@2026-01-01)" in told.stdout


def test_an_article_that_a_later_version_has_no_more_is_found_by_its_day(data: Path) -> None:
    then = tess("search", f"artikel 3 {TITLE}", "--as-of", "2019-05-01", data_dir=data).stdout
    assert f"{TITLE}, artikel 3 (versie 2019-01-01)" in then
    now = tess("search", f"artikel 3 {TITLE}", data_dir=data).stdout
    assert "named" not in now


def test_a_version_ends_where_the_next_begins(clone: Path, tmp_path: Path) -> None:
    folder = next((clone / "regulation").rglob("2016-01-01.yaml")).parent
    assert regelrecht.last_day(folder / "2016-01-01.yaml") == date(2016, 12, 31)
    assert regelrecht.last_day(folder / "2025-01-01.yaml") is None
    assert regelrecht.last_day(folder / "status.yaml") is None
    ingest((clone,), tmp_path / "library", STARTER, lambda *_: None)
    in_corpus(clone, {"2030-01-01": {"1": "Ja."}})
    report = ingest((clone,), tmp_path / "library", STARTER, lambda *_: None)
    assert (report.read, report.already_there) == (1, 10)
