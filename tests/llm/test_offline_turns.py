"""What the built-in model does with a message, given the tools that it is offered in that state of a dossier."""

import json

import pytest

from src.desks.request import state_of
from src.desks.tax.answering import tax_answering
from src.desks.tax.library.rulings_about import rulings_about
from src.desks.tax.offline.rules import OFFLINE_RULES
from src.desks.tax.words import WORDINGS
from src.dossier.models import Answer, Dossier, Language, Source
from src.errors import ModelGaveNoAnswer
from src.intake.language import detect
from src.llm.builtin.model import OfflineModel
from src.llm.builtin.sources import LONGEST_QUERY
from src.llm.forms import Form
from src.llm.protocol import ChatMessage
from src.llm.state import State, with_state
from src.tools.ask import Ask
from src.tools.base import AnyTool
from src.tools.rework import ExplainAnswer, ReworkAnswer
from src.tools.sources import RemoveSources, RestoreSources, ShowSources
from src.tools.tax.search import GenerateTaxAnswer, GetCaseLaw, GetLegislation
from src.tools.undo import Undo
from tests.fakes import START, ListRetriever, MemoryStore, law

MODEL = OfflineModel(OFFLINE_RULES)
TOOLS: tuple[AnyTool, ...] = (
    GetLegislation(ListRetriever(), MemoryStore()),
    GetCaseLaw(ListRetriever(), MemoryStore(), rulings_about),
    Ask(),
    ShowSources(),
    RemoveSources(),
    RestoreSources(),
    Undo(MemoryStore()),
    GenerateTaxAnswer(tax_answering(MODEL, ListRetriever())),
    ExplainAnswer(),
    ReworkAnswer(tax_answering(MODEL, ListRetriever())),
)
SPECS = [tool.spec for tool in TOOLS]
QUESTION = "Binnen hoeveel weken moet ik bezwaar maken?"
SOURCES: tuple[Source, ...] = (law("6:7", "Zes weken."), law("6:8", "De dag na bekendmaking."))
ANSWER = Answer(
    id="a1-1",
    question=QUESTION,
    conclusion="Zes weken.",
    claims=(),
    source_ids=(),
    language="nl",
    model="m",
    based_on_version=1,
)


def state(selected: int = 0, shown: bool = True, *, answered: bool = False) -> State:
    """Return the state with so many of two sources selected; none in the dossier where 0 and not shown."""
    ids = tuple(source.id for source in SOURCES[:selected])
    dossier = Dossier(
        id="dos-00000000",
        desk="tax",
        created_at=START,
        version=1,
        sources=SOURCES if selected or shown else (),
        selected_ids=ids,
        shown_selection=ids if shown else None,
        answers=(ANSWER,) if answered else (),
    )
    return state_of(dossier, START.date())


EMPTY = state(0, shown=False)
ALL_LEFT_OUT = state(0)
ONE_LEFT_OUT = state(1)
SHOWN = state(2)
NOT_SHOWN = state(2, shown=False)
ANSWERED = state(2, answered=True)


async def decided(
    message: str, told: State, *before: ChatMessage
) -> tuple[str, list[tuple[str, object]]]:
    """Return the model's words and its calls, each as its name and its only or first argument."""
    earlier = detect(before[0].content, None) if before else None
    told = {"language": detect(message, earlier), **told}
    asked = ChatMessage("user", with_state(message, told))
    reply = await MODEL.chat([ChatMessage("system", ""), *before, asked], SPECS)
    calls = [
        (one.name, next(iter(json.loads(one.arguments).values()), None)) for one in reply.tool_calls
    ]
    return reply.text, calls


ASKED = (ChatMessage("user", QUESTION), ChatMessage("assistant", "Ik vond deze bronnen: ..."))


@pytest.mark.parametrize("told", [EMPTY, ALL_LEFT_OUT, ONE_LEFT_OUT, SHOWN, NOT_SHOWN])
async def test_a_question_searches_law_and_rulings_in_the_users_words(
    told: State,
) -> None:
    text, calls = await decided(QUESTION, told)
    assert text == ""
    assert calls == [("get_legislation", [QUESTION]), ("get_case_law", [QUESTION])]


async def test_an_english_question_is_searched_in_dutch_terms_too() -> None:
    _, calls = await decided("What is the VAT rate for books in article 9 Wet OB?", EMPTY)
    query = "btw omzetbelasting tarief boeken artikel 9 Wet OB"
    assert calls == [("get_legislation", [query]), ("get_case_law", [query])]


async def test_a_question_is_cut_to_what_the_tool_takes() -> None:
    _, calls = await decided("Moet ik btw betalen? " * 2000, EMPTY)
    assert [len(str(query)) for _, query in calls] == [LONGEST_QUERY + len("['']")] * 2


