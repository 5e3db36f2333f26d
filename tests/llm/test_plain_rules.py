"""The built-in model of a desk that says no more than what it is for and which of its tools search and answer."""

import json

import pytest

from src.dossier.models import Language
from src.llm.forms import AnswerDraft, AnswerTask, SourceChoice, SourceChoiceTask, TaskSource
from src.llm.offline.conversation import ConversationRules
from src.llm.offline.extract import extract
from src.llm.offline.model import OfflineModel
from src.llm.protocol import ChatMessage, Llm, ToolCall, ToolSpec
from src.wording import WORDINGS
from tests.llm.llm_contract import LlmContract

ABOUT: dict[Language, str] = {"nl": "Ik zoek recepten.", "en": "I look for recipes."}
RULES = ConversationRules(about=ABOUT, searches=("find_recipes",), answer="cook")
MODEL = OfflineModel(RULES)
SYSTEM = ChatMessage("system", "")


def tool(name: str) -> ToolSpec:
    return ToolSpec(name, "", {"type": "object", "properties": {"query": {"type": "string"}}})


EMPTY = (tool("find_recipes"),)
SHOWN = (*EMPTY, *map(tool, ("remove_sources", "restore_sources", "cook", "undo", "redo")))

Calls = list[tuple[str, object]]


async def decided(
    message: str, tools: tuple[ToolSpec, ...], *before: str, model: Llm = MODEL
) -> tuple[str, Calls]:
    """Return the model's words and its calls, each with its one argument; ``before`` is what the user said."""
    heard = [ChatMessage("user", said) for said in (*before, message)]
    reply = await model.chat([SYSTEM, *heard], tools)
    calls = [(one.name, *json.loads(one.arguments).values()) for one in reply.tool_calls]
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
        ("verwijder de soep", [("remove_sources", "verwijder de soep")]),
        ("Remove the soup", [("remove_sources", "Remove the soup")]),
        ("verwijdr bron 2", [("remove_sources", "verwijder bron 2")]),
        ("zet bron 2 terug", [("restore_sources", "zet bron 2 terug")]),
        ("Please put source 2 back.", [("restore_sources", "put source 2 back")]),
        ("bron 3 is niet relevant", [("remove_sources", "bron 3 is niet relevant")]),
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
        ("Undo that", "en", "{words.nothing_to_confirm} {words.ask_for_question}"),
    ],
)
async def test_words_where_there_is_nothing_to_do(
    message: str, language: Language, said: str
) -> None:
    told = said.format(about=ABOUT[language], words=WORDINGS[language])
    assert await decided(message, EMPTY) == (told, [])


@pytest.mark.parametrize(("message", "language"), [("Ja, ga door", "nl"), ("Yes please", "en")])
async def test_who_can_neither_search_nor_answer_says_what_it_is_for(
    message: str, language: Language
) -> None:
    model = OfflineModel(ConversationRules(about=ABOUT))
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


RECIPES = ["Pannenkoeken van oma", "Tomatensoep", "Soep van pompoen", "Brood"]


@pytest.mark.parametrize(
    ("words", "titles"),
    [
        ("verwijder bron 2", {"Tomatensoep"}),
        ("remove 2 and 4", {"Tomatensoep", "Brood"}),
        ("verwijder 1 tot en met 3", set(RECIPES[:3])),
        ("haal tomatensoep weg", {"Tomatensoep"}),
        ("haal de pannenkoeken weg", {"Pannenkoeken van oma"}),
        ("remove the last", {"Brood"}),
        ("alles behalve bron 4", set(RECIPES[:3])),
        ("keep only the pannenkoeken van oma", set(RECIPES[1:])),
        ("remove everything", set(RECIPES)),
        ("verwijder bron 9", set()),
        ("verwijder de taart", set()),
    ],
)
async def test_sources_are_chosen_by_number_title_and_words(words: str, titles: set[str]) -> None:
    task = SourceChoiceTask(instruction=words, candidates=RECIPES)
    message = ChatMessage("user", task.model_dump_json())
    chosen = await MODEL.chat_structured([SYSTEM, message], SourceChoice)
    assert set(chosen.value.titles) == titles


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
