"""What ``tess lint`` notices of a citation by itself: courts, slips of the pen, invented laws, days, quotes."""

from pathlib import Path

import pytest

from src.desks.tax.library.library import ingest
from src.desks.tax.lint.model import VERDICTS, Verdict
from tests.desks.tax.library.material import STARTER
from tests.desks.tax.lint.linted import LAW, RULING, TWO_VERSIONS, Lint, write
from tests.shared_data import real


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("ECLI:NL:HRX:2017:99", "No court has the code HRX"),
        ("ECLI:NL:RBGEL:2009:1234", "Rechtbank Gelderland gave no rulings in 2009"),
        ("ECLI:NL:RBALK:2016:1234", "Rechtbank Alkmaar gave no rulings in 2016"),
        ("ECLI:NL:GHSGR:2019:99", "Gerechtshof 's-Gravenhage gave no rulings in 2019"),
        ("ECLI:NL:RBONE:2016:1234", "Rechtbank Oost-Nederland gave no rulings in 2016"),
        ("ECLI:NL:HR:1790:12", "the Hoge Raad gave no rulings in 1790"),
        ("ECLI:EU:X:2012:264", "No court has the code X"),
        ("ECLI:NL:HR:2016:AB1235", "up to 2013"),
    ],
)
def test_an_ecli_that_no_court_can_have_given(
    text: str, reason: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, text), "--json")
    (found,) = linted.data["files"][0]["citations"]
    assert found["verdict"] == "does not exist"
    assert reason in found["reason"]
    assert linted.status == 4