@pytest.mark.parametrize("told", [SHOWN, NOT_SHOWN, ONE_LEFT_OUT])
@pytest.mark.parametrize("message", ["ja", "Yes, go ahead", "Geef het antwoord", "ok"])
async def test_a_confirmation_asks_for_the_answer_to_the_last_question(
    message: str, told: State
) -> None:
    assert await decided(message, told, *ASKED) == ("", [("generate_tax_answer", QUESTION)])


async def test_the_last_question_is_no_change_and_no_small_talk() -> None:
    before = [
        *ASKED,
        ChatMessage("user", "haal artikel 6:8 weg"),
        ChatMessage("user", "bedankt"),
        ChatMessage("user", "wat kun je?"),
    ]
    assert await decided("ja", SHOWN, *before) == ("", [("generate_tax_answer", QUESTION)])


async def test_the_last_question_may_stand_behind_a_change() -> None:
    before = [*ASKED, ChatMessage("user", "Haal bron 2 weg. Wat is het tarief?")]
    assert await decided("ja", SHOWN, *before) == (
        "",
        [("generate_tax_answer", "Wat is het tarief?")],
    )


@pytest.mark.parametrize("message", ["ok", "prima", "Top!"])
async def test_ok_under_an_answer_asks_for_no_second_one(message: str) -> None:
    just = {**ANSWERED, "just_answered": True}
    assert await decided(message, just, *ASKED) == (WORDINGS["nl"].thanks, [])


@pytest.mark.parametrize(
    ("message", "language"),
    [("ja", "nl"), ("Ja graag", "nl"), ("ok", "nl"), ("yes please", "en"), ("Go ahead", "en")],
)
async def test_with_nothing_selected_a_confirmation_is_told_so(
    message: str, language: Language
) -> None:
    words = WORDINGS[language]
    assert await decided(message, EMPTY) == (
        f"{words.nothing_to_confirm} {words.ask_for_question}",
        [],
    )
    assert await decided(message, ALL_LEFT_OUT) == (
        f"{words.nothing_selected_now} {words.ask_for_restore_or_question}",
        [],
    )


async def test_changes_go_to_their_tools_each_with_its_own_sources() -> None:
    assert await decided("verwijder 6:7 en zet 6:8 terug", ONE_LEFT_OUT, *ASKED) == (
        "",
        [("remove_sources", [1]), ("restore_sources", [2])],
    )


@pytest.mark.parametrize("message", ["Ja, maar haal artikel 6:8 weg", "ok, zonder artikel 6:8"])
async def test_a_yes_with_a_change_only_changes(message: str) -> None:
    _, calls = await decided(message, SHOWN, *ASKED)
    assert [name for name, _ in calls] == ["remove_sources"]


async def test_a_change_and_a_question_do_both() -> None:
    _, calls = await decided("Haal bron 2 weg. Wat is het tarief voor boeken?", SHOWN, *ASKED)
    assert calls == [
        ("remove_sources", [2]),
        ("get_legislation", ["Wat is het tarief voor boeken?"]),
        ("get_case_law", ["Wat is het tarief voor boeken?"]),
    ]


async def test_a_follow_up_is_searched_and_answered_with_the_question_that_it_goes_on_about() -> (
    None
):
    whole = f"{QUESTION} En voor een belegger?"
    _, calls = await decided("En voor een belegger?", SHOWN, *ASKED)
    assert calls == [("get_legislation", [whole]), ("get_case_law", [whole])]
    before = (*ASKED, ChatMessage("user", "En voor een belegger?"))
    assert await decided("ja", SHOWN, *before) == ("", [("generate_tax_answer", whole)])


@pytest.mark.parametrize(
    "message",
    [
        "ik vind de Hoge Raad niet relevant",
        "dat is niet juist",
        "Niet artikel 6:7 maar artikel 6:8 Awb",
    ],
)
async def test_a_statement_never_becomes_the_question(message: str) -> None:
    before = (*ASKED, ChatMessage("user", message))
    assert await decided("ja", SHOWN, *before) == ("", [("generate_tax_answer", QUESTION)])


async def test_an_article_in_place_of_another_is_asked_about() -> None:
    _, calls = await decided("Niet artikel 6:7 maar artikel 7:10 Awb", SHOWN, *ASKED)
    assert [name for name, _ in calls] == ["ask"]


async def test_disputing_a_ruling_before_there_are_sources_is_looked_up_if_chosen() -> None:
    message = "De uitspraak van de rechtbank is onjuist"
    _, ((name, _),) = await decided(message, EMPTY)
    assert name == "ask"
    told = {**EMPTY, "choices": ["Zoek dit op", "Iets anders"]}
    _, calls = await decided("1", told, ChatMessage("user", message))
    assert calls == [("get_legislation", [message]), ("get_case_law", [message])]


