"""What a person does in their first hour, on a pty and with TESS itself, over the starter corpus."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from src.local_server import own_server
from tests.clients.person import Person

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
IN_ENGLISH = "Within how many weeks must I object to a tax assessment?"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    environment = {"TESS_DATA_DIR": str(tmp_path_factory.mktemp("data")), "OPENAI_API_KEY": ""}
    with own_server(environment) as url:
        yield url


def at_the_prompt(person: Person) -> Person:
    person.sees("nieuw dossier")
    return person


def test_from_the_first_question_to_a_memo(address: str, tmp_path: Path) -> None:
    with Person("--url", address, lines=60) as person:
        banner = at_the_prompt(person).shown
        assert "nieuw, ontstaat bij uw eerste bericht" in banner
        assert "balie    tax" in banner
        assert "offline (ingebouwd" in banner
        assert "192 artikelen, 32 uitspraken (eigen samenvattingen)" in banner
        person.asks(QUESTION)
        person.hears("zoekt wetgeving …")
        person.sees("8 gevonden · bewaard", "[8] Hoge Raad", "versie 1 · 8 van 8 bronnen")
        person.asks("/unselect 7-8")
        person.sees("Weggelaten:", "versie 2 · 6 van 8 bronnen")
        person.asks("ja")
        person.hears("schrijft het antwoord en controleert de citaten …")
        person.sees("citaten gecontroleerd: 4 in orde", "ANTWOORD", "Lees na: /source 1")
        person.asks(f"/export pdf {tmp_path}/memo.pdf")
        person.sees("Bewaard:")
        assert (tmp_path / "memo.pdf").read_bytes().startswith(b"%PDF")
        person.asks(f"/export pdf {tmp_path}/memo.pdf")
        person.sees("bestaat al")
        person.types("stop")
        assert person.leaves() == 0
        assert "Verder gaan:" in person.shown


def answered(person: Person, question: str, yes: str, version: str) -> None:
    person.asks(question)
    person.sees(f"{version} 1 ·")
    person.asks(yes)
    person.sees(f"{version} 2 ·")


def test_a_source_shows_what_the_answer_quotes(address: str) -> None:
    with Person("--url", address, lines=40) as person:
        answered(at_the_prompt(person), QUESTION, "ja", "versie")
        person.asks("/source 5")
        person.sees("Gemarkeerd: wat antwoord a2 eruit citeert (2×, letterlijk).")
        person.sees("eigen samenvatting, niet de officiële tekst; tekst van 01-05-2024")
        assert "De bezwaartermijn is zes weken" in person.marked()
        assert "niet-ontvankelijk" not in person.marked()
        person.hears("\x1b]8;id=")
        person.hears(";https://wetten.overheid.nl/jci1.3:c:BWBR0005537&artikel=6:7&g=2024-05-01")
        person.asks("/source invorderingswet")
        person.sees("[6] Invorderingswet 1990, artikel 25", "Geen antwoord citeert deze bron.")
        person.asks("/source artikel")
        person.sees("Er zijn meer bronnen artikel: kies een nummer uit 1, 2, 3, 4, 5, 6.")
        person.asks("/source 99")
        person.sees("Er is geen bron 99; /sources toont ze.")


def test_history_is_told_taken_back_and_made_again(address: str) -> None:
    with Person("--url", address, lines=50, LANG="en_GB.UTF-8") as person:
        person.sees("new dossier")
        answered(person, IN_ENGLISH, "yes", "version")
        person.asks("/why 2")
        person.sees("turn 1", "found as number 2 in the search for", "quoted in answer a2")
        person.asks("/undo")
        person.sees("Undone: what turn 2 changed", "version 3 ·")
        person.asks("/redo")
        person.sees("version 4 ·")
        person.asks("/asof 1-1-2018")
        person.sees("law of 2018-01-01 counts", "version 5 ·", "· law of 2018-01-01")
        person.asks("/asof soon")
        person.sees("‘soon’ is no day")
        person.asks("/log")
        person.sees("“yes”", "taken back: turn 2", "law of: 2018-01-01")
        person.asks("/undo many")
        person.sees("Usage: /undo [N]")


def test_dossiers_are_named_found_and_opened_again(address: str) -> None:
    with Person("--url", address, lines=50) as person:
        person.sees("nieuw dossier")
        person.asks("/asof 2018-01-01")
        person.sees("· recht van 01-01-2018")
        person.asks("Wanneer vervalt het zwierige regenboogrecht?")
        first = person.sees("versie 1 ·").rpartition("dos-")[2][:8]
        person.asks("/title De zaak Regenboog")
        person.sees("Dit dossier heet nu: De zaak Regenboog", "recht van 01-01-2018")
        person.asks("/new")
        person.sees("Uw volgende bericht begint een dossier.")
        person.asks(QUESTION)
        person.sees("versie 1 · 8 van 8")
        person.asks("/find ZWIERIGE regenboog")
        person.sees(f"dos-{first}", "versie 2, een vraag: Wanneer vervalt")
        person.presses("/switch regenb\t")
        person.sees(f"/switch dos-{first}")
        person.presses("\r")
        person.sees("Verder in dossier", "› Wanneer vervalt het zwierige", "versie 2 ·")
        person.asks("/dossiers")
        person.sees(f"→ dos-{first}", "De zaak Regenboog")
        person.types("bye")
        person.leaves()
        dossier_id = f"dos-{first}" + person.shown.rpartition(f"dos-{first}")[2].split()[0]
    with Person("--url", address, "--dossier", dossier_id, lines=50) as again:
        again.sees("De zaak Regenboog", "› Wanneer vervalt het zwierige", "versie 2 ·")
        again.asks("/last")
        assert again.sees("versie 2 ·").count("› Wanneer vervalt") == 2


def test_tab_completes_commands_and_titles(address: str) -> None:
    with Person("--url", address, lines=50) as person:
        at_the_prompt(person).asks(QUESTION)
        person.sees("versie 1 ·")
        person.presses("/unsel\t")
        person.sees("› /unselect")
        person.presses("invord")
        person.sees("› /unselect invord")
        person.presses("\t\r")
        person.sees("› /unselect Invorderingswet 1990, artikel 25", "versie 2 · 7 van 8")
        person.presses("/so")
        person.sees("/source N [all]", "een bron lezen")
        person.presses("\t\x15")
        person.asks("/sors")
        person.sees("De opdracht /sors is er niet. Bedoelt u /sources?")


def test_help_names_every_command_and_fits_a_small_screen(address: str) -> None:
    with Person("--url", address) as person:
        at_the_prompt(person).asks("/help")
        shown = person.sees("quit, exit, stop, bye", "nieuw dossier")
        assert all(len(line) <= 80 for line in shown.splitlines())
        assert "Typ een vraag" in shown


@pytest.mark.parametrize("word", ["quit", "exit", "stop", "bye", "Stop"])
def test_the_exit_words_leave(address: str, word: str) -> None:
    with Person("--url", address) as person:
        at_the_prompt(person).types(word)
        assert person.leaves() == 0
