"""Both clients hold a conversation with TESS itself, over the starter corpus."""

import pytest

from tests.clients.test_terminal_chat import talk
from tests.clients.test_ui_streamlit import address as address_of
from tests.clients.test_ui_streamlit import page, said, shown

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"


def test_the_terminal_gets_from_question_to_answer(address: str) -> None:
    done = talk(address, QUESTION, "laat bron 2 weg", "ja, klopt", "/sources")
    assert (done.returncode, done.stderr) == (0, "")
    assert "## ANTWOORD" in done.stdout
    assert "Geselecteerd" in done.stdout
    assert "Weggelaten" in done.stdout
    assert "eigen samenvatting" in done.stdout


def test_a_bad_message_is_refused_in_words(address: str) -> None:
    done = talk(address, "x" * 65_600)
    assert (done.returncode, done.stdout) == (1, "")
    assert done.stderr.startswith("! ")


def test_the_page_gets_from_question_to_answer(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = page(address, monkeypatch)
    shown(opened.chat_input[0].set_value(QUESTION).run())
    assert opened.sidebar.checkbox
    shown(opened.chat_input[0].set_value("ja, klopt").run())
    assert "Antwoord" in [heading.value for heading in opened.header]
    second_tab = page(address, monkeypatch, address_of(opened))
    assert said(second_tab) == said(opened)


def test_a_dossier_that_does_not_exist_is_said_in_words(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert page(address, monkeypatch, "dos-00000000").error
    assert page(address, monkeypatch, "../x").error


def test_a_wrong_path_is_not_blamed_on_the_token(address: str) -> None:
    elsewhere = address.removesuffix("/ws") + "/"
    refused = talk(elsewhere, "Vraag")
    assert "is geen WebSocket van TESS; het adres eindigt gewoonlijk op /ws." in refused.stderr
    assert "token" not in refused.stderr