async def test_english_that_holds_nothing_of_tax_is_told_what_this_is_for() -> None:
    assert await decided("What's the weather like?", SHOWN) == (WORDINGS["en"].about, [])


@pytest.mark.parametrize("message", ["haal artikel 13 weg", "zet artikel 13 terug"])
async def test_without_sources_there_is_nothing_to_change(message: str) -> None:
    words = WORDINGS["nl"]
    expected = f"{words.nothing_selected_now} {words.ask_for_question}"
    assert await decided(message, EMPTY) == (expected, [])


async def test_the_sources_are_shown_without_a_search() -> None:
    assert await decided("toon de bronnen", SHOWN, *ASKED) == ("", [("show_sources", None)])
    text, calls = await decided("toon de bronnen", EMPTY)
    assert (text, calls) == (
        f"{WORDINGS['nl'].nothing_selected_now} {WORDINGS['nl'].ask_for_question}",
        [],
    )


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("wat kun je?", WORDINGS["nl"].about),
        ("what can you do?", WORDINGS["en"].about),
        ("hallo", f"{WORDINGS['nl'].greeting} {WORDINGS['nl'].ask_for_question}"),
        ("Hello!", f"{WORDINGS['en'].greeting} {WORDINGS['en'].ask_for_question}"),
        ("dank je wel", WORDINGS["nl"].thanks),
        ("nee, dit zijn niet de juiste bronnen", WORDINGS["nl"].declined),
        ("no, these are not the right sources", WORDINGS["en"].declined),
        ("???", WORDINGS["nl"].about),
    ],
)
async def test_small_talk_needs_no_tool(message: str, expected: str) -> None:
    assert await decided(message, SHOWN) == (expected, [])


async def test_small_talk_without_a_language_goes_on_in_that_of_the_conversation() -> None:
    before = ChatMessage("user", "What is the VAT rate for my books?")
    assert await decided("ok", EMPTY, before) == (
        f"{WORDINGS['en'].nothing_to_confirm} {WORDINGS['en'].ask_for_question}",
        [],
    )


async def test_without_a_search_tool_a_question_is_told_what_this_is_for() -> None:
    reply = await MODEL.chat([ChatMessage("user", QUESTION)], [])
    assert (reply.text, reply.tool_calls) == (WORDINGS["nl"].about, ())


async def test_the_same_conversation_is_always_decided_alike() -> None:
    assert await decided("ja", SHOWN, *ASKED) == await decided("ja", SHOWN, *ASKED)


async def test_a_form_that_it_does_not_know_is_no_answer() -> None:
    class Poem(Form):
        line: str

    with pytest.raises(ModelGaveNoAnswer):
        await MODEL.chat_structured([ChatMessage("user", "{}")], Poem)


async def test_numbers_are_those_of_the_list_that_the_user_saw() -> None:
    left = state_of(
        Dossier(
            id="dos-00000000",
            desk="tax",
            created_at=START,
            sources=SOURCES,
            selected_ids=(SOURCES[1].id,),
        ),
        START.date(),
    )
    assert await decided("haal bron 2 weg", left) == ("", [("remove_sources", [2])])
    assert await decided("haal bron 1 weg", left) == ("", [("remove_sources", [])])
    told = with_state("skip 1, no, I mean 2", {"language": "en", **left})
    (call,) = (await MODEL.chat([ChatMessage("user", told)], SPECS)).tool_calls
    assert json.loads(call.arguments)["choices"][0].startswith("remove number 2")


async def test_what_is_left_out_and_answered_is_done_in_one_turn() -> None:
    assert await decided("laat 2 weg en geef antwoord", SHOWN, *ASKED) == (
        "",
        [("remove_sources", [2]), ("generate_tax_answer", QUESTION)],
    )


@pytest.mark.parametrize("message", ["Laat de rechtspraak eruit", "Leave the case law out"])
async def test_a_kind_of_source_means_all_of_it(message: str) -> None:
    titles = (
        "Algemene wet bestuursrecht, artikel 6:7",
        "Hoge Raad 10 mei 1995, ECLI:NL:HR:1995:AA3106",
        "Hoge Raad 3 juni 2005, ECLI:NL:HR:2005:AT6650",
    )
    told = {
        "sources": [
            {"n": n, "title": title, "selected": True} for n, title in enumerate(titles, start=1)
        ]
    }
    assert await decided(message, told, *ASKED) == ("", [("remove_sources", [2, 3])])


async def test_the_last_two_are_two() -> None:
    assert await decided("drop the last two", SHOWN, *ASKED) == ("", [("remove_sources", [1, 2])])


