"""What a person does in their first hour, on a pty and with TESS itself, over the starter corpus."""

import re
from pathlib import Path

import pytest

from tess_client.wire import Frame, Server
from tests.clients.person import Person

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
IN_ENGLISH = "Within how many weeks must I object to a tax assessment?"


def at_the_prompt(person: Person) -> Person:
    person.sees("nieuw dossier")
    return person


def kept(address: str, person: Person) -> Frame:
    """The dossier as the server has it: which sources there are is not for these tests to know."""
    beginning = re.findall(r"dos-[0-9a-f]{8}", person.shown)[-1]
    server = Server(address)
    (dossier_id,) = (
        str(row["id"])
        for row in server.page("/dossiers")["dossiers"]
        if row["id"].startswith(beginning)
    )
    return server.page("/dossiers", dossier_id)


def test_from_the_first_question_to_a_memo(address: str, tmp_path: Path) -> None:
    with Person("--url", address, lines=60) as person:
        banner = at_the_prompt(person).shown
        assert "nieuw, ontstaat bij uw eerste bericht" in banner
        assert "balie    tax" in banner
        assert "offline (ingebouwd" in banner
        assert "uitspraken (eigen samenvattingen)" in banner
        person.asks(QUESTION)
        person.hears("zoekt wetgeving …")
        person.sees("versie 1 ·")
        count = len(kept(address, person)["sources"])
        person.sees(f"{count} gevonden · bewaard", f"[{count}] ", f"{count} van {count} bronnen")
        person.asks(f"/unselect {count - 1}-{count}")
        person.sees("Weggelaten:", f"versie 2 · {count - 2} van {count} bronnen")
        person.asks("ja")
        person.hears("schrijft het antwoord en controleert de citaten …")
        person.sees("citaten gecontroleerd: ", "in orde", "ANTWOORD", "Lees na: /source ")
        person.asks(f"/export pdf {tmp_path}/memo.pdf")
        person.sees("Bewaard:")
        assert (tmp_path / "memo.pdf").read_bytes().startswith(b"%PDF")
        assert (tmp_path / "memo.pdf").stat().st_mode & 0o777 == 0o600
        person.asks(f"/export pdf {tmp_path}/memo.pdf")
        person.sees_that(lambda screen: screen.count("Bewaard:") == 2)
        assert (tmp_path / "memo-2.pdf").read_bytes() == (tmp_path / "memo.pdf").read_bytes()
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
        dossier = kept(address, person)
        sources, claims = dossier["sources"], dossier["answers"][0]["claims"]
        cited = claims[0]["source_id"]
        number = [source["id"] for source in sources].index(cited) + 1
        person.asks(f"/source {number}")
        times = sum(claim["source_id"] == cited for claim in claims)
        person.sees(f"Gemarkeerd: wat antwoord a2 eruit citeert ({times}×, letterlijk).")
        person.sees("eigen samenvatting, niet de officiële tekst; tekst van ")
        marked = " ".join(person.marked().split())
        assert claims[0]["given"] in marked
        assert len(marked) < len(sources[number - 1]["content"])
        assert f";{sources[number - 1]['url']}\x1b\\" in person.hears("\x1b]8;id=")
        (unquoted, *_) = (
            one for one in sources if one["id"] not in {claim["source_id"] for claim in claims}
        )
        person.asks(f"/source {unquoted['id']}")
        person.sees(unquoted["title"], "Geen antwoord citeert deze bron.")
        person.asks("/source e")
        person.sees("Er zijn meer bronnen e: kies een nummer uit 1, 2, 3")
        person.asks("/source 99")
        person.sees("Er is geen bron 99; /sources toont ze.")


def test_history_is_told_taken_back_and_made_again(address: str) -> None:
    with Person("--url", address, lines=50, LANG="en_GB.UTF-8") as person:
        person.sees("new dossier")
        answered(person, IN_ENGLISH, "yes", "version")
        person.asks("/why 2")
        person.sees("turn 1", "found as number 2 in the search for", "turn 2", "answer a2")
        person.asks("/undo")
        person.sees("Undone: ‘yes’", "version 3 ·")
        person.asks("/redo")
        person.sees("version 4 ·")
        person.asks("/asof 1-1-2018")
        person.sees("law of 2018-01-01 counts", "version 5 ·", "· law of 2018-01-01")
        person.asks("/asof soon")
        person.sees("‘soon’ is no day")
        person.asks("/undo")
        person.sees("version 6 ·")
        person.asks("/log")
        person.sees("“yes”", "taken back: turn 2", "law of: 2018-01-01", "law of: the latest text")
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
        person.sees("versie 1 ·")
        person.asks("/find ZWIERIGE regenboog")
        person.sees(f"dos-{first}", "versie 2, een vraag: Wanneer vervalt")
        person.presses("/open regenb\t")
        person.sees(f"/open dos-{first}")
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
        assert again.sees("versie 2 ·").count("› Wanneer vervalt") >= 1


def test_tab_completes_commands_and_titles(address: str) -> None:
    with Person("--url", address, lines=50) as person:
        at_the_prompt(person).asks(QUESTION)
        person.sees("versie 1 ·")
        person.presses("/unsel\t")
        person.sees("› /unselect")
        titles = [source["title"] for source in kept(address, person)["sources"]]
        person.presses(titles[-1][-12:].lower())
        person.sees(f"› /unselect {titles[-1][-12:].lower()}")
        person.presses("\t\r")
        person.sees("› /unselect", titles[-1], f"versie 2 · {len(titles) - 1} van {len(titles)}")
        person.presses("/so")
        person.sees("/source N [all]", "een bron lezen")
        person.presses("\t\x15")
        person.asks("/sors")
        person.sees("De opdracht /sors is er niet. Bedoelt u /sources?")


@pytest.mark.parametrize("word", ["quit", "exit", "stop", "bye", "Stop"])
def test_the_exit_words_leave(address: str, word: str) -> None:
    with Person("--url", address) as person:
        at_the_prompt(person).types(word)
        assert person.leaves() == 0
