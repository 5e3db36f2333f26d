"""The input line and the screen: several lines, history, the size of the window, screens that can do less."""

import re
import stat
from pathlib import Path

from tests.clients.person import SEQUENCE, Person
from tests.clients.stand_in import StandIn

COLOUR = re.compile(r"\x1b\[(?:[0-9;]*;)?(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9;]*)?m")
NEWEST = "versie 1 ·"


def test_a_question_of_several_lines_is_one_message(server: StandIn) -> None:
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.presses("een\x1b\rtwee\\\rdrie")
        person.sees("› een", "… twee", "… drie")
        person.presses("\r")
        person.sees(NEWEST)
        person.presses("\x1b[200~geplakt\nin twee\x1b[201~")
        person.sees("… in twee")
        person.presses("\n")
        person.sees("versie 2 ·")
    assert [one["message"] for one in server.requests] == ["een\ntwee\ndrie", "geplakt\nin twee"]


def test_what_was_typed_is_there_in_the_next_session(server: StandIn, tmp_path: Path) -> None:
    state = str(tmp_path)
    with Person("--url", server.address, XDG_STATE_HOME=state, TESS_HISTORY="") as person:
        person.sees("nieuw dossier")
        person.asks("Mijn eerste vraag\\\rin twee regels")
        person.types("stop")
        person.leaves()
    with Person("--url", server.address, XDG_STATE_HOME=state, TESS_HISTORY="") as again:
        again.sees("nieuw dossier")
        again.presses("\x12eerste")
        again.sees("› Mijn eerste vraag", "… in twee regels")
    file = tmp_path / "tess" / "history"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_no_history_is_kept_where_none_is_wanted_or_none_can_be(
    server: StandIn, tmp_path: Path
) -> None:
    (tmp_path / "file").write_text("")
    for unkept in ("off", f"{tmp_path}/file/below"):
        with Person("--url", server.address, TESS_HISTORY=unkept, HOME=str(tmp_path)) as person:
            person.sees("nieuw dossier")
            person.asks("Vraag")
            person.types("stop")
            assert person.leaves() == 0
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_ctrl_c_at_the_prompt_says_how_to_leave(server: StandIn) -> None:
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.presses("half\x03")
        person.sees("› half", "stop of Ctrl-D sluit af.\n›")
        person.presses("\x04")
        assert person.leaves() == 0
    assert server.requests == []


def test_ctrl_c_leaves_the_turn_to_the_server_and_fetch_gets_it(server: StandIn) -> None:
    server.held.clear()
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.types("Vraag")
        person.hears("zoekt wetgeving …")
        person.presses("\x03")
        person.sees("de server maakt de beurt wel af. /fetch haalt het antwoord op.")
        server.held.set()
        person.asks("/fetch")
        person.sees("Gevonden", NEWEST)
        person.asks("/fetch")
        person.sees("Er staat geen antwoord open.")
    first, fetched = server.requests
    (dossier,) = server.dossiers.values()
    assert first.get("after") is None
    assert fetched == {**first, "after": 3}
    assert dossier["version"] == 1


def test_what_is_said_after_ctrl_c_goes_to_the_same_dossier(server: StandIn) -> None:
    server.held.clear()
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.types("Vraag")
        person.hears("zoekt wetgeving …")
        person.presses("\x03")
        person.sees("/fetch haalt het antwoord op.")
        server.held.set()
        person.asks("Volgende vraag")
        person.sees("versie 2 ·")
    assert [len(dossier["conversation"]) for dossier in server.dossiers.values()] == [4]


def test_who_leaves_with_a_turn_open_is_told_where_its_answer_will_be(server: StandIn) -> None:
    server.held.clear()
    with Person("--url", server.address, lines=30) as person:
        person.sees("nieuw dossier")
        person.types("Vraag")
        person.hears("zoekt wetgeving …")
        person.presses("\x03")
        person.sees("/fetch haalt het antwoord op.")
        person.types("stop")
        assert person.leaves() == 0
        (dossier_id,) = server.dossiers
        assert "het antwoord staat daarna in het dossier." in person.shown
        assert f"--dossier {dossier_id}" in person.shown


def test_the_text_takes_the_width_of_the_window(server: StandIn) -> None:
    server.response = "woord " * 60
    with Person("--url", server.address, columns=110, lines=40) as person:
        person.sees("nieuw dossier")
        person.asks("Vraag")
        wide = max(map(len, person.sees(NEWEST).splitlines()))
        assert 90 < wide <= 100
        person.turns(44, 40)
        person.asks("/new")
        person.asks("Vraag")
        shown = person.sees(NEWEST).rpartition("› Vraag")[2]
        assert 30 < max(len(line) for line in shown.splitlines() if "woord" in line) <= 44
        person.turns(12, 10)
        person.asks("/sources")
        person.asks("/help")
        person.types("stop")
        assert person.leaves() == 0


def test_no_color_means_none(server: StandIn) -> None:
    server.response = "## Kop\n\n`code` [link](https://wetten.overheid.nl/x)\n\n> citaat"
    with Person("--url", server.address, NO_COLOR="1", lines=40) as person:
        person.sees("nieuw dossier")
        person.asks("Vraag")
        person.presses("/s")
        person.sees("/source N [all]")
        person.presses("\x15")
        person.asks("/switch dos-00000000")
        person.sees("! Dit dossier bestaat niet.")
        assert not COLOUR.findall(person.heard)
    with Person("--url", server.address, lines=40) as person:
        person.sees("nieuw dossier")
        person.asks("Vraag")
        assert COLOUR.findall(person.heard)


def test_a_dumb_terminal_gets_lines_and_nothing_else(server: StandIn) -> None:
    server.held.clear()
    with Person("--url", server.address, TERM="dumb", lines=40) as person:
        person.sees("›")
        person.presses("Vraag\r")
        person.sees("TESS denkt na …\nzoekt wetgeving …")
        server.held.set()
        person.sees("Gevonden")
        person.presses("/source 1\r")
        person.sees("Geen antwoord citeert deze bron.")
        person.presses("stop\r")
        assert person.leaves() == 0
        assert not SEQUENCE.findall(person.heard)
        assert "\x1b" not in person.heard