@pytest.mark.parametrize("message", ["weet je dat zeker?", "are you sure?", "hoe kom je daarbij?"])
async def test_doubt_about_an_answer_explains_it_and_searches_nothing(message: str) -> None:
    assert await decided(message, ANSWERED, *ASKED) == ("", [("explain_answer", None)])


@pytest.mark.parametrize(
    ("message", "kind"),
    [
        ("toon de stellingen", "rework_answer"),
        ("Kan het korter?", "rework_answer"),
        ("vat dat samen", "ask"),
        ("translate that", "ask"),
        ("from now on keep it short, please", "rework_answer"),
    ],
)
async def test_an_answer_said_again_is_no_question(message: str, kind: str) -> None:
    _, calls = await decided(message, ANSWERED, *ASKED)
    assert [name for name, _ in calls] == [kind]


@pytest.mark.parametrize(
    "message",
    [
        "Dank je, dat is helder verteld",
        "pff, wat is dat toch ingewikkeld",
        "kun jij ook koken",
        "haha",
    ],
)
async def test_talk_searches_nothing_and_asks_nothing(message: str) -> None:
    text, calls = await decided(message, ANSWERED, *ASKED)
    assert text
    assert calls == []


@pytest.mark.parametrize("message", ["Mijn broer woont in Spanje", "Wat eten we morgen?"])
async def test_what_may_be_a_question_is_asked_about_and_looked_up_on_a_yes(message: str) -> None:
    said = ChatMessage("user", message)
    reply = await MODEL.chat([*ASKED, ChatMessage("user", with_state(message, SHOWN))], SPECS)
    (call,) = reply.tool_calls
    asked = json.loads(call.arguments)
    told = {**SHOWN, "you_asked": asked["question"], "choices": asked["choices"]}
    for reply_by in ("1", "ja", asked["choices"][0]):
        _, calls = await decided(reply_by, told, *ASKED, said)
        assert [name for name, _ in calls] == ["get_legislation", "get_case_law"]
        assert str(calls[0][1]).endswith(f"{message}']")
    _, joined = await decided("2", told, *ASKED, said)
    assert QUESTION in str(joined[0][1])
    no = asked["choices"][-1]
    assert (await decided(no, told, *ASKED, said))[1] == []
    chosen = ChatMessage("user", asked["choices"][1])
    _, answered = await decided("ja", SHOWN, *ASKED, said, chosen)
    assert answered == [("generate_tax_answer", f"{QUESTION} {message}")]


async def test_another_subject_does_not_go_on_about_the_one_before() -> None:
    message = "Andere vraag: wat is het tarief voor boeken?"
    reply = await MODEL.chat([*ASKED, ChatMessage("user", with_state(message, SHOWN))], SPECS)
    assert [json.loads(one.arguments)["goes_on"] for one in reply.tool_calls] == [False, False]


async def test_a_number_means_the_choice_that_was_offered() -> None:
    waiting = {**SHOWN, "you_asked": "Welke?", "choices": ["haal bron 1 weg", "haal bron 2 weg"]}
    assert await decided("2", waiting, *ASKED) == ("", [("remove_sources", [2])])


async def test_what_is_to_be_added_and_is_not_there_is_looked_up() -> None:
    message = "voeg artikel 7:10 Awb toe"
    assert await decided(message, SHOWN, *ASKED) == (
        "",
        [("get_legislation", [message]), ("get_case_law", [message])],
    )


JUST_ANSWERED = {**ANSWERED, "just_answered": True}


@pytest.mark.parametrize("message", ["Ja.", "yes"])
async def test_of_a_yes_for_which_nothing_waits_it_is_asked_what_it_is_for(message: str) -> None:
    _, calls = await decided(message, JUST_ANSWERED, *ASKED)
    assert [name for name, _ in calls] == ["ask"]


async def test_a_follow_up_of_an_answer_is_searched_for_and_only_offered() -> None:
    asked = ChatMessage("user", with_state("En voor een bedrijf?", JUST_ANSWERED))
    reply = await MODEL.chat([*ASKED, asked], SPECS)
    assert [json.loads(one.arguments)["offers"] for one in reply.tool_calls] == [True, True]


async def test_what_is_left_for_another_subject_is_not_searched_for() -> None:
    said = "laat het bezwaar maar, nu de erfbelasting: hoeveel betaal ik?"
    _, calls = await decided(said, JUST_ANSWERED, *ASKED)
    assert [name for name, _ in calls] == ["get_legislation", "get_case_law"]
    assert "bezwaar" not in str(calls)


async def test_a_part_of_all_that_fits_nothing_is_not_all() -> None:
    _, calls = await decided("weg met de bronnen die er niet toe doen", SHOWN, *ASKED)
    assert [name for name, _ in calls] == ["ask"]
