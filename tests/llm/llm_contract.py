"""What every model keeps to, whoever makes it: derive from ``LlmContract`` and give a fixture ``llm``."""

import asyncio
import json

from pydantic import Field

from src.llm.forms import AnswerDraft, AnswerTask, Form, TaskSource
from src.llm.protocol import ChatMessage, ChatReply, Llm, StructuredReply, ToolCall, ToolSpec, Usage

SYSTEM = ChatMessage("system", "Je helpt met vragen over Nederlands belastingrecht.")
QUESTION = ChatMessage("user", "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?")
TOOL = ToolSpec(
    name="get_legislation",
    description="Finds articles of Dutch tax law.",
    parameters={
        "type": "object",
        "properties": {"query": {"type": "string"}},
        "required": ["query"],
        "additionalProperties": False,
    },
)
HISTORY = (
    ChatMessage("assistant", "", (ToolCall("call_1", "get_legislation", '{"query": "bezwaar"}'),)),
    ChatMessage("tool", "Awb artikel 6:7", tool_call_id="call_1"),
    ChatMessage("assistant", "Ik vond artikel 6:7 van de Algemene wet bestuursrecht."),
    ChatMessage("user", "Ja, dat klopt."),
)
SOURCE = TaskSource(
    id="BWBR0005537/6:7@2024-01-01",
    title="Algemene wet bestuursrecht, artikel 6:7",
    digest=False,
    text="De termijn voor het indienen van een bezwaar- of beroepschrift bedraagt zes weken.",
)


class SourceChoiceTask(Form):
    """Which of these sources do the user's words mean?"""

    instruction: str
    candidates: list[str]


class SourceChoice(Form):
    """The sources that the user's words mean: a small form to ask models for."""

    titles: list[str] = Field(
        description="Titles of the candidates that are meant, copied exactly."
    )


def task_message(task: Form) -> ChatMessage:
    """Return the message that carries a task's data."""
    return ChatMessage("user", task.model_dump_json())


def choice_message(*candidates: str) -> ChatMessage:
    """Return the task of choosing among these titles."""
    task = SourceChoiceTask(instruction="haal artikel 6:7 weg", candidates=list(candidates))
    return task_message(task)


def answer_message(*sources: TaskSource) -> ChatMessage:
    """Return the task of answering the question from these sources."""
    return task_message(AnswerTask(question=QUESTION.content, language="nl", sources=list(sources)))


class LlmContract:
    """The promises of ``Llm`` that can be checked without knowing what a model thinks."""

    def test_it_has_a_name_and_parameters_that_a_journal_can_keep(self, llm: Llm) -> None:
        assert llm.id.strip()
        assert json.loads(json.dumps(dict(llm.parameters))) == dict(llm.parameters)

    async def test_without_tools_it_speaks_or_calls(self, llm: Llm) -> None:
        _check_chat(await llm.chat([SYSTEM, QUESTION], []))

    async def test_with_tools_it_speaks_or_calls(self, llm: Llm) -> None:
        _check_chat(await llm.chat([SYSTEM, QUESTION], [TOOL]))

    async def test_it_takes_a_conversation_with_tool_calls_and_results(self, llm: Llm) -> None:
        _check_chat(await llm.chat([SYSTEM, QUESTION, *HISTORY], [TOOL]))

    async def test_it_drafts_an_answer(self, llm: Llm) -> None:
        drafted = await llm.chat_structured([SYSTEM, answer_message(SOURCE)], AnswerDraft)
        _check_form(drafted, AnswerDraft)

    async def test_it_drafts_an_answer_from_no_sources(self, llm: Llm) -> None:
        drafted = await llm.chat_structured([SYSTEM, answer_message()], AnswerDraft)
        _check_form(drafted, AnswerDraft)

    async def test_calls_at_the_same_time_do_not_mix(self, llm: Llm) -> None:
        messages = [SYSTEM, answer_message(SOURCE)]
        spoken, drafted = await asyncio.gather(
            llm.chat([SYSTEM, QUESTION], [TOOL]), llm.chat_structured(messages, AnswerDraft)
        )
        _check_chat(spoken)
        _check_form(drafted, AnswerDraft)


def _check_chat(reply: ChatReply) -> None:
    assert isinstance(reply, ChatReply)
    assert reply.text.strip() or reply.tool_calls
    assert all(isinstance(call, ToolCall) for call in reply.tool_calls)
    assert all(isinstance(call.arguments, str) for call in reply.tool_calls)
    _check_usage(reply.usage)


def _check_form(reply: StructuredReply[AnswerDraft], form: type[Form]) -> None:
    assert isinstance(reply, StructuredReply)
    assert type(reply.value) is form
    assert form.model_validate_json(reply.value.model_dump_json()) == reply.value
    _check_usage(reply.usage)


def _check_usage(usage: Usage) -> None:
    assert usage.prompt_tokens >= 0
    assert usage.completion_tokens >= 0
