"""A picture added at a terminal: told, asked about, and shown where the terminal shows pictures."""

from base64 import b64encode
from pathlib import Path

import pytest

from tess_client.wire import Frame, Server, rows_in
from tests.clients.person import Person
from tests.clients.stand_in import StandIn, new_dossier
from tests.clients.test_terminal_chat import talk
from tests.clients.test_terminal_document import QUESTION
from tests.uploads import images

SHOWN = "\x1b]1337;File=inline=1;size="


def pictures(address: str) -> list[Frame]:
    """The pictures of the dossier that changed last."""
    server = Server(address)
    latest = server.page("/dossiers")["dossiers"][0]["id"]
    sources = rows_in(server.page("/dossiers", latest), "sources")
    return [source for source in sources if source["kind"] == "picture"]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    made = tmp_path / "hob.png"
    made.write_bytes(images.told_metadata("PNG"))
    return made


def test_a_picture_is_added_after_a_yes_and_shown_where_the_terminal_can(
    address: str, file: Path
) -> None:
    with Person("--url", address, lines=50, TERM_PROGRAM="WezTerm") as person:
        person.sees("nieuw dossier")
        person.asks(QUESTION)
        person.sees("versie 1 ·")
        person.types(f"/image {file}")
        person.sees(
            f"hob.png · png · 40 × 30 · {len(file.read_bytes())} bytes", "opnieuw opgeslagen"
        )
        person.types("De kookplaat")
        person.sees("Toevoegen aan dit dossier? (ja/nee)")
        person.asks("nee")
        person.sees("Niet toegevoegd.")
        assert pictures(address) == []
        person.types(f"/image {file}")
        person.sees_that(lambda screen: screen.count("Wat is erop te zien") == 2)
        person.types("De kookplaat")
        person.sees_that(lambda screen: screen.count("Toevoegen aan dit dossier?") == 2)
        person.asks("ja")
        person.sees("versie 2 ·", "uw afbeelding", "bewaard en niet bekeken")
        (added,) = pictures(address)
        assert (added["kind"], added["content"]) == ("picture", "De kookplaat")
        assert f"{SHOWN}{len(file.read_bytes())};" in person.heard
        person.asks("/source hob")
        person.sees("[", "afbeelding", "png · 40 × 30 ·")
        assert person.heard.count(SHOWN) == 2
        assert SHOWN + str(added["size"]) in person.heard
        assert images.SECRET not in person.heard


def test_a_terminal_that_shows_no_pictures_is_sent_none(address: str, file: Path) -> None:
    with Person("--url", address, lines=50) as person:
        person.sees("nieuw dossier")
        person.types(f"/image {file}")  # a dossier may begin with a picture
        person.sees("Wat is erop te zien")
        person.types("")
        person.sees("Toevoegen aan dit dossier?")
        person.asks("ja")
        person.sees("versie 1 ·")
        person.asks("/source hob")
        person.sees("png · 40 × 30 ·")
        assert SHOWN not in person.heard
        assert b64encode(file.read_bytes())[:40].decode() not in person.heard


def test_a_script_is_told_that_it_is_asked(server: StandIn, file: Path) -> None:
    server.dossiers["dos-0123abcd"] = new_dossier("dos-0123abcd")
    done = talk(server.address, f"/image {file}", "ja", arguments=("--dossier", "dos-0123abcd"))
    assert done.stderr == "! /image vraagt om uw akkoord en kan dus alleen in een terminal.\n\n"