@pytest.mark.parametrize(
    "ecli",
    [
        "ECLI:NL:GHAMS:2003:AF1234",
        "ECLI:NL:RBSGR:2012:BZ0845",
        "ECLI:NL:GHARN:2013:BY9999",
        "ECLI:NL:RBONE:2013:BZ1111",
        "ECLI:NL:HR:1982:12",
        "ECLI:NL:PHR:2013:BZ2222",
        "ECLI:NL:TGZCTG:2014:123",
        "ECLI:NL:OGHACMB:2016:12",
        "ECLI:NL:KTGAMS:1999:AA1111",
        "ECLI:NL:XX:2012:BX1234",
        "ECLI:DE:BFH:2016:U.123",
        "ECLI:EU:T:2012:264",
    ],
)
def test_what_a_court_can_have_given_is_not_called_wrong(
    ecli: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    assert lint(write(tmp_path, ecli), "--json").verdicts == [(ecli, "not in the local library")]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("ECLI:NL:HR:2017:1243", "resembles another ruling"),
        ("ECLI:NL:HR:2016:1234", "resembles another ruling"),
        ("ECLI:NL:RVS:2017:1234", "resembles another ruling"),
        ("ECLI:NL:GHAMS:2004:AB1234", "resembles another ruling"),
        ("ECLI:NL:PHR:2004:AB1234", "not in the local library"),
        ("ECLI:NL:HR:2017:1235", "not in the local library"),
        ("HR 3 maart 2017, ECLI:NL:HR:2017:1243", "resembles another ruling"),
        ("HR 10 maart 2017, ECLI:NL:HR:2017:1243", "not in the local library"),
    ],
)
def test_a_slip_of_the_pen_is_noticed(
    text: str, verdict: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    assert [one for _, one in lint(write(tmp_path, text), "--json").verdicts] == [verdict]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("De Hoge Raad heeft op 3 maart 2017 geoordeeld dat dit zo is ({ecli}).", "exists"),
        ("De Hoge Raad heeft op 4 maart 2017 geoordeeld dat dit zo is ({ecli}).", "other court or date than stated"),
        ("Het hof Amsterdam heeft op 3 maart 2017 beslist dat dit zo is ({ecli}).", "other court or date than stated"),
        ("Het gerechtshof Amsterdam heeft op 3 mei 2016 beslist dat de rechtbank ({ecli})", "exists"),
        ("the Amsterdam Court of Appeal, 3 March 2017, {ecli}", "other court or date than stated"),
        ("het arrest van de hoge raad van 3 maart 2017 ({ecli})", "exists"),
    ],
)  # fmt: skip
def test_a_court_and_a_day_are_read_in_a_sentence(
    text: str, verdict: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, text.format(ecli=RULING)), "--json")
    assert [one for _, one in linted.verdicts] == [verdict]


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("artikel 3 van de Wet digitale dwergenheffing 2019", "unknown law"),
        ("In de Dwergenbelastingwet 1987, artikel 3, staat dat", "unknown law"),
        ("article 3 of the Dwarf Tax Act 1987", "unknown law"),
        ("artikel 3 van de Algemene wet inzake dwergenrechten", "unknown law"),
        ("artikel 3 Wet op de omzetbelasting 1978", "unknown law"),
        ("artikel 3 Woningwet", "not in the local library"),
        ("artikel 3 Wet IB 1964", "not in the local library"),
        ("artikel 3 van de Wet neergelegde verplichting", "not in the local library"),
        ("artikel 3 van de Wet is van toepassing", "not in the local library"),
        ("artikel 3 van de Verordening parkeerbelastingen 2014", "not in the local library"),
        ("artikel 3 Sr", "not in the local library"),
    ],
)
def test_a_law_that_no_register_knows(
    text: str, verdict: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    assert [one for _, one in lint(write(tmp_path, text), "--json").verdicts] == [verdict]


def test_the_day_of_the_text_counts_where_it_names_no_other(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    text = write(tmp_path, "Amsterdam, 3 maart 2019", "", f"Zie artikel 2 {TWO_VERSIONS}.")
    linted = lint(text, "--json")
    assert [one for _, one in linted.verdicts] == ["exists"]
    assert "version of 2018-01-01, which counts on 2019-03-03" in linted.out
    assert lint(text, "--as-of", "2023-01-01").status == 4
    older = write(tmp_path, "Datum: 3 maart 2009", "", f"Zie artikel 2 {TWO_VERSIONS}.")
    assert [one for _, one in lint(older, "--json").verdicts] == ["not in the local library"]


def test_a_number_that_is_not_called_an_article_is_not_accused(
    lint: Lint, library: Path, tmp_path: Path
) -> None:
    paths = (real("bwb-xml-2024").glob("BWBR0002320_*"),)
    ingest(tuple(next(one) for one in paths), library, STARTER, lambda *_: None)
    memo = (
        "| 1 | [Algemene wet inzake rijksbelastingen, artikel 16](<https://wetten.overheid.nl/>) | ja |",
        "777 Algemene wet inzake rijksbelastingen, artikel 16",
        "777",
        "Algemene wet inzake rijksbelastingen",
        "- SHA-256 van BWBR0002320/16@2024-01-01: 9f3a777",
    )
    article = "Algemene wet inzake rijksbelastingen, artikel 16"
    linted = lint(write(tmp_path, *memo), "--json")
    assert linted.verdicts == [(article, "exists"), (article, "exists")]
    alone = lint(write(tmp_path, "zie 777 AWR"), "--json")
    assert alone.verdicts == [("777 AWR", "not in the local library")]
    assert lint(write(tmp_path, "artikel 777 AWR")).status == 4


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("{one} luidt: “De heffing van artikel 2 bedraagt drie euro.”", "exists"),
        ("{one} luidt: “De heffing van artikel 2 bedraagt vier euro.”", "not in these words"),
        ("“De heffing bedraagt minstens vier euro” ({one})", "not in these words"),
        ("{one} luidt: “De heffing van artikel 2 \nbedraagt drie euro.”", "exists"),
        ("{one}:\n> “De heffing van artikel 2 bedraagt drie euro.”", "exists"),
        ("{one} is “een heel andere zaak”", "exists"),
    ],
)
def test_a_quote_is_looked_up_in_the_article(
    text: str, verdict: str, lint: Lint, library: Path, tmp_path: Path
) -> None:
    linted = lint(write(tmp_path, text.format(one=f"artikel 2 {LAW}")), "--json")
    assert linted.verdicts[0] == (f"artikel 2 {LAW}", verdict)


def test_it_is_said_in_dutch(lint: Lint, library: Path, tmp_path: Path) -> None:
    linted = lint(write(tmp_path, f"artikel 77 {LAW}"), "--language", "nl")
    assert linted.status == 4
    assert f"regel 1: artikel 77 {LAW}" in linted.out
    assert "bestaat niet: Wet op de kabouterbelasting 1990 heeft geen artikel 77" in linted.out
    assert "1 verwijzingen: 1 bestaat niet." in linted.out
    assert "Niet nagegaan: of er staat wat de tekst ervan maakt" in linted.out


def test_every_verdict_has_a_dutch_name() -> None:
    assert {one.value for one in Verdict} == set(VERDICTS)
