"""What a desk gives a turn: what is read before it, who decides, what it may cost, what is asked and what is said."""

import asyncio
import json
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from string import Template
from typing import Any

import pytest

from src.agent import Agent
from src.desks.desk import Budget, Desk, DeskWords
from src.desks.observation import LONGEST_OUTPUT
from src.dossier.clarification import Clarification, asking
from src.dossier.journal import Request
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import Committed
from src.errors import (
    DeskNotInstalled,
    EmptyMessage,
    IntakeFailed,
    ModelUnavailable,
    ServiceUnavailable,
    TurnTimeout,
    UnknownDesk,
)
from src.llm.protocol import ChatMessage, ChatReply, Llm, ToolSpec
from src.llm.state import message_and_state
from src.rounds import ProgressEvent
from src.tools.base import Added, Arguments, Condition, Tool, ToolResult, ask
from src.tools.undo import Redo, Undo
from tests.fakes import MemoryStore, ScriptedRounds, calls, page

DOSSIER = "dos-0123456789abcdef0123456789abcdef"
BUDGET = Budget(rounds=4, calls=8, seconds=5)
SOUP = page("soup", "Soup wants salt.")
WHICH = Clarification(
    reason="ambiguous", type="choice", question="Which soup?", choices=("tomato", "pea")
)


class Dish(Arguments):
    name: str = ""
    warm: bool = False


class Taste(Tool[Dish]):
    """Taste a dish."""

    args = Dish

    def __init__(self, output: str = "It wants salt.") -> None:
        self.tasted: list[str] = []
        self._output = output

    async def execute(self, dossier: Dossier, args: Dish) -> ToolResult:
        self.tasted.append(args.name)
        patch = DossierPatch(add_sources=(SOUP,), select_ids=(SOUP.id,))
        return ToolResult(Added(SOUP), patch, output=self._output)


class WhichSoup(Tool[Dish]):
    """Ask which soup is meant."""

    args = Dish

    def __init__(self, question: Clarification = WHICH) -> None:
        self._question = question

    async def execute(self, dossier: Dossier, args: Dish) -> ToolResult:
        return ask(dossier, self._question)


def words(*belongs: str) -> DeskWords:
    return DeskWords(
        about={"nl": "Recepten.", "en": "Recipes."},
        opening={"nl": "Wat eten we?", "en": "What do we eat?"},
        examples={"nl": (), "en": ()},
        progress={"taste": {"nl": "proeft", "en": "tasting"}},
        belongs=belongs,
    )


def kitchen(llm: Llm, *tools: Tool[Any], **fields: Any) -> Desk:
    given: dict[str, Any] = {
        "name": "recipes",
        "template": Template("You cook."),
        "tools": tools,
        "budget": BUDGET,
        "words": words("soup", "salt"),
        "llm": llm,
        "title": {"nl": "Recepten", "en": "Recipes"},
    }
    return Desk(**{**given, **fields})


class Table:
    """One dossier, spoken to at some desks, of which the first is meant."""

    def __init__(self, *desks: Desk) -> None:
        self.store = MemoryStore()
        self.agent = Agent(self.store, {desk.name: desk for desk in desks})
        self.events: list[ProgressEvent] = []
        self._desk = desks[0].name

    async def say(self, message: str = "How does the soup taste today?") -> Committed:
        return await self.agent.turn(
            DOSSIER, Request(message=message), self._desk, progress=self._told
        )

    async def is_empty(self) -> bool:
        return await self.store.load(DOSSIER) is None

    async def _told(self, event: ProgressEvent) -> None:
        self.events.append(event)


def tasting(*names: str) -> ChatReply:
    return calls(*(("taste", json.dumps({"name": name})) for name in names))


# Before anything decides


@dataclass(frozen=True)
class Step:
    """A step of the intake that does what a test gives it."""

    does: Callable[[Dossier, Request], DossierPatch]
    name: str = "guests"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        return self.does(dossier, request)


class Hanging:
    """A step that never ends, and that does not stop when it is first told to."""

    name = "hanging"

    async def read(self, dossier: Dossier, request: Request) -> DossierPatch:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()
        return DossierPatch()


def raising(error: Exception) -> Step:
    def refuse(dossier: Dossier, request: Request) -> DossierPatch:
        raise error

    return Step(refuse)


