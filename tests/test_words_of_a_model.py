"""What a model says itself: in the user's language and script, and beside the calls that end its turn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.errors import ModelGaveNoAnswer
from src.llm.builtin.model import OfflineModel
from src.llm.builtin.picker import BuiltinRules
from src.llm.builtin.table import DeskTable
from src.llm.protocol import ChatMessage, ChatReply, Llm, ToolSpec
from src.llm.wrappers import Fallback
from src.rounds import NOT_TO_BE_SHOWN
from src.tools.ask import Ask
from src.tools.base import Added, Found, Report, Tool, ToolResult
from src.wording import WORDINGS
from tests.fakes import ScriptedLlm, ScriptedRounds, calls, page
from tests.test_turn_of_a_desk import SOUP, Dish, Table, kitchen

DUTCH = "Hoe smaakt de soep vandaag en wat moet er nog bij?"
ENGLISH = "How does the soup taste today, and what does it need?"
SALTY = "De soep is zout genoeg, maar er mag nog wel wat peper bij."
IN_ENGLISH = "The soup is salty enough, but it could do with some more pepper."
IN_CHINESE = "汤已经够咸了，但是还可以再加一点胡椒。"
MIXED = f"{SALTY} {IN_CHINESE}"


async def told(message: str, llm: Llm, *tools: Tool[Any], **fields: Any) -> str:
    said = await Table(kitchen(llm, *tools, **fields)).say(message)
    return said.entry.reply


@pytest.mark.parametrize(
    ("message", "first", "second"),
    [
        (DUTCH, IN_CHINESE, SALTY),
        (DUTCH, MIXED, SALTY),
        (DUTCH, IN_ENGLISH, SALTY),
        (ENGLISH, SALTY, IN_ENGLISH),
    ],
)
async def test_a_reply_in_another_language_is_returned_once(
    message: str, first: str, second: str
) -> None:
    llm = ScriptedRounds(ChatReply(first), ChatReply(second))
    assert await told(message, llm) == second
    assert [one.content for one in llm.asked[1]][-2] == first


@pytest.mark.parametrize(
    ("message", "reply"),
    [
        (DUTCH, SALTY),
        (DUTCH, "Ok."),
        (DUTCH, f"{SALTY} In het recept staat: “{IN_ENGLISH}”"),
        (DUTCH, f"Doe dit:\n```\n{IN_ENGLISH}\n```"),
        (f"Wat betekent {IN_CHINESE[:6]}?", f"Dat betekent: {IN_CHINESE[:6]} is zout genoeg."),
        ("Comment est la soupe et que faut-il pour qu'elle soit bonne ?", "La soupe est salée."),
    ],
)
async def test_a_reply_that_the_user_can_read_is_not_returned(message: str, reply: str) -> None:
    llm = ScriptedRounds(ChatReply(reply))
    assert await told(message, llm) == reply


async def test_a_question_that_a_tool_is_to_ask_is_read_too() -> None:
    foreign = calls(("taste", f'{{"question": "{IN_CHINESE}"}}'))
    llm = ScriptedRounds(foreign, ChatReply(SALTY))
    assert await told(DUTCH, llm) == SALTY


async def test_another_language_that_a_model_insists_on_was_perhaps_asked_for() -> None:
    llm = ScriptedRounds(ChatReply(IN_ENGLISH), ChatReply(IN_ENGLISH))
    assert await told(DUTCH, llm) == IN_ENGLISH


async def test_a_script_that_nobody_can_read_leaves_the_turn_to_the_built_in_model() -> None:
    table = DeskTable(about={"nl": "Ik weet alles van soep.", "en": "I know all about soup."})
    llm = ScriptedRounds(ChatReply(IN_CHINESE), ChatReply(IN_CHINESE))
    reply = await told(DUTCH, Fallback(llm, OfflineModel(BuiltinRules(table))))
    assert reply == f"Ik weet alles van soep.\n\n*{WORDINGS['nl'].fallback}*"


class Heard(ScriptedLlm):
    """Knows the one question."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        return ChatReply(SALTY if DUTCH in messages[-1].content else IN_ENGLISH)


MALFORMED = ModelGaveNoAnswer(reason="malformed", tokens=3)


@pytest.mark.parametrize("second", [ChatReply(f"{NOT_TO_BE_SHOWN} ---"), MALFORMED])
async def test_what_a_model_is_told_of_its_fault_is_no_message_of_the_user(
    second: ChatReply | Exception,
) -> None:
    llm = Fallback(ScriptedRounds(ChatReply("22 %"), second), Heard())
    reply = await told(DUTCH, llm, Serve(), may_say=lambda words, _: words != "22 %")
    assert reply.startswith(SALTY)


# Beside calls


@dataclass(frozen=True)
class Serve(Tool[Dish]):
    """Serve a dish."""

    report: Report = Added(SOUP)  # noqa: RUF009  # a frozen value
    ends: bool = True
    closes: bool = False
    args = Dish
    conditions = ()

    async def execute(self, dossier: Dossier, args: Dish) -> ToolResult:
        patch = DossierPatch(add_sources=(SOUP,), select_ids=(SOUP.id,))
        return ToolResult(self.report, patch, ends=self.ends, closes=self.closes)


class Smell(Serve):
    """Smell at a dish."""


class Fail(Serve):
    """Drop a dish."""

    async def execute(self, dossier: Dossier, args: Dish) -> ToolResult:
        raise ValueError


SERVED = replace(calls(("serve", "{}")), text=IN_ENGLISH)


@pytest.mark.parametrize(
    ("text", "may_say", "shown"),
    [(IN_ENGLISH, True, True), (IN_ENGLISH, False, False), ("Shall I serve it?", True, False)],
)
async def test_words_beside_calls_that_end_a_turn_are_shown_where_they_are_fit(
    text: str, may_say: bool, shown: bool
) -> None:
    llm = ScriptedRounds(replace(SERVED, text=text))
    reply = await told(ENGLISH, llm, Serve(), may_say=lambda *_: may_say)
    assert (text in reply) is shown
    assert SOUP.title in reply


@pytest.mark.parametrize(("text", "shown"), [(IN_ENGLISH, True), ("Shall I ask?", False)])
async def test_words_beside_a_question_are_shown(text: str, shown: bool) -> None:
    asks = replace(calls(("ask", '{"question": "Which pot do you mean?"}')), text=text)
    reply = await told(ENGLISH, ScriptedRounds(asks), Ask())
    assert (text in reply) is shown
    assert "Which pot do you mean?" in reply


NEW = Found("soup", (page("pea", "Pea soup."),), (page("pea", "Pea soup."),))
NOTHING = Found("soup", (), ())


@pytest.mark.parametrize(
    ("closes", "other", "rounds"),
    [
        (False, Smell(ends=True), 1),
        (False, Smell(ends=False), 2),
        (True, Smell(ends=False), 1),
        (True, Smell(NOTHING, ends=False), 1),
        (True, Smell(NEW, ends=False), 2),
        (True, Fail(), 2),
    ],
)
async def test_a_call_that_closes_a_turn_ends_it_unless_another_leaves_something_to_do(
    closes: bool, other: Serve, rounds: int
) -> None:
    both = calls(("serve", "{}"), (other.name, "{}"))
    llm = ScriptedRounds(both, ChatReply(""))
    await told(ENGLISH, llm, Serve(closes=closes), other)
    assert len(llm.asked) == rounds
