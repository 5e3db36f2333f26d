"""The web page, run as Streamlit runs it, against a real server."""

import re
import tomllib
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from clients.web.text import figure
from tess_client.wire import Asked
from tests.clients.stand_in import SOURCES, StandIn, new_dossier, tax_desk_told

ROOT = Path(__file__).resolve().parents[2]


def page(url: str, monkeypatch: pytest.MonkeyPatch, dossier_id: str = "") -> AppTest:
    """Return the page as it looks when it is opened."""
    monkeypatch.setenv("TAX_WS_URL", url)
    opened = AppTest.from_file(str(ROOT / "ui_streamlit.py"), default_timeout=100)
    if dossier_id:
        opened.query_params["dossier"] = dossier_id
    return shown(opened.run())


def shown(page: AppTest) -> AppTest:
    assert not page.exception
    return page


def address(page: AppTest) -> str:
    """Return which dossier the page's address names."""
    named = page.query_params["dossier"]
    return named if isinstance(named, str) else named[0]


def texts(page: AppTest) -> str:
    """Return all that stands on the page as Markdown."""
    return "\n".join(str(element.value) for element in page.markdown)


def said(page: AppTest) -> list[tuple[str, str]]:
    """Return the conversation on the page."""
    return [
        (bubble.name, (bubble.text if bubble.name == "user" else bubble.markdown)[0].value)
        for bubble in page.chat_message
    ]


@pytest.fixture
def opened(server: StandIn, monkeypatch: pytest.MonkeyPatch) -> AppTest:
    return page(server.address, monkeypatch)


def test_a_new_page_explains_itself_and_offers_three_questions(opened: AppTest) -> None:
    questions = [button.label for button in opened.button if button.label.endswith("?")]
    assert len(questions) == 3
    assert "Uw eerste vraag maakt er een" in texts(opened)
    assert "Ingebouwde offline model" in texts(opened)
    assert opened.selectbox[0].options == ["Alle dossiers"]