async def test_steps_run_in_order_each_on_what_those_before_it_changed() -> None:
    llm = ScriptedRounds(ChatReply("Good."))
    seen: list[str] = []

    def name(dossier: Dossier, request: Request) -> DossierPatch:
        seen.append(f"{dossier.title} {dossier.language} {dossier.conversation[-1].content}")
        return DossierPatch(title=f"{dossier.title}!")

    table = Table(kitchen(llm, intake=(Step(name), Step(name))))
    turn = await table.say()
    said = "How does the soup taste today?"
    assert seen == [f" en {said}", f"! en {said}"]
    assert turn.dossier.title == "!!"
    assert [one.content for one in turn.dossier.conversation] == [said, "Good."]


@pytest.mark.parametrize("error", [EmptyMessage(), ServiceUnavailable(service="x", problem="down")])
async def test_a_step_that_refuses_stores_and_sends_nothing(error: Exception) -> None:
    llm = ScriptedRounds(ChatReply("Good."))
    table = Table(kitchen(llm, intake=(raising(error),)))
    with pytest.raises(type(error)):
        await table.say()
    assert (await table.is_empty(), llm.asked, table.events) == (True, [], [])


@pytest.mark.parametrize(
    "error", [ValueError("Zonnebloem"), TimeoutError(), asyncio.CancelledError()]
)
async def test_a_step_that_breaks_lets_nothing_in(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    llm = ScriptedRounds(ChatReply("Good."))
    table = Table(kitchen(llm, intake=(raising(error),)))
    with pytest.raises(IntakeFailed, match="guests"):
        await table.say()
    assert (await table.is_empty(), llm.asked) == (True, [])
    assert [record.getMessage() for record in caplog.records] == ["an intake step failed"]


async def test_a_step_that_hangs_lets_nothing_in() -> None:
    llm = ScriptedRounds(ChatReply("Good."))
    slow = kitchen(llm, intake=(Hanging(),), budget=replace(BUDGET, intake_seconds=0.02))
    table = Table(slow)
    with pytest.raises(IntakeFailed, match="hanging"):
        await table.say()
    assert (await table.is_empty(), llm.asked) == (True, [])


async def test_the_time_of_the_intake_is_part_of_the_turns() -> None:
    late = kitchen(ScriptedRounds(), intake=(Hanging(),), budget=replace(BUDGET, seconds=0.02))
    with pytest.raises(TurnTimeout):
        await Table(late).say()


# Who decides, and what it may cost


class Insatiable(ScriptedRounds):
    """A model that always wants more."""

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        self.asked.append(tuple(messages))
        return tasting(str(len(self.asked)))


async def test_a_model_that_never_ends_is_bounded_by_rounds_and_calls() -> None:
    taste = Taste()
    for budget, tasted in ((BUDGET, 4), (replace(BUDGET, calls=2), 2)):
        llm = Insatiable()
        taste.tasted.clear()
        turn = await Table(kitchen(llm, taste, budget=budget)).say()
        assert (len(taste.tasted), len(llm.asked)) == (tasted, 4)
        assert turn.entry.outcome is None


async def test_after_the_soft_limit_the_turn_is_stored_and_a_later_message_goes_on() -> None:
    taste = Taste()
    llm = Insatiable()
    table = Table(kitchen(llm, taste, budget=replace(BUDGET, soft_seconds=1e-9)))
    turn = await table.say()
    assert (turn.entry.outcome, taste.tasted) == ("continue", ["1"])
    assert turn.dossier.selected_ids == (SOUP.id,)
    assert "Say ‘go on’" in turn.entry.reply
    again = await table.say("Go on")
    assert (again.entry.outcome, taste.tasted) == ("continue", ["1", "2"])
    _, state = message_and_state(llm.asked[1])
    assert [one["selected"] for one in state["sources"]] == [True]


async def test_who_waits_less_long_than_the_desk_sets_the_soft_limit() -> None:
    taste = Taste()
    table = Table(kitchen(Insatiable(), taste))
    request = Request(message="How does the soup taste today?")
    turn = await table.agent.turn(DOSSIER, request, soft_seconds=1e-9)
    assert (turn.entry.outcome, taste.tasted) == ("continue", ["1"])


async def test_what_is_done_before_the_soft_limit_is_done() -> None:
    llm = ScriptedRounds(ChatReply("Salt it."))
    turn = await Table(kitchen(llm, budget=replace(BUDGET, soft_seconds=1e-9))).say()
    assert (turn.entry.outcome, turn.entry.reply) == (None, "Salt it.")


@pytest.mark.parametrize("outcome", ["done", "fail", "request", "continue"])
async def test_a_desk_says_how_a_turn_ends_of_which_nothing_else_does(outcome: Any) -> None:
    llm = ScriptedRounds(ChatReply("I looked."))
    turn = await Table(kitchen(llm, otherwise=outcome)).say()
    assert (turn.entry.outcome, turn.entry.reply) == (outcome, "I looked.")


async def test_an_entry_without_an_outcome_is_written_as_ever() -> None:
    turn = await Table(kitchen(ScriptedRounds(ChatReply("Salt it.")))).say()
    assert "outcome" not in turn.entry.model_dump_json()
    assert "artifacts" not in turn.entry.model_dump_json() + turn.dossier.model_dump_json()


# Repeats


async def test_the_same_call_is_answered_from_the_first_and_then_refused() -> None:
    taste = Taste()
    ways = ('{"name": "pea", "warm": true}', '{ "warm":true, "name":"\\u0070ea" }')
    asked = [calls(("taste", way)) for way in (*ways, ways[0])]
    llm = ScriptedRounds(*asked, ChatReply("Salt it."))
    turn = await Table(kitchen(llm, taste)).say()
    assert taste.tasted == ["pea"]
    outcomes = [one.outcome for one in turn.entry.tools]
    assert outcomes == ["done", "repeated", "repeated_call"]
    told = [json.loads(one.content) for one in llm.asked[-1] if one.role == "tool"]
    assert told[0]["output_is_data"] == told[1]["output_is_data"] == "It wants salt."
    assert len(told) == 2  # two rounds in vain: the model is asked no more


async def test_a_call_that_is_repeated_at_once_runs_once_and_counts() -> None:
    taste, llm = (
        Taste(),
        ScriptedRounds(tasting("pea", "pea", "pea", "leek"), ChatReply("Salt it.")),
    )
    turn = await Table(kitchen(llm, taste, budget=replace(BUDGET, calls=3))).say()
    assert taste.tasted == ["pea"]
    outcomes = [one.outcome for one in turn.entry.tools]
    assert outcomes == ["done", "repeated", "repeated_call", "too_many_calls"]


async def test_a_repeat_beyond_the_budget_is_one_too_many() -> None:
    llm = ScriptedRounds(tasting("pea", "pea"))
    turn = await Table(kitchen(llm, Taste(), budget=Budget(rounds=1, calls=1, seconds=5))).say()
    assert [one.outcome for one in turn.entry.tools] == ["done", "too_many_calls"]


async def test_calls_in_turn_are_refused() -> None:
    taste = Taste()
    llm = ScriptedRounds(*(tasting(name) for name in ("pea", "leek", "pea", "leek")))
    turn = await Table(kitchen(llm, taste)).say()
    outcomes = [one.outcome for one in turn.entry.tools]
    assert outcomes == ["done", "done", "repeated", "repeated_call"]


async def test_what_was_refused_before_may_be_possible_now() -> None:
    def empty(dossier: Dossier) -> EmptyMessage | None:
        return None if dossier.sources else EmptyMessage()

    class Serve(Taste):
        """Serve a dish."""

        conditions = (Condition("something_there", empty),)

    serve = calls(("serve", "{}"))
    llm = ScriptedRounds(serve, tasting("pea"), serve, ChatReply("Enjoy."))
    turn = await Table(kitchen(llm, Taste(), Serve())).say()
    assert [one.outcome for one in turn.entry.tools] == ["empty_message", "done", "done"]


async def test_the_next_turn_may_call_the_same() -> None:
    taste, llm = Taste(), ScriptedRounds(*[tasting("pea"), ChatReply("Good.")] * 2)
    table = Table(kitchen(llm, taste))
    await table.say()
    await table.say()
    assert taste.tasted == ["pea", "pea"]


# Bad tools


async def test_an_output_of_ten_megabytes_is_cut() -> None:
    llm = ScriptedRounds(tasting("pea"), ChatReply("Good."))
    await Table(kitchen(llm, Taste("salt " * 2_000_000))).say()
    (told,) = (json.loads(one.content) for one in llm.asked[-1] if one.role == "tool")
    assert len(told["output_is_data"]) == told["output_cut_at"] == LONGEST_OUTPUT


async def test_a_condition_that_raises_closes_its_tool_and_nothing_else() -> None:
    def broken(dossier: Dossier) -> None:
        raise ValueError("a condition that broke")

    class Serve(Taste):
        """Serve a dish."""

        conditions = (Condition("broken", broken),)

    llm = ScriptedRounds(calls(("serve", "{}"), ("taste", "{}")), ChatReply("Salt it."))
    serve = Serve()
    turn = await Table(kitchen(llm, serve, Taste())).say()
    assert llm.offered == [{"serve", "taste"}] * 2
    assert [one.outcome for one in turn.entry.tools] == ["failed", "done"]
    assert serve.tasted == []


# Words


async def test_words_after_a_tool_are_shown_beside_what_it_did() -> None:
    llm = ScriptedRounds(replace(tasting("pea"), text="I taste."), ChatReply("It wants salt."))
    turn = await Table(kitchen(llm, Taste())).say()
    assert turn.entry.reply.index("Soup") < turn.entry.reply.index("It wants salt.")
    assert "I taste." not in turn.entry.reply


@pytest.mark.parametrize(("held", "shown"), [("salt", False), ("pepper", True)])
async def test_a_desk_holds_back_what_may_not_be_said(held: str, shown: bool) -> None:
    llm = ScriptedRounds(tasting("pea"), *[ChatReply("It wants salt.")] * 4)
    desk = kitchen(llm, Taste(), may_say=lambda text, _: held not in text)
    table = Table(desk)
    for _ in range(2):
        assert ("wants salt" in (await table.say()).entry.reply) is shown


async def test_a_tool_that_runs_is_told_in_the_desks_words_and_the_users_language() -> None:
    llm = ScriptedRounds(*[tasting("pea"), ChatReply("Good.")] * 2)
    table = Table(kitchen(llm, Taste()))
    await table.say()
    await table.say("Hoe smaakt de soep vandaag eigenlijk?")
    told = [(one.tool, one.label) for one in table.events if one.name == "tool"]
    assert told == [("taste", "tasting"), ("taste", "proeft")]


# Questions to the user


def steps_that_ask(dossier: Dossier, request: Request) -> DossierPatch:
    return asking(dossier, WHICH) if "soup" in request.message else DossierPatch()


def kitchens_that_ask() -> dict[str, tuple[Desk, ScriptedRounds]]:
    tool = ScriptedRounds(calls(("which_soup", "{}")), ChatReply("Good."))
    step = ScriptedRounds(ChatReply("Good."))
    return {
        "tool": (kitchen(tool, WhichSoup()), tool),
        "intake": (kitchen(step, intake=(Step(steps_that_ask),)), step),
    }


@pytest.mark.parametrize("who", ["tool", "intake"])
async def test_a_question_to_the_user_ends_the_turn_and_waits_for_a_message(who: str) -> None:
    desk, _ = kitchens_that_ask()[who]
    table = Table(desk)
    turn = await table.say()
    assert turn.entry.outcome == "request"
    assert (
        turn.entry.reply
        == "Which soup?\n\nChoose one of these, or say it in your own words:\n\n1. tomato\n2. pea"
    )
    (asked,) = turn.dossier.artifacts
    assert (asked.kind, asked.data) == ("clarification", WHICH.model_dump(mode="json"))
    answered = await table.say("The green one, please")
    (kept,) = answered.dossier.artifacts
    assert kept == asked.model_copy(update={"data": {**asked.data, "pending": False}})
    assert (answered.entry.outcome, answered.entry.reply) == (None, "Good.")


@pytest.mark.parametrize(("reason", "kinds"), [("unclear", ["clarification"]), ("", [])])
async def test_a_question_in_a_models_words_is_kept_where_the_desk_says_why(
    reason: str, kinds: list[str]
) -> None:
    llm = ScriptedRounds(ChatReply("It wants something.\nWhich soup?"), ChatReply("Good."))
    table = Table(kitchen(llm, question_reason=reason))
    turn = await table.say()
    assert "It wants something." in turn.entry.reply
    assert turn.entry.reply.endswith("Which soup?")
    assert [one.kind for one in turn.dossier.artifacts] == kinds
    assert turn.entry.turn_outcome == ("request" if reason else "done")
    assert [one.data["reason"] for one in turn.dossier.artifacts] == [reason] * len(kinds)


async def test_who_says_undo_to_a_question_means_the_last_change_seen() -> None:
    done = ChatReply("Done.")
    llm = ScriptedRounds(
        *(calls(("taste", "{}")), done, calls(("which_soup", "{}"))),
        *(calls(("undo", "{}")), calls(("redo", "{}"))),
    )
    table = Table(kitchen(llm))
    tools = (Taste(), WhichSoup(), Undo(table.store), Redo(table.store))
    table.agent = Agent(table.store, {"recipes": kitchen(llm, *tools)})
    tasted, asked = await table.say(), await table.say()
    assert (tasted.dossier.sources, asked.entry.outcome) == ((SOUP,), "request")
    undone = await table.say("Undo that, please")
    assert (undone.entry.patch.undoes, undone.dossier.sources) == ((1,), ())
    again = await table.say("Do it again after all, please")
    assert (again.entry.patch.redoes, again.dossier.sources) == ((1,), (SOUP,))


async def test_a_choice_keeps_the_language_of_its_dossier() -> None:
    """A reply of one word that was offered is not the user's own, and tells nothing of their language."""
    gluten = WHICH.model_copy(update={"choices": ("Gluten",)})
    asks = calls(("which_soup", "{}"))
    llm = ScriptedRounds(asks, ChatReply("Good."), ChatReply(""))
    table = Table(kitchen(llm, WhichSoup(gluten)))
    await table.say()
    assert (await table.say("Gluten")).entry.language == "en"
    assert (await table.say("Gluten")).entry.language == "nl"  # no question waits any more


async def test_a_step_that_asks_lets_nothing_decide() -> None:
    desk, llm = kitchens_that_ask()["intake"]
    await Table(desk).say()
    assert llm.asked == []


# Desks beside each other


def garden(*belongs: str) -> Desk:
    llm = ScriptedRounds(ChatReply("Good."))
    title = {"nl": "Tuin", "en": "Garden"}
    return kitchen(llm, name="garden", title=title, words=words(*belongs))


@pytest.mark.parametrize(
    ("message", "line"),
    [
        ("When do I prune the roses today?", "This seems to be for the desk ‘Garden’."),
        ("Wanneer snoei ik de rozen, vraag ik u?", "Dit lijkt voor de balie ‘Tuin’."),
        ("Do roses go into the soup today?", None),
        ("What do I do with my primroses?", None),
        ("What shall we eat today?", None),
    ],
)
async def test_a_message_for_another_desk_gets_a_line_that_names_it(
    message: str, line: str | None
) -> None:
    here = kitchen(ScriptedRounds(ChatReply("Good.")))
    reply = (await Table(here, garden("roses", "rozen")).say(message)).entry.reply
    assert reply.startswith("Good.")
    assert (line in reply) if line else (reply == "Good.")


async def test_alone_a_desk_sends_nobody_away() -> None:
    alone = kitchen(ScriptedRounds(ChatReply("Good.")), words=words())
    assert (await Table(alone).say("When do I prune the roses?")).entry.reply == "Good."


async def test_a_dossier_of_a_desk_that_is_gone_opens_and_takes_no_turn() -> None:
    table = Table(kitchen(ScriptedRounds(ChatReply("Good."))))
    before = await table.say()
    later = Agent(table.store, {"garden": garden()})
    with pytest.raises(DeskNotInstalled, match="recipes"):
        await later.turn(DOSSIER, Request(message="And now?"))
    with pytest.raises(UnknownDesk):
        await later.turn(DOSSIER, Request(message="And now?"), desk_name="recipes")
    assert await table.store.load(DOSSIER) == before.dossier


class Unsure(Taste):
    """Taste a dish, the second time that it is wanted."""

    async def execute(self, dossier: Dossier, args: Dish) -> ToolResult:
        result = await super().execute(dossier, args)
        if len(self.tasted) == 1:
            raise ModelUnavailable(problem="timeout")
        return result


async def test_what_failed_and_then_was_done_is_not_told_as_failed() -> None:
    twice = [calls(("unsure", f'{{"name": "{n}"}}')) for n in (1, 2)]
    llm = ScriptedRounds(*twice, ChatReply("Done."))
    table = Table(kitchen(llm, Unsure()))
    assert "Not done" not in (await table.say()).entry.reply
    alone = Table(kitchen(ScriptedRounds(twice[0], ChatReply("Done.")), Unsure()))
    assert "Not done" in (await alone.say()).entry.reply
