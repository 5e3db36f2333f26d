"""The built-in model of a desk that says no more than what it is for and which of its tools search and answer."""

import json
from typing import cast

import pytest

from src.dossier.models import Language
from src.llm.builtin.model import OfflineModel
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.sources import CALLED, KIND, on_sources, searching
from src.llm.builtin.table import DeskTable
from src.llm.forms import AnswerDraft, AnswerTask, TaskSource
from src.llm.protocol import ChatMessage, Llm, ToolCall, ToolSpec
from src.llm.state import State, with_state
from src.wording import WORDINGS
from tests.desks.extracting import extract
from tests.llm.llm_contract import LlmContract

ABOUT: dict[Language, str] = {"nl": "Ik zoek recepten.", "en": "I look for recipes."}
TABLE = DeskTable(
    about=ABOUT,
    kinds={KIND: CALLED},
    does=on_sources("cook"),
    ask=searching("find_recipes"),
    forms={AnswerDraft: lambda task: extract(AnswerTask.model_validate_json(task))},
)
MODEL = OfflineModel(BuiltinRules(TABLE))
SYSTEM = ChatMessage("system", "")
RECIPES = ["Pannenkoeken van oma", "Tomatensoep", "Soep van pompoen", "Brood"]


def sources(*left_out: int) -> State:
    """Return the state with these recipes, some of which are left out."""
    every = enumerate(RECIPES, start=1)
    return {"sources": [{"n": n, "title": one, "selected": n not in left_out} for n, one in every]}


def tool(name: str) -> ToolSpec:
    return ToolSpec(name, "", {"type": "object", "properties": {"query": {"type": "string"}}})


EMPTY = (tool("find_recipes"),)
SHOWN = (*EMPTY, *map(tool, ("remove_sources", "restore_sources", "cook", "undo", "redo")))

Calls = list[tuple[str, object]]


async def decided(
    message: str,
    tools: tuple[ToolSpec, ...],
    *before: str,
    model: Llm = MODEL,
    state: State | None = None,
) -> tuple[str, Calls]:
    """Return the model's words and its calls, each with its first argument; ``before`` is what the user said."""
    heard = [ChatMessage("user", said) for said in before]
    asked = ChatMessage("user", with_state(message, sources(3) if state is None else state))
    reply = await model.chat([SYSTEM, *heard, asked], tools)
    calls = [(one.name, next(iter(json.loads(one.arguments).values()))) for one in reply.tool_calls]
    return reply.text, calls


class TestPlainRules(LlmContract):
    @pytest.fixture
    def llm(self) -> Llm:
        return MODEL


@pytest.mark.parametrize(
    ("message", "calls"),
    [
        ("Hoe bak ik pannenkoeken?", [("find_recipes", "Hoe bak ik pannenkoeken?")]),
        ("How do I bake pancakes?", [("find_recipes", "How do I bake pancakes?")]),
        ("Set the oven to 180 degrees", [("find_recipes", "Set the oven to 180 degrees")]),
        ("verwijder het brood", [("remove_sources", [4])]),
        ("Remove source 9", [("remove_sources", [])]),
        ("verwijdr bron 2", [("remove_sources", [2])]),
        ("zet bron 3 terug", [("restore_sources", [3])]),
        ("Please put source 3 back.", [("restore_sources", [3])]),
        ("I don't agree with source 2, leave it out", [("remove_sources", [2])]),
        ("maak dat ongedaan", [("undo", 1)]),
        ("Undo that", [("undo", 1)]),
        ("do that again", [("redo", 1)]),
    ],
)
async def test_what_a_message_means(message: str, calls: Calls) -> None:
    assert await decided(message, SHOWN) == ("", calls)


@pytest.mark.parametrize(
    ("question", "yes"),
    [("Hoe bak ik brood?", "Ja, dat klopt"), ("How is bread baked?", "Yes, go ahead")],
)
async def test_a_confirmation_calls_what_answers_with_the_question(question: str, yes: str) -> None:
    assert await decided(yes, SHOWN, question) == ("", [("cook", question)])


async def test_a_follow_up_takes_its_subject_along() -> None:
    asked = "Hoe bak ik pannenkoeken?"
    _, calls = await decided("En zonder melk?", EMPTY, asked)
    assert calls == [("find_recipes", f"{asked} En zonder melk?")]


@pytest.mark.parametrize(
    ("message", "language", "said"),
    [
        ("Wat kun je?", "nl", "{about}"),
        ("What can you do?", "en", "{about}"),
        ("Hallo", "nl", "{words.greeting} {words.ask_for_question}"),
        ("Hello there", "en", "{words.greeting} {words.ask_for_question}"),
        ("Dank je wel", "nl", "{words.thanks}"),
        ("Thanks a lot", "en", "{words.thanks}"),
        ("Ja", "nl", "{words.nothing_to_confirm} {words.ask_for_question}"),
        ("No, never mind", "en", "{words.ask_for_question}"),
        ("Undo that", "en", "{words.nothing_to_turn}"),
    ],
)
async def test_words_where_there_is_nothing_to_do(
    message: str, language: Language, said: str
) -> None:
    told = said.format(about=ABOUT[language], words=WORDINGS[language])
    assert await decided(message, EMPTY, state={}) == (told, [])