def test_a_question_makes_a_dossier_that_a_second_tab_shows_too(
    server: StandIn, opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(opened.button(key="question-0").click().run())
    (dossier_id,) = server.dossiers
    assert address(opened) == dossier_id
    question = server.requests[0]["message"]
    assert said(opened) == [("user", question), ("assistant", server.response)]
    assert said(page(server.address, monkeypatch, dossier_id)) == said(opened)


def test_what_is_typed_goes_to_the_open_dossier(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Eerste").run())
    shown(opened.chat_input[0].set_value("Tweede").run())
    (dossier_id,) = server.dossiers
    assert server.requests[1]["dossier_id"] == dossier_id
    assert [text for role, text in said(opened) if role == "user"] == ["Eerste", "Tweede"]


def test_dossiers_can_be_left_and_taken_up_again(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Eerste").run())
    (first,) = server.dossiers
    shown(opened.button(key="new").click().run())
    assert not opened.chat_message
    shown(opened.chat_input[0].set_value("Andere").run())
    assert len(server.dossiers) == 2
    shown(opened.selectbox[0].select(first).run())
    assert said(opened)[0] == ("user", "Eerste")
    assert address(opened) == first


@pytest.mark.parametrize("has_pages", [True, False])
def test_dossiers_and_what_is_found_come_page_by_page(
    server: StandIn, monkeypatch: pytest.MonkeyPatch, has_pages: bool
) -> None:
    server.has_pages = has_pages
    named = [new_dossier(f"dos-{one:08}") | {"title": f"Zaak {one}"} for one in range(33)]
    server.dossiers = {str(one["id"]): one for one in named}
    opened = page(server.address, monkeypatch)

    def rows() -> int:
        return sum(button.key.startswith("open-") for button in opened.button if button.key)

    assert rows() == 6
    shown(opened.button("more-dossiers").click().run())
    assert rows() == 30
    shown(opened.button("more-dossiers").click().run())
    assert rows() == 33
    assert "more-dossiers" not in [button.key for button in opened.button]
    found = {"title": "Zaak", "version": 1, "where": "title", "excerpt": "een vraag"}
    server.found = [{"dossier_id": f"dos-{one:08}", **found} for one in range(30)]
    server.pages["find"] = {"found": server.found}
    shown(opened.text_input("find").set_value("vraag").run())
    assert rows() == 20
    assert "20+ gevonden" in texts(opened)
    shown(opened.button("more-found").click().run())
    assert rows() == 30
    assert "30 gevonden" in texts(opened)


def test_sources_stand_in_groups_with_a_tick_their_day_and_their_mark(
    server: StandIn, opened: AppTest
) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert [(tick.label, tick.value) for tick in opened.checkbox] == [
        ("1 · artikel 6:7 — Termijn", True),
        ("2 · ECLI:NL:HR:2020:123", False),
        ("3 · Ports — Setup", False),
    ]
    side = [element.value for element in opened.sidebar.markdown]
    assert [text for text in side if text.startswith("####")] == [
        "#### Awb",
        "#### Hoge Raad",
        "#### Ports",
    ]
    assert ":small[1 van 3 geselecteerd]" in side
    assert [one.label for one in opened.sidebar.button if str(one.key).startswith("read-")] == [
        "versie 01-01-2024 · Lees",
        "versie 03-02-2020 · eigen samenvatting · Lees",
        "Lees",
    ]
    assert [heading.value for heading in opened.sidebar.subheader] == [
        "Geselecteerd (1)",
        "Weggelaten (2)",
    ]


def test_of_many_sources_the_newest_are_drawn_and_the_others_can_be_had(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossier = server.dossiers.setdefault("dos-00000001", new_dossier("dos-00000001"))
    many = [SOURCES[2] | {"id": f"s-{one}", "title": f"Page {one}"} for one in range(50)]
    dossier |= {"sources": many, "selected_ids": [one["id"] for one in many[:40]]}
    opened = page(server.address, monkeypatch, "dos-00000001")

    def numbers() -> list[int]:
        return [int(tick.label.partition(" ")[0]) for tick in opened.checkbox]

    assert numbers() == [*range(31, 51)]
    shown(opened.button(key="more-selected").click().run())
    assert numbers() == [*range(21, 51)]
    for sought, found in (("page 3", [4, *range(31, 41)]), ("7", [7])):
        shown(opened.text_input(key="find-source-dos-00000001").set_value(sought).run())
        assert set(found) <= set(numbers()) < set(range(1, 51))
    assert "more-selected" not in [one.key for one in opened.button]


def test_dossiers_have_their_desk_their_age_and_their_labels(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.dossiers = {one: new_dossier(one) for one in ("dos-00000001", "dos-00000002")}
    server.dossiers["dos-00000001"] |= {
        "labels": ["spoed *1*"],
        "updated_at": "2020-01-02T03:04:05Z",
    }
    opened = page(server.address, monkeypatch)
    assert re.search(r":small\[Nederlands belastingrecht · \d+ jaar geleden\]", texts(opened))
    assert "spoed 1" in texts(opened)


def test_a_source_opens_beside_the_conversation(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    shown(opened.button(key="read-2").click().run())
    assert "Een te laat bezwaar is niet-ontvankelijk." in texts(opened)
    assert "Eigen samenvatting, niet de officiële tekst" in texts(opened)
    assert not opened.link_button  # its address is none of an official publication


def test_only_official_addresses_become_links(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    links = []
    for number in (1, 2, 3):
        shown(opened.button(key=f"read-{number}").click().run())
        links += [link.url for link in opened.link_button]
    assert links == [SOURCES[0]["url"]]


def test_nothing_in_a_reply_is_fetched_or_run(server: StandIn, opened: AppTest) -> None:
    server.response = (
        "![p](https://x.example/p.png) <script>alert(1)</script> \x1b[2J $x$\n```mermaid\ng\n```"
    )
    shown(opened.chat_input[0].set_value("Vraag").run())
    _, (_, reply) = said(opened)
    assert reply.startswith("!\\[p](https://x.example/p.png) <script>")
    assert "\\$x\\$" in reply
    assert "```text" in reply
    assert "\x1b" not in reply
    assert not any(element.allow_html for element in opened.markdown)


def test_what_the_user_typed_is_shown_as_typed(server: StandIn, opened: AppTest) -> None:
    typed = "Is $x^2$ aftrekbaar?\n# ![v](https://x.example/v.png) `$`"
    shown(opened.chat_input[0].set_value(typed).run())
    assert said(opened)[0] == ("user", typed)


def test_a_refused_message_is_kept_and_can_be_sent_again(server: StandIn, opened: AppTest) -> None:
    server.error = {"error": "Het model is nu niet bereikbaar.", "code": "model_unavailable"}
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert "Het model is nu niet bereikbaar." in opened.error[0].value
    assert said(opened) == [("user", "Vraag")]
    server.error = None
    shown(opened.button(key="again").click().run())
    first, second = (request["message_id"] for request in server.requests)
    assert first == second
    assert not opened.error
    assert said(opened) == [("user", "Vraag"), ("assistant", server.response)]


def test_a_first_turn_that_fails_leaves_no_dossier_that_is_not_there(
    server: StandIn, opened: AppTest
) -> None:
    server.error = {"error": "Het model is nu niet bereikbaar.", "code": "model_unavailable"}
    server.accepts = True
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert [error.value for error in opened.error] == [
        "Dit bericht is niet verwerkt. Het model is nu niet bereikbaar."
    ]
    assert "dossier" not in opened.query_params
    server.error = None
    shown(opened.button(key="again").click().run())
    assert said(opened) == [("user", "Vraag"), ("assistant", server.response)]
    first, second = server.requests
    assert first["dossier_id"] == second["dossier_id"] == address(opened)


def test_a_server_that_is_down_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    down = page("ws://127.0.0.1:9/ws", monkeypatch)
    assert "./tess serve" in down.error[0].value
    assert not down.chat_input


def test_a_dossier_that_is_not_there_leaves_a_way_out(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    lost = page(server.address, monkeypatch, "dos-00000000")
    assert lost.error[0].value == "Dit dossier bestaat niet."
    shown(lost.button(key="new").click().run())
    assert not lost.error
    assert lost.chat_input


def test_the_page_keeps_its_language_until_another_is_chosen(
    server: StandIn, opened: AppTest
) -> None:
    server.language = "en"
    shown(opened.chat_input[0].set_value("Question").run())
    assert opened.sidebar.subheader[0].value == "Geselecteerd (1)"
    shown(opened.radio(key="lang").set_value("en").run())
    server.language = "nl"
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert opened.sidebar.subheader[0].value == "Selected (1)"
    shown(opened.button(key="new").click().run())
    assert opened.button(key="new").label == "New dossier"
    assert "en" in opened.query_params["lang"]


def luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance of WCAG 2."""
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in colour
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(front: str, back: str, opacity: float) -> float:
    """Return the contrast ratio of WCAG 2 of one colour, partly see-through, on another."""
    pair = [tuple(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)) for colour in (front, back)]
    mixed = tuple(f * opacity + b * (1 - opacity) for f, b in zip(*pair, strict=True))
    dark, light = sorted((luminance(mixed), luminance(pair[1])))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("name", ["light", "dark"])
def test_the_themes_can_be_read(name: str) -> None:
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    theme = settings["theme"][name]
    for place in (theme, theme["sidebar"]):
        for back in (place["backgroundColor"], place["secondaryBackgroundColor"]):
            assert contrast(theme["textColor"], back, 1) >= 7
            assert contrast(theme["linkColor"], back, 1) >= 7
            assert contrast(theme["grayTextColor"], back, 1) >= 7
            assert contrast(theme["textColor"], back, 0.6) >= 4.5
            assert contrast(theme["primaryColor"], back, 1) >= 4.5
    assert contrast(theme["textColor"], theme["yellowBackgroundColor"], 1) >= 7
    for colour in ("gray", "green", "orange", "blue"):
        text, back = theme[f"{colour}TextColor"], theme[f"{colour}BackgroundColor"]
        assert contrast(text, back, 1) >= 4.5


def test_the_page_stays_on_this_machine() -> None:
    settings = tomllib.loads((ROOT / ".streamlit/config.toml").read_text(encoding="utf-8"))
    assert settings["server"]["address"] == "127.0.0.1"
    assert settings["browser"]["gatherUsageStats"] is False


def test_what_the_last_answer_quotes_is_marked_in_its_source(
    server: StandIn, opened: AppTest
) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    (dossier,) = server.dossiers.values()
    law = SOURCES[0]
    start = law["content"].index("bedraagt zes weken")
    claim = {"source_id": law["id"], "start": start, "end": start + len("bedraagt zes weken")}
    # No conclusion: there is nothing to stand below its heading.
    odd = [{"source_id": law["id"], "start": "x", "end": None}, {"source_id": "?"}]
    dossier["answers"] = [{"claims": [claim, claim, *odd]}]
    shown(opened.button(key="read-1").click().run())
    assert "Antwoord" not in [heading.value for heading in opened.header]
    assert (
        "De termijn voor het indienen van een bezwaarschrift :yellow-background[bedraagt zes weken]."
        in texts(opened)
    )
    shown(opened.button(key="read-2").click().run())
    assert "background" not in texts(opened)


def test_a_calculation_is_a_table_of_its_numbers_and_their_places(
    server: StandIn, opened: AppTest, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    (dossier,) = server.dossiers.values()
    inputs = [
        {"name": "loon_som", "value": "€ 300.000", "source_id": ""},
        {"name": "deel", "value": "2,16%", "source_id": SOURCES[0]["id"]},
    ]
    made = {"id": "c1", "inputs": inputs, "expression": "loon_som * deel", "kind": "amount"}
    answer = {
        "id": "a1",
        "claims": [{"source_id": SOURCES[0]["id"], "text": "Stap", "quote": "zes weken"}],
        "sentences": [
            {"text": "Er is ruimte.", "claims": [1], "calculations": ["c1"]},
            {"text": "Weg.", "claims": [1], "calculations": ["c2"], "struck": "contradicts"},
        ],
        "calculations": [{**made, "result": "6480"}, {**made, "id": "c2", "result": "99"}],
    }
    dossier["answers"] = [answer]
    patch = {"add_messages": dossier["conversation"], "add_answers": [answer]}
    entry = {"version": 1, "request": {"message": "Vraag"}, "patch": patch, "outcome": "done"}
    server.pages[f"dossiers/{dossier['id']}/journal"] = [entry]
    dossier["version"] = 1
    told = texts(shown(page(server.address, monkeypatch, dossier["id"])))
    assert "| loon som | € 300.000 | door u verteld |" in told
    assert "| deel | 2,16% | \\[1\\] |" in told
    assert "**€ 6.480**" in told
    assert "99" not in told


@pytest.mark.parametrize(
    ("result", "kind", "dutch", "english"),
    [
        ("18887", "amount", "€ 18.887", "€ 18,887"),
        ("1250.5", "amount", "€ 1.250,50", "€ 1,250.50"),
        ("12.5", "rate", "12,5 %", "12.5 %"),
        ("1E+3", "number", "1.000", "1,000"),
        ("2026-04-12", "date", "12 april 2026", "12 April 2026"),
        ("--04-12", "date", "--04-12", "--04-12"),
    ],
)
def test_a_result_is_written_as_in_its_language(
    result: str, kind: str, dutch: str, english: str
) -> None:
    assert (figure(result, kind, "nl"), figure(result, kind, "en")) == (dutch, english)


def test_a_wrong_address_is_said_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    lost = page("http://127.0.0.1:8000", monkeypatch)
    assert "TAX_WS_URL" in lost.error[0].value
    assert "ws://127.0.0.1:8000/ws" in lost.error[0].value


def test_what_an_older_server_can_not_do_is_said_in_words(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Vraag").run())
    shown(opened.checkbox[0].uncheck().run())
    assert "ouder dan dit programma" in opened.error[0].value
    assert opened.checkbox[0].value is True  # what the dossier says, not what was clicked
    shown(opened.run())
    assert not opened.error


def test_a_reply_that_is_no_json_is_said_in_words(server: StandIn, opened: AppTest) -> None:
    server.raw = "<html>"
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert "onleesbaar" in opened.error[0].value
    assert said(opened) == [("user", "Vraag")]


def test_a_very_long_reply_is_cut_and_the_page_stays(server: StandIn, opened: AppTest) -> None:
    server.response = "lang " * 400_000
    shown(opened.chat_input[0].set_value("Vraag").run())
    assert said(opened)[1][1].endswith("[…]")
    assert opened.chat_input


def test_an_empty_library_is_said_on_the_first_page(
    server: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    server.desks = [tax_desk_told()]
    assert "./tess ingest tax" in texts(page(server.address, monkeypatch))


def test_a_lost_connection_asks_nothing_twice(server: StandIn, opened: AppTest) -> None:
    server.drops = 1
    shown(opened.chat_input[0].set_value("Vraag").run())
    first, second = server.requests
    assert first["message_id"] == second["message_id"]
    assert first["dossier_id"] == second["dossier_id"]
    assert said(opened) == [("user", "Vraag"), ("assistant", server.response)]


def test_a_message_that_comes_while_tess_works_goes_next(server: StandIn, opened: AppTest) -> None:
    shown(opened.chat_input[0].set_value("Eerste").run())
    opened.session_state["under_way"] = (Asked("Tweede", address(opened)), address(opened))
    shown(opened.chat_input[0].set_value("Derde").run())
    assert [request["message"] for request in server.requests] == ["Eerste", "Tweede", "Derde"]
