"""Both clients at a desk of another field: what they say of it came over the wire, and no word is of the tax desk."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from clients.desk import Desk, Desks, NoSuchDesk, approval_in, choices_in
from clients.views import VIEWS, Difference, Table, drawings
from src.desks.tax import VOCABULARY
from tests.clients import recipes
from tests.clients.person import Person
from tests.clients.stand_in import StandIn
from tests.clients.test_terminal_chat import talk
from tests.clients.test_ui_streamlit import page, shown, texts

FOREIGN = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, VOCABULARY))})(?!\w)", re.IGNORECASE)


@pytest.fixture
def cooking(server: StandIn) -> StandIn:
    """A server that has a desk about recipes beside that of tax law."""
    server.desks.append(recipes.DESK)
    server.dossiers[recipes.ID] = recipes.dossier()
    return server


# The terminal


def test_the_terminal_speaks_of_the_desk_that_was_asked_for(cooking: StandIn) -> None:
    with Person("--url", cooking.address, "--desk", "recipes", lines=50) as person:
        banner = person.sees("TESS · wat eten we", "balie    recipes", "12 recepten", "prei?")
        person.asks("/help")
        told = person.sees("/artifacts", "/artifact N", "/pantry TEXT", "koken met iets")
        assert "/asof" not in told
        assert "verdringt niets" not in told
        assert "heet niets" not in told
        assert FOREIGN.findall(banner + told) == []
        person.asks("/asof 2018-01-01")
        person.sees("De opdracht /asof is er niet.")
        person.asks("/pantry prei")
        person.sees("versie 1 ·")
    (request,) = cooking.requests
    assert (request["message"], request["desk"]) == ("Wat kan ik met prei?", "recipes")


def test_a_desk_is_named_for_new_dossiers_only(cooking: StandIn) -> None:
    talk(cooking.address, "Een", "Twee", "/new", "Drie", arguments=("--desk", "recipes"))
    assert [one.get("desk") for one in cooking.requests] == ["recipes", None, "recipes"]


def test_a_desk_that_is_not_there_is_one_sentence(cooking: StandIn) -> None:
    done = talk(cooking.address, "Vraag", arguments=("--desk", "nosuch"))
    told = "! Er is hier geen balie nosuch; wel: tax, recipes.\n\n"
    assert (done.returncode, done.stdout, done.stderr) == (2, "", told)
    as_json = talk(cooking.address, "Vraag", arguments=("--desk", "nosuch", "--json"))
    assert (as_json.returncode, json.loads(as_json.stdout)["code"]) == (2, "unknown_desk")
    assert cooking.requests == []


def test_the_terminal_draws_every_view_and_no_kind(cooking: StandIn) -> None:
    numbers = [f"/artifact {number}" for number in range(1, 9)]
    done = talk(
        cooking.address,
        "/artifacts",
        *numbers,
        "/source 1",
        "/sources",
        arguments=("--dossier", recipes.ID),
    )
    assert "  [2] Werk · planning (nl)\n" in done.stdout
    assert "**Preisoep** vooraf" in done.stdout
    assert "Stap | Minuten\nsnijden | 5\nkoken | 20\n" in done.stdout
    assert "zacht\n  “Kook haar zacht.”\n  [1] Oma's boek, preisoep\n" in done.stdout
    assert "  18:00  aan tafel\n" in done.stdout
    assert "- prei\n+ ui\n  zout\n" in done.stdout
    assert "  Gasten: 4\n" in done.stdout
    assert "[7] Onbekend · unheard-of\n" in done.stdout
    assert "- 1\n- c: ✓" in done.stdout
    assert "recept van 01-05-2024\n" in done.stdout
    assert done.stderr == "! Er is geen nummer 8; /artifacts toont ze.\n\n"
    assert FOREIGN.findall(done.stdout) == []


def test_a_table_is_laid_out_at_a_terminal(cooking: StandIn) -> None:
    with Person("--url", cooking.address, "--dossier", recipes.ID, lines=40) as person:
        person.sees("versie 1 ·")
        person.asks("/artifact 2")
        person.sees("Stap     Minuten", "snijden  5", "koken    20")


def test_the_number_of_a_choice_sends_it(cooking: StandIn) -> None:
    cooking.more = {"clarification": recipes.ASKED, "outcome": "request"}
    with Person("--url", cooking.address, "--desk", "recipes", lines=40) as person:
        person.sees("nieuw dossier")
        person.asks("Wat eten we?")
        person.sees("  1  voor twee", "  2  voor tien", "Typ een nummer om te kiezen")
        person.asks("3")
        cooking.more = {}
        person.asks("2")
        person.sees("versie 3 ·")
        person.asks("1")
        person.sees("versie 4 ·")
    assert [one["message"] for one in cooking.requests] == ["Wat eten we?", "3", "voor tien", "1"]


def test_choices_that_the_reply_lists_are_not_listed_again(cooking: StandIn) -> None:
    cooking.more = {
        "clarification": recipes.ASKED,
        "response": "Voor hoeveel?\n\n1. voor twee\n2. voor tien",
    }
    with Person("--url", cooking.address, "--desk", "recipes", lines=40) as person:
        person.sees("nieuw dossier")
        shown = person.asks("Wat eten we?")
        assert (shown.count("voor twee"), shown.count("voor tien")) == (1, 1)
        assert "Typ een nummer om te kiezen" in shown
        person.asks("2")
    assert [one["message"] for one in cooking.requests] == ["Wat eten we?", "voor tien"]


def test_programs_send_numbers_as_they_are(cooking: StandIn) -> None:
    cooking.more = {"clarification": recipes.ASKED}
    talk(cooking.address, "Vraag", "1", arguments=("--json",))
    assert [one["message"] for one in cooking.requests] == ["Vraag", "1"]


def test_a_dossier_of_a_desk_that_is_gone_is_shown(server: StandIn) -> None:
    server.dossiers[recipes.ID] = recipes.dossier()
    commands = ("/sources", "/source 1", "/artifact 1", "/help")
    done = talk(server.address, *commands, arguments=("--dossier", recipes.ID))
    assert (done.returncode, done.stderr) == (0, "")
    assert "Preisoep" in done.stdout
    assert "/asof" not in done.stdout


# The page


def opened(server: StandIn, monkeypatch: pytest.MonkeyPatch, dossier_id: str = "") -> AppTest:
    monkeypatch.setenv("TESS_DESK", "recipes")
    return page(server.address, monkeypatch, dossier_id)


def test_the_page_speaks_of_the_desk_that_was_asked_for(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = opened(cooking, monkeypatch)
    assert home.title[0].value == "Koken met wat er is."
    assert "Noem wat er in huis is." in texts(home)
    assert "Vers." in texts(home)
    shown(home.button(key="question-0").click().run())
    (request,) = cooking.requests
    assert (request["message"], request["desk"]) == ("Wat kan ik met prei?", "recipes")


def test_the_first_page_shows_each_desk_as_a_card_with_an_example(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = page(cooking.address, monkeypatch)
    assert home.title[0].value == "Waarmee kan TESS u helpen?"
    assert home.button(key="desk-1").label == "**Recepten**"
    assert "Koken met wat er is." in texts(home)
    shown(home.button(key="example-1").click().run())
    (request,) = cooking.requests
    assert (request["message"], request["desk"]) == ("Wat kan ik met prei?", "recipes")


def test_a_card_leads_to_its_desk_and_back(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = page(cooking.address, monkeypatch)
    shown(home.button(key="desk-1").click().run())
    assert home.title[0].value == "Koken met wat er is."
    assert FOREIGN.findall(texts(home)) == []
    shown(home.button(key="every-desk").click().run())
    assert home.title[0].value == "Waarmee kan TESS u helpen?"
    monkeypatch.setenv("TESS_DESK", "recipes")
    named = page(cooking.address, monkeypatch)
    shown(named.button(key="every-desk").click().run())
    shown(named.chat_input[0].set_value("Vraag").run())
    assert cooking.requests[-1]["desk"] == "tax"  # as the box says


def test_sources_that_were_shown_are_approved_with_a_button(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossier = cooking.dossiers[recipes.ID]
    turn = {"version": 1, "request": {"message": "Wat?"}, "patch": {"shown_selection": ["leek"]}}
    cooking.pages[f"dossiers/{recipes.ID}/journal"] = [turn]
    assert approvals(opened(cooking, monkeypatch, recipes.ID)) == []  # it was shown otherwise
    dossier["shown_selection"] = ["leek"]
    asked = opened(cooking, monkeypatch, recipes.ID)
    assert approvals(asked) == ["Kook maar"]
    shown(asked.button(key="approve").click().run())
    assert [one["message"] for one in cooking.requests] == ["Kook maar"]
    dossier["language"] = "en"
    assert approvals(opened(cooking, monkeypatch, recipes.ID)) == ["Cook it"]
    cooking.pages[f"dossiers/{recipes.ID}/journal"] = [turn, {"version": 2, "patch": {}}]
    assert approvals(opened(cooking, monkeypatch, recipes.ID)) == []


def test_what_was_asked_is_asked_again_after_the_answer_is_taken_back() -> None:
    chosen = {"shown_selection": ["a"], "selected_ids": ["a"]}
    asks = {"version": 1, "patch": {"shown_selection": ["a"]}}
    answers, back = {"version": 2, "patch": {}}, {"version": 3, "patch": {"undoes": [2]}}
    again, desk = {"version": 4, "patch": {"redoes": [2]}}, Desk(recipes.DESK)
    turns = [asks, answers, back, again]
    told = [approval_in(chosen, turns[:count], desk, "en") for count in range(1, 5)]
    assert told == ["Cook it", "", "Cook it", ""]


def approvals(page: AppTest) -> list[str]:
    """Return the buttons that go on with what was shown."""
    return [one.label for one in page.button if one.key == "approve"]


def test_a_desk_that_is_not_there_is_said_on_the_page(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TESS_DESK", "nosuch")
    lost = page(cooking.address, monkeypatch)
    assert lost.error[0].value == "Er is hier geen balie nosuch; wel\\: tax, recipes."


def test_the_page_draws_every_view_and_no_kind(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    dossier = opened(cooking, monkeypatch, recipes.ID)
    assert not dossier.date_input
    shown(dossier.segmented_control(key="view").set_value("artifacts").run())
    told = texts(dossier)
    for drawn in (
        "## Avondeten",
        "**Preisoep** vooraf",
        "Stap | Minuten\n--- | ---\nsnijden | 5\nkoken | 20",
        ":gray[“Kook haar zacht.”]",
        "**18\\:00** aan tafel",
        ":red-background[− prei]  \n:green-background[\\+ ui]",
        "**Gasten** 4",
        "## Onbekend",
        "#### Oma's boek",
    ):
        assert drawn in told
    assert FOREIGN.findall(told) == []
    assert dossier.button(key="read-1").label == "gekookt 01-05-2024 · Lees"
    shown(dossier.button(key="artifact-2-0").click().run())
    assert "Snijd de prei. :yellow-background[Kook haar zacht.]" in texts(dossier)
    assert dossier.link_button[0].label == "Het kookboek"


def test_what_is_typed_over_is_sent_in_words(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = {**recipes.kind("courses", "form"), "edit": recipes.EDIT}
    cooking.desks[-1] = {**recipes.DESK, "artifacts": [kind]}
    made = {"id": "c", "kind": "courses", "title": "", "data": recipes.COURSES}
    cooking.dossiers[recipes.ID] |= {"artifacts": [made], "language": "en"}
    dossier = opened(cooking, monkeypatch, recipes.ID)
    shown(dossier.segmented_control(key="view").set_value("artifacts").run())
    assert "Wijzig de stappen" in [one.label for one in dossier.expander]
    assert [one.value for one in dossier.text_input if "edit-" in str(one.key)] == [
        "koken {}",
        "bakken",
    ]
    shown(dossier.text_input(key="edit-0-1-koken {}").set_value("{text} \n stoven").run())
    assert cooking.requests[-1]["message"] == "make of 7 ‘koken {}’: {text} stoven"


@pytest.mark.parametrize("several", [True, False])
def test_rows_that_wait_are_ticked_and_replied_to_at_once(
    several: bool, cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    message = {"nl": "kook {number}", "en": "cook {number}"}
    reply = {"message": message, "label": message, "several": several, "unless": "state"}
    kind = {**recipes.kind("courses", "table"), "rows": "courses", "reply": reply}
    cooking.desks[-1] = {**recipes.DESK, "artifacts": [kind]}
    rows = [{"name": "soup"}, {"name": "fish", "state": "eaten"}, {"name": "pie"}, "cake"]
    made = {"id": "c", "kind": "courses", "title": "", "data": {"courses": rows}}
    cooking.dossiers[recipes.ID] |= {"artifacts": [made], "language": "en"}
    dossier = opened(cooking, monkeypatch, recipes.ID)
    shown(dossier.segmented_control(key="view").set_value("artifacts").run())
    if several:
        ticks = [one for one in dossier.checkbox if str(one.key).startswith("reply-0-")]
        assert [one.label for one in ticks] == ["1", "3", "4"]
        for tick in ticks[:2]:
            tick.check()
        button = next(one for one in dossier.button if "reply-0" in str(one.key))
    else:
        keys = [str(one.key) for one in dossier.button if str(one.key).startswith("reply-0-")]
        assert keys == ["reply-0-1", "reply-0-3", "reply-0-4"]
        button = dossier.button(key="reply-0-3")
    shown(button.click().run())
    assert cooking.requests[-1]["message"] == ("cook 1, 3" if several else "cook 3")


def test_a_desk_without_sources_shows_what_it_made_at_the_side(
    cooking: StandIn, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = cooking.dossiers[recipes.ID]["artifacts"]
    asked = {"id": "q", "kind": "clarification", "title": "Hoeveel?", "data": {"pending": False}}
    cooking.dossiers[recipes.ID] |= {
        "sources": [],
        "selected_ids": [],
        "artifacts": [*made, asked],
    }
    dossier = opened(cooking, monkeypatch, recipes.ID)
    side = [one.label for one in dossier.sidebar.button]
    assert "Avondeten · menu (nl)" in side
    assert not any("Hoeveel?" in label for label in side)
    shown(dossier.sidebar.button(key="made-0").click().run())
    assert "## Avondeten" in texts(dossier)
    assert "Hoeveel?" not in texts(dossier)


def test_a_choice_is_a_button(cooking: StandIn, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = {"id": "c", "kind": "clarification", "title": "", "data": recipes.ASKED}
    cooking.dossiers[recipes.ID]["artifacts"] = [asked]
    listed = "Voor hoeveel?\n\n1. voor twee\n2. voor tien"
    cooking.dossiers[recipes.ID]["conversation"][-1]["content"] = listed
    dossier = opened(cooking, monkeypatch, recipes.ID)
    assert dossier.button(key="choice-1").label == "voor tien"
    assert dossier.chat_message[-1].markdown[0].value.strip() == "Voor hoeveel?"
    shown(dossier.button(key="choice-1").click().run())
    assert [one["message"] for one in cooking.requests] == ["voor tien"]
    asked["data"] = recipes.ASKED | {"pending": False}
    answered = opened(cooking, monkeypatch, recipes.ID)
    assert listed in texts(answered)
    assert not [one for one in answered.button if str(one.key).startswith("choice-")]


# What both rely on

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3)
    ),
    max_leaves=12,
)


@given(data=JSON, columns=JSON, rows=JSON, view=st.sampled_from([*VIEWS, "of a newer server"]))
def test_whatever_an_artifact_holds_it_is_drawn(
    data: object, columns: object, rows: object, view: str
) -> None:
    kind = {"view": view, "columns": columns, "rows": rows}
    for drawing in drawings({"data": data}, kind, "nl"):
        if isinstance(drawing, Table):
            assert {len(row) for row in drawing.rows} <= {len(drawing.headings)}


def test_a_long_table_is_cut_and_says_so() -> None:
    kind = recipes.kind("x", "table", "steps", *recipes.STEPS)
    data = {"steps": [{"step": "roer", "minutes": number} for number in range(700)]}
    table, more = drawings({"data": data}, kind, "en")
    assert isinstance(table, Table)
    assert (len(table.rows), str(more)) == (500, "More(count=200)")


def test_a_difference_tells_both_texts() -> None:
    data = {"before": "a\nb\nc", "after": "a\nc\nd"}
    (found,) = drawings({"data": data}, recipes.kind("x", "difference"), "en")
    assert isinstance(found, Difference)
    assert found.lines == ((" ", "a"), ("-", "b"), (" ", "c"), ("+", "d"))


def test_the_first_desk_is_that_of_who_names_none() -> None:
    desks = Desks((Desk({"name": "a"}), Desk({"name": "b"})))
    assert desks.chosen("").name == "a"
    assert desks.chosen("b").name == "b"
    assert desks.of({"desk": "gone"}).name == "gone"
    with pytest.raises(NoSuchDesk, match="a, b"):
        desks.chosen("c")
    assert Desks().chosen("").name == ""


@pytest.mark.parametrize("odd", [None, 3, "x", ["x"], {"choices": 3}, {"choices": [3, " "]}])
def test_an_odd_question_offers_nothing(odd: object) -> None:
    assert choices_in({"clarification": odd}) == []
    made = [{"kind": "clarification", "data": odd}]
    assert choices_in({"artifacts": made}) == []