@pytest.mark.parametrize(("message", "language"), [("Ja, ga door", "nl"), ("Yes please", "en")])
async def test_who_can_neither_search_nor_answer_says_what_it_is_for(
    message: str, language: Language
) -> None:
    model = OfflineModel(BuiltinRules(DeskTable(about=ABOUT)))
    question = {"nl": "Hoe bak ik een brood?", "en": "How do I bake a bread?"}[language]
    assert await decided(question, SHOWN, model=model) == (ABOUT[language], [])
    assert await decided(message, SHOWN, question, model=model) == (ABOUT[language], [])


async def test_once_its_tools_have_run_it_has_no_more_to_do() -> None:
    call = ToolCall("offline-1", "find_recipes", '{"query": "brood"}')
    heard = [
        SYSTEM,
        ChatMessage("user", "Hoe bak ik brood?"),
        ChatMessage("assistant", "", (call,)),
        ChatMessage("tool", "{}", tool_call_id="offline-1"),
    ]
    reply = await MODEL.chat(heard, SHOWN)
    assert (reply.text, reply.tool_calls) == ("", ())


@pytest.mark.parametrize(
    ("words", "numbers"),
    [
        ("verwijder bron 2", {2}),
        ("remove 2 and 4", {2, 4}),
        ("verwijder 1 tot en met 3", {1, 2, 3}),
        ("haal tomatensoep weg", {2}),
        ("haal de pannenkoeken weg", {1}),
        ("remove the last", {4}),
        ("gooi de laatste twee eruit", {3, 4}),
        ("drop the first two", {1, 2}),
        ("alles behalve bron 4", {1, 2, 3}),
        ("verwijder bron 9", set()),
    ],
)
async def test_sources_are_chosen_by_number_title_and_words(words: str, numbers: set[int]) -> None:
    _, calls = await decided(words, SHOWN, state=sources())
    assert [(name, set(given)) for name, given in calls if isinstance(given, list)] == [
        ("remove_sources", numbers)
    ]


@pytest.mark.parametrize(
    ("words", "understood"),
    [
        ("keep only the pannenkoeken van oma", "remove number 2, 3, 4"),
        ("remove all of them please, thanks", "remove number 1, 2, 3, 4"),
        ("please remove the source number 3, that fish is what Bob hates", "remove number 3"),
    ],
)
async def test_what_may_be_more_or_less_than_meant_is_asked_first(
    words: str, understood: str
) -> None:
    tools = (*SHOWN, tool("ask"))
    reply = await MODEL.chat([ChatMessage("user", with_state(words, sources()))], tools)
    (asked,) = reply.tool_calls
    yes, *_, no = json.loads(asked.arguments)["choices"]
    assert yes.startswith(understood)
    offered = {**sources(), "you_asked": "?", "choices": [yes, no]}
    ((name, numbers),) = (await decided("yes", SHOWN, state=offered))[1]
    assert (name, ", ".join(map(str, cast(list[int], numbers)))) == (
        "remove_sources",
        understood[14:],
    )


async def test_between_two_it_asks_which_with_replies_that_can_be_sent() -> None:
    two = {"sources": [{"n": n, "title": f"Soep van {one}"} for n, one in ((1, "ui"), (2, "prei"))]}
    tools = (*SHOWN, tool("ask"))
    reply = await MODEL.chat([ChatMessage("user", with_state("haal de soep weg", two))], tools)
    (asked,) = reply.tool_calls
    given = json.loads(asked.arguments)
    assert "1. Soep van ui; 2. Soep van prei" in given["question"]
    picked = {**two, "you_asked": given["question"], "choices": given["choices"]}
    for words, n in ((given["choices"][0], 1), ("2", 2)):
        assert await decided(words, SHOWN, state=picked) == ("", [("remove_sources", [n])])


@pytest.mark.parametrize(
    ("language", "question", "quote"),
    [
        (
            "nl",
            "Hoe lang moet het deeg rijzen?",
            "Laat het deeg een uur rijzen op een warme plaats.",
        ),
        ("en", "How hot is the oven?", "Heat the oven to 220 degrees before the dough goes in."),
    ],
)
async def test_an_answer_is_made_of_passages_that_share_words_with_the_question(
    language: Language, question: str, quote: str
) -> None:
    text = f"Meng bloem, water en zout tot een bal. {quote} Serve with butter and some salt."
    source = TaskSource(id="brood", title="Brood", digest=False, text=text)
    task = AnswerTask(question=question, language=language, sources=[source])
    message = ChatMessage("user", task.model_dump_json())
    drafted = (await MODEL.chat_structured([SYSTEM, message], AnswerDraft)).value
    assert drafted.claims[0].quote == quote
    assert drafted.conclusion == WORDINGS[language].offline_conclusion.format(
        quote=quote, title="Brood"
    )


def test_a_document_of_the_client_never_leads_an_extract() -> None:
    text = "Het brood van de klant moet twintig minuten rijzen, denkt hij."
    letter = TaskSource(id=f"upload/{'0' * 32}", title="Brief", digest=False, text=text)
    book = TaskSource(
        id="brood", title="Brood", digest=False, text="Brood moet een uur rijzen in de kom."
    )
    asked = "Hoeveel minuten moet het brood van de klant rijzen?"
    draft = extract(AnswerTask(question=asked, language="nl", sources=[letter, book]))
    assert draft.claims[0].source_id == "brood"
    assert "twintig" not in draft.conclusion
    alone = extract(AnswerTask(question=asked, language="nl", sources=[letter]))
    assert ([one.source_id for one in alone.claims], alone.conclusion) == ([letter.id], "")
