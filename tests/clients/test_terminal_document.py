"""A document of the client, added at a terminal: shown, asked about, and a source like any other after a yes."""

from pathlib import Path

import pytest

from clients.terminal.document_command import named_file
from tess_client.wire import Frame, Server, rows_in
from tests.clients.person import Person
from tests.clients.stand_in import StandIn, new_dossier
from tests.clients.test_terminal_chat import talk
from tests.uploads.site import PAGE_TEXT, Site

LETTER = (
    "Aan de inspecteur. Mijn burgerservicenummer is 111222333. Het bezwaar tegen de aanslag is "
    "op tijd: de bezwaartermijn is zes weken. Bel gerust: 06-12345678."
)
QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"


@pytest.fixture
def letter(tmp_path: Path) -> Path:
    file = tmp_path / "brief van Jan.txt"
    file.write_text(LETTER, "utf-8")
    return file


def documents(address: str) -> list[Frame]:
    """The client documents of the dossier that changed last."""
    server = Server(address)
    latest = server.page("/dossiers")["dossiers"][0]["id"]
    sources = rows_in(server.page("/dossiers", latest), "sources")
    return [source for source in sources if source.get("client")]


def test_a_page_is_shown_and_added_by_its_address(address: str, site: Site) -> None:
    with Person("--url", address, lines=50) as person:
        person.sees("nieuw dossier")
        person.types(f"/add {site.url}/bezwaar")
        person.sees(
            "Bezwaar maken · html", f"{site.url}/bezwaar", "“Bezwaar De termijn", "(ja/masker"
        )
        person.asks("ja")
        person.sees("versie 1 ·")
        person.asks("/source 1")
        person.sees("document van de cliënt, opgehaald op", f"{site.url}/bezwaar", "zes weken")
    (added,) = documents(address)
    assert (added["content"], added["url"]) == (PAGE_TEXT, f"{site.url}/bezwaar")


def test_what_is_in_it_is_shown_before_anything_is_added(address: str, letter: Path) -> None:
    with Person("--url", address, lines=50) as person:
        person.sees("nieuw dossier")
        person.asks(QUESTION)
        person.sees("versie 1 ·")
        person.types(f"/add {letter}")
        person.sees(
            "brief van Jan.txt · txt", "Persoonsgegevens gevonden:", "burgerservicenummer: 1"
        )
        shown = person.sees("telefoonnummer: 1", "Toevoegen aan dit dossier? (ja/masker/open/nee)")
        assert "111222333" not in shown
        assert documents(address) == []
        person.asks("nee")
        person.sees("Niet toegevoegd.", "versie 1 ·")
        person.types(f"/add {letter}")
        person.sees_that(lambda screen: screen.count("Toevoegen aan dit dossier?") == 2)
        person.asks("ja")
        person.sees("versie 2 ·")
        (added,) = documents(address)
        assert added["content"] == LETTER
        person.asks("/source brief")
        person.sees("document van de cliënt", "op tijd: de bezwaartermijn is zes weken")
        person.asks("/why brief")
        person.sees("beurt 2", "in het dossier gekomen")
        assert "u zei" not in person.shown
        person.asks("/undo")
        person.sees("versie 3 ·")
        assert documents(address) == []
        person.types(f"/add {letter}")
        person.sees_that(lambda screen: screen.rstrip().endswith("(ja/masker/open/nee)"))
        person.asks("masker")
        person.sees("versie 4 ·")
        (masked,) = documents(address)
        assert "Mijn burgerservicenummer is <bsn-1>." in str(masked["content"])


def test_ctrl_c_and_the_end_of_the_input_are_no_consent(address: str, letter: Path) -> None:
    with Person("--url", address, lines=50, LANG="en_GB.UTF-8") as person:
        person.sees("new dossier")
        person.asks("Within how many weeks must I object to a tax assessment?")
        person.sees("version 1 ·")
        for refusal, told in (("\x04", "Not added."), ("\x03", "Interrupted.")):
            asked = person.shown.count("Add it to this dossier?")
            person.types(f"/add '{letter}'")
            person.sees("citizen service number (bsn): 1")
            person.sees_that(lambda screen, n=asked: screen.count("Add it to this dossier?") > n)  # type: ignore[misc]  # a default that binds
            person.presses(refusal)
            person.sees(told)
        assert documents(address) == []
        person.asks("/add /nowhere/at/all.pdf")
        person.sees("/nowhere/at/all.pdf can't be read (No such file or directory).")
        person.asks(f"/add {letter.parent}")
        person.sees("can't be read (Is a directory).")
        person.presses(f"/add {letter.parent}/brief\t")
        person.sees("brief van Jan.txt")


def test_through_a_pipe_nobody_can_agree(server: StandIn, letter: Path) -> None:
    server.dossiers["dos-0123abcd"] = new_dossier("dos-0123abcd")
    done = talk(server.address, f"/add {letter}", "ja", arguments=("--dossier", "dos-0123abcd"))
    assert (
        done.stderr
        == "! /add vraagt om uw akkoord en kan dus alleen in een terminal; elders: ./tess add.\n\n"
    )
    assert done.returncode == 1


def test_an_older_server_takes_no_documents_and_says_so(server: StandIn, letter: Path) -> None:
    server.dossiers["dos-0123abcd"] = new_dossier("dos-0123abcd")
    with Person("--url", server.address, "--dossier", "dos-0123abcd") as person:
        person.asks(f"/add {letter}")
        person.sees("kan dit nog niet: hij is ouder dan dit programma")


def test_a_file_is_named_as_typed_or_as_a_shell_would_quote_it(letter: Path) -> None:
    folder = letter.parent
    for typed in (
        str(letter),
        f"'{letter}'",
        f'"{letter}"',
        f"{folder}/brief\\ van\\ Jan.txt",
    ):
        assert named_file(typed) == letter
    assert named_file("it's.txt") == Path("it's.txt")
    assert named_file("~nobody-at-all/x") == Path("~nobody-at-all/x")
    assert named_file("~/x") == Path.home() / "x"


def test_a_dossier_may_begin_with_a_document(address: str, letter: Path) -> None:
    with Person("--url", address, lines=50) as person:
        person.sees("nieuw dossier")
        person.asks("/asof 1-1-2018")
        person.sees("nieuw dossier · tax · recht van 01-01-2018")
        person.types(f"/add {letter}")
        person.sees("Toevoegen aan dit dossier? (ja/masker/open/nee)")
        person.asks("ja")
        person.sees("versie 2 · 1 van 1 bronnen geselecteerd · recht van 01-01-2018")
        person.asks(QUESTION)
        person.sees("versie 3 ·")
        (added,) = documents(address)
        assert added["content"] == LETTER
