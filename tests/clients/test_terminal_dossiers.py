"""Finding one's way among dossiers and desks at a terminal of 80 by 24: lists with numbers, and what they open."""

from datetime import UTC, datetime, timedelta

import pytest

from tests.clients import recipes
from tests.clients.person import Person
from tests.clients.stand_in import Frame, StandIn, new_dossier
from tests.clients.test_terminal_chat import talk

ASKED = [f"dos-{start:0<32}" for start in ("aa", "bb", "cc")]


def named(dossier_id: str, title: str, **more: object) -> Frame:
    said = [{"role": "user", "content": title}, {"role": "assistant", "content": "Zo."}]
    known = {"labels": [], "archived": False, "updated_at": "2026-01-02T10:00:00Z"}
    return new_dossier(dossier_id) | known | {"conversation": said} | more


@pytest.fixture
def kept(server: StandIn) -> StandIn:
    """A server with three dossiers of two desks, of which one is in the archive."""
    week = (datetime.now(UTC) - timedelta(days=7)).isoformat()
    asked = {"id": "c", "kind": "clarification", "title": "", "data": recipes.ASKED}
    soup = {"desk": "recipes", "artifacts": [asked], "labels": ["Jansen BV"], "updated_at": week}
    every = (
        named(ASKED[0], "Soep van Oma", **soup),
        named(ASKED[1], "Te laat bezwaar"),
        named(ASKED[2], "Oud bezwaar", archived=True),
    )
    server.has_labels, server.dossiers = True, {one["id"]: one for one in every}
    server.desks.append(recipes.DESK)
    return server


def test_a_dossier_is_opened_by_what_the_list_told(kept: StandIn) -> None:
    with Person("--url", kept.address) as person:
        person.sees("nieuw dossier · tax")
        person.asks("/dossiers")
        told = person.sees(
            "  1   dos-aa000000  Soep van Oma · recipes · 7 dagen geleden · Jansen BV"
        )
        assert "  2   dos-bb000000  Te laat bezwaar · tax · " in told
        assert "Oud bezwaar" not in told
        person.asks("/dossiers archief")
        person.sees("  1   dos-cc000000  Oud bezwaar · tax")
        person.asks("/dossiers Jansen BV")
        person.asks("/open 1")
        # What it asks can be chosen at once, at its own desk.
        person.sees(f"Verder in dossier {ASKED[0]}.", "› Soep van Oma", "  2  voor tien")
        person.asks("2")
        person.sees("versie 1 ·")
        person.asks("/open laat bezwaar")
        person.sees("› Te laat bezwaar", "dos-bb000000 ·")
        person.asks("/open bezwaar")
        person.sees("Er zijn 2 dossiers")
        kept.has_pages = True
        kept.found = [{"dossier_id": ASKED[2], "title": "Oud bezwaar", "version": 1}]
        person.asks("/find oud")
        person.sees("  1 dos-cc000000  Oud bezwaar")
        person.asks("/open 1")
        person.sees("› Oud bezwaar")
        person.asks("/open last")
        person.sees("› voor tien")
    assert [(one["message"], one["dossier_id"]) for one in kept.requests] == [
        ("voor tien", ASKED[0])
    ]


def test_an_older_server_has_no_archive_and_no_labels(kept: StandIn) -> None:
    for dossier in kept.dossiers.values():
        for name in ("labels", "archived", "updated_at"):
            del dossier[name]
    kept.has_labels = False
    done = talk(kept.address, "/dossiers", "/dossiers archive", "/dossiers Jansen BV")
    assert done.stdout.count("dos-") == 3
    assert done.stdout.count("Er zijn nog geen dossiers.") == 2


def test_the_desks_are_listed_and_one_is_chosen(kept: StandIn) -> None:
    with Person("--url", kept.address, "--dossier", ASKED[1]) as person:
        person.sees("dos-bb000000 ·")
        person.asks("/desk")
        person.sees("  1 ● tax  Nederlands belastingrecht", "  2 ○ recipes  Recepten")
        person.asks("/desk bakery")
        person.sees("Er is hier geen balie bakery; wel: tax, recipes.")
        person.presses("/desk rec\t\r")
        person.sees(
            "Uw volgende bericht begint een dossier bij: Recepten.",
            "Noem wat er in huis is.",
            "Probeer: Wat kan ik met prei?",
            "nieuw dossier · recipes",
        )
        person.asks("Prei")
        person.sees("versie 1 ·")
        person.asks("/desk 1")
        person.sees("nieuw dossier · tax")
        person.asks("Bezwaar")
        person.sees("versie 1 ·")
    assert [one.get("desk") for one in kept.requests] == ["recipes", "tax"]


def test_a_turn_that_nobody_waits_for_is_stopped(server: StandIn) -> None:
    server.held.clear()
    with Person("--url", server.address) as person:
        person.sees("nieuw dossier")
        person.asks("/cancel")
        person.sees("Er staat geen antwoord open.")
        prompts = person.heard.count("\x1b[?2004h")
        person.types("Vraag")
        person.hears("zoekt wetgeving …")
        person.presses("\x03")
        person.is_asked(prompts)
        person.sees("/cancel stopt de beurt.")
        person.asks("/cancel")
        person.sees("De beurt is gestopt; er is niets van bewaard.", "nieuw dossier")
        server.held.set()
        person.asks("/fetch")
        person.sees("Er staat geen antwoord open.")
    (request,) = server.requests
    assert server.cancelled == [request["message_id"]]


def test_the_banner_names_a_dossier_in_a_line(kept: StandIn) -> None:
    notes = "Elke beurt faalt sinds dinsdag. " * 12 + "Einde"
    kept.dossiers[ASKED[1]] = named(ASKED[1], notes)
    with Person("--url", kept.address, "--dossier", ASKED[1]) as person:
        told = person.sees("Elke beurt faalt", "versie").partition("› ")[0]
    assert "Einde" not in told
