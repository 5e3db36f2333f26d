"""The web page against TESS itself: what its tools do is a turn of the dossier."""

from datetime import date
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from src.commands.local_server import read
from tests.clients.test_ui_streamlit import address as address_of
from tests.clients.test_ui_streamlit import page, shown, texts
from tests.uploads import images
from tests.uploads.site import PAGE_TEXT, Site

QUESTION = "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?"
LETTER = b"Geachte heer, uw BSN is 111222333. De aanslag is van 3 mei 2024."


@pytest.fixture(scope="module")
def server(address: str) -> str:
    return address


@pytest.fixture
def asked(server: str, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return shown(page(server, monkeypatch).chat_input[0].set_value(QUESTION).run())


def versions(server: str, opened: AppTest) -> int:
    return int(read(server, f"/dossiers/{address_of(opened)}")["version"])


def test_a_tick_is_a_turn(server: str, asked: AppTest) -> None:
    ticks = len(asked.checkbox)
    shown(asked.checkbox[0].uncheck().run())
    assert versions(server, asked) == 2
    assert [heading.value for heading in asked.sidebar.subheader] == [
        f"Geselecteerd ({ticks - 1})",
        "Weggelaten (1)",
    ]
    assert "**Weggelaten:**" in asked.chat_message[-1].markdown[0].value


def test_an_answer_has_its_footnotes_and_they_open(asked: AppTest) -> None:
    shown(asked.chat_input[0].set_value("ja, klopt").run())
    notes = [button for button in asked.button if button.key and "note-a2-" in button.key]
    assert notes
    assert notes[0].label.startswith("**\\[")
    shown(notes[0].click().run())
    assert "**Voetnoot 1**" in texts(asked)
    assert ":yellow-background[" in texts(asked)


def test_an_english_question_has_our_translation_below_the_dutch_quote(
    server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    question = "How much is the self-employed deduction (zelfstandigenaftrek)?"
    opened = shown(page(server, monkeypatch).chat_input[0].set_value(question).run())
    shown(opened.chat_input[0].set_value("yes").run())
    (claim, *_) = read(server, f"/dossiers/{address_of(opened)}")["answers"][0]["claims"]
    assert claim["gloss"]["translation"] is True
    words = " ".join(claim["gloss"]["text"].split()[:3])
    assert f":small[Onze vertaling: {words}" in texts(opened)  # the page's own words are Dutch


def test_a_name_and_a_day_are_turns(server: str, asked: AppTest) -> None:
    asked.text_input[0].set_value("Zaak Jansen")
    save = next(button for button in asked.button if button.label == "Bewaren")
    shown(save.click().run())
    assert asked.title[0].value == "Zaak Jansen"
    use = next(button for button in asked.button if button.label == "Reken met deze dag")
    asked.date_input[0].set_value(date(2018, 1, 1))
    shown(use.click().run())
    assert "**recht van 1 januari 2018**" in texts(asked)
    assert versions(server, asked) == 3


def test_going_back_says_what_it_does_and_takes_it_back(server: str, asked: AppTest) -> None:
    shown(asked.checkbox[0].uncheck().run())
    shown(asked.segmented_control(key="view").set_value("timeline").run())
    shown(asked.button(key="back-1").click().run())
    assert "Beurt 2: weggelaten: " in texts(asked)
    assert versions(server, asked) == 2
    shown(asked.button(key="confirm-back").click().run())
    assert versions(server, asked) == 3
    assert all(tick.value for tick in asked.checkbox)


def test_two_versions_can_be_compared(asked: AppTest) -> None:
    shown(asked.checkbox[0].uncheck().run())
    shown(asked.segmented_control(key="view").set_value("compare").run())
    assert "## Niet meer geselecteerd" in texts(asked)


def test_dossiers_are_found_by_what_is_in_them(
    server: str, asked: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = page(server, monkeypatch)
    assert "8 bronnen" in texts(home) or "bronnen" in texts(home)
    shown(home.text_input(key="find").set_value("xyzzy").run())
    assert "Niets gevonden voor ‘xyzzy’" in texts(home)
    shown(home.text_input(key="find").set_value("bezwaar").run())
    shown(home.button(key=f"open-{address_of(asked)}").click().run())
    assert address_of(home) == address_of(asked)


def test_the_last_message_is_said_again_and_what_it_did_is_taken_back_first(
    server: str, asked: AppTest
) -> None:
    shown(asked.button(key="approve").click().run())
    assert "approve" not in [one.key for one in asked.button]
    shown(asked.button(key="say-again").click().run())
    dossier = read(server, f"/dossiers/{address_of(asked)}")
    assert [one["id"] for one in dossier["answers"]] == ["a4"]
    assert "Dit antwoord is teruggenomen" in [one.label for one in asked.expander]
    said = [one["content"] for one in dossier["conversation"] if one["role"] == "user"]
    assert said == [QUESTION, "Ja, beantwoord", "Ja, beantwoord"]


def test_the_last_message_is_edited_in_the_box(server: str, asked: AppTest) -> None:
    shown(asked.button(key="edit-message").click().run())
    assert "U wijzigt uw laatste bericht" in texts(asked)
    shown(asked.button(key="keep-message").click().run())
    assert "U wijzigt" not in texts(asked)
    shown(asked.button(key="edit-message").click().run())
    other = "Wat is het btw-tarief voor boeken?"
    shown(asked.chat_input[0].set_value(other).run())
    dossier = read(server, f"/dossiers/{address_of(asked)}")
    assert dossier["version"] == 3
    found = read(server, f"/dossiers/{address_of(asked)}/at/1")["sources"]
    assert found
    assert not {one["id"] for one in found} & {one["id"] for one in dossier["sources"]}
    assert "U wijzigt" not in texts(asked)


def test_what_was_done_since_is_not_taken_back(server: str, asked: AppTest) -> None:
    shown(asked.button(key="approve").click().run())
    shown(asked.checkbox[0].uncheck().run())
    shown(asked.button(key="say-again").click().run())
    dossier = read(server, f"/dossiers/{address_of(asked)}")
    assert [one["id"] for one in dossier["answers"]] == ["a2", "a4"]
    assert len(dossier["selected_ids"]) == len(dossier["sources"]) - 1


def test_a_dossier_is_labelled_found_by_its_label_and_archived(
    server: str, asked: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossier_id = address_of(asked)
    label = "zaak 12"
    shown(asked.multiselect(key=f"labels-{dossier_id}").set_value([label]).run())
    assert read(server, f"/dossiers/{dossier_id}")["labels"] == [label]
    home = page(server, monkeypatch)

    def rows() -> list[str]:
        return [str(one.key) for one in home.button if str(one.key).startswith("open-")]

    shown(home.selectbox(key="list-label").set_value(label).run())
    assert rows() == [f"open-{dossier_id}"]
    shown(home.selectbox(key="list-desk").set_value("docs").run())
    assert rows() == []
    assert "Zo is er geen dossier." in texts(home)
    shown(home.selectbox(key="list-desk").set_value("").run())
    shown(home.button(key=f"archive-{dossier_id}").click().run())
    assert rows() == []
    shown(home.toggle(key="archive").set_value(True).run())
    assert rows() == [f"open-{dossier_id}"]
    shown(home.button(key=f"archive-{dossier_id}").click().run())
    assert "archived" not in read(server, f"/dossiers/{dossier_id}")


def test_several_files_and_a_pasted_text_are_added_after_one_yes(
    server: str, asked: AppTest
) -> None:
    files = asked.file_uploader[0]
    for name in ("een", "twee"):
        files.upload(f"{name}.txt", LETTER + name.encode(), "text/plain")
    shown(files.upload("drie.pdf", b"%PDF-1.4 nothing", "application/pdf").run())
    assert texts(asked).count("burgerservicenummer: 1") == 2
    assert any(one.value.startswith("drie.pdf: ") for one in asked.error)
    pasted = "De koopsom is 100 euro."
    paste = next(one for one in asked.text_area if one.label.startswith("Of plak"))
    shown(paste.set_value(pasted).run())
    agree = next(tick for tick in asked.checkbox if tick.label.startswith("Ik heb dit gezien"))
    shown(agree.check().run())
    shown(asked.button(key="add-document").click().run())
    added = read(server, f"/dossiers/{address_of(asked)}")["sources"][-3:]
    assert [one["content"][-8:] for one in added] == ["2024.een", "024.twee", "00 euro."]
    assert versions(server, asked) == 4


def test_a_pasted_address_is_fetched_once_asked_for_and_added_after_a_yes(
    server: str, site: Site, asked: AppTest
) -> None:
    address = f"{site.url}/bezwaar"
    paste = next(one for one in asked.text_area if one.label.startswith("Of plak"))
    shown(paste.set_value(f" {address}\n").run())
    assert not site.asked
    fetch = next(one for one in asked.button if one.label == "Pagina ophalen")
    shown(fetch.click().run())
    assert "Zo begint de tekst: “Bezwaar De termijn voor bezwaar" in texts(asked)
    assert "burgerservicenummer: 1" in texts(asked)
    assert versions(server, asked) == 1
    agree = next(tick for tick in asked.checkbox if tick.label.startswith("Ik heb dit gezien"))
    shown(agree.check().run())
    shown(asked.button(key="add-document").click().run())
    added = read(server, f"/dossiers/{address_of(asked)}")["sources"][-1]
    assert (added["content"], added["url"]) == (PAGE_TEXT, address)
    assert site.asked == ["/bezwaar"]
    assert any("opgehaald op" in str(one.label) for one in asked.button)


def test_an_address_that_can_not_be_fetched_is_told_so(site: Site, asked: AppTest) -> None:
    paste = next(one for one in asked.text_area if one.label.startswith("Of plak"))
    shown(paste.set_value(f"{site.url}/weg").run())
    shown(next(one for one in asked.button if one.label == "Pagina ophalen").click().run())
    assert "er is daar geen pagina" in asked.error[0].value


def test_what_was_pasted_stays_until_it_was_added(server: str, asked: AppTest) -> None:
    def paste() -> Any:
        return next(one for one in asked.text_area if one.label.startswith("Of plak"))

    pasted = "De koopsom is 100 euro."
    shown(paste().set_value(pasted).run())
    shown(asked.checkbox[0].uncheck().run())
    assert versions(server, asked) == 2
    assert paste().value == pasted
    agree = next(tick for tick in asked.checkbox if tick.label.startswith("Ik heb dit gezien"))
    shown(agree.check().run())
    shown(asked.button(key="add-document").click().run())
    assert versions(server, asked) == 3
    assert paste().value == ""


def test_a_document_is_added_only_after_a_yes_to_what_is_in_it(server: str, asked: AppTest) -> None:
    shown(asked.file_uploader[0].upload("brief.txt", LETTER, "text/plain").run())
    assert "burgerservicenummer: 1" in texts(asked)
    assert asked.button(key="add-document").disabled
    assert versions(server, asked) == 1
    mask = next(one for one in asked.radio if one.label == "Persoonsgegevens maskeren")
    shown(mask.set_value("text").run())
    agree = next(tick for tick in asked.checkbox if tick.label.startswith("Ik heb dit gezien"))
    shown(agree.check().run())
    shown(asked.button(key="add-document").click().run())
    assert versions(server, asked) == 2
    assert "van de cliënt" in texts(asked)
    added = read(server, f"/dossiers/{address_of(asked)}")["sources"][-1]
    assert added["content"] == LETTER.decode().replace("111222333", "<bsn-1>")


def test_a_picture_is_shown_beside_the_reply_that_brought_it(server: str, asked: AppTest) -> None:
    picture = images.told_metadata("PNG")
    shown(asked.file_uploader[1].upload("hob.png", picture, "image/png").run())
    assert "40 × 30 beeldpunten" in texts(asked)
    shows = next(one for one in asked.text_input if one.label.startswith("Wat is erop te zien"))
    shows.set_value("De kookplaat *met* knoppen")
    agree = next(tick for tick in asked.checkbox if tick.label.startswith("De afbeelding mag"))
    assert asked.button(key="add-picture").disabled
    shown(agree.check().run())
    shown(asked.button(key="add-picture").click().run())
    assert versions(server, asked) == 2
    assert "bewaard en niet bekeken" in asked.chat_message[-1].markdown[0].value
    (image,) = asked.chat_message[-1].get("image")[0].proto.imgs
    assert image.caption == "De kookplaat \\*met\\* knoppen"
    assert image.alt == "De kookplaat *met* knoppen"
