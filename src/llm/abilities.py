"""What a server can be asked in: learned from what it refuses, and the lesser forms that say the same. Pure."""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, Protocol, runtime_checkable

from src.llm.protocol import ChatMessage, ToolSpec
from src.texts import beside

FormWay = Literal["json_schema", "tool", "json_object", "text"]
FORM_WAYS: tuple[FormWay, ...] = ("json_schema", "tool", "json_object", "text")
"""The ways to ask for a form, from the strictest down: each says more in the prompt and relies on less."""

TokenLimit = Literal["max_tokens", "max_completion_tokens", ""]


@dataclass(frozen=True)
class Abilities:
    """What a model's server takes, as far as is known; at first everything."""

    streams: bool = True
    counts_streamed: bool = True
    """Whether it is asked to count the tokens of a stream."""
    limit_name: TokenLimit = "max_tokens"
    """What it calls the most tokens of a reply; empty: it takes no limit."""
    temperature: bool = True
    form: FormWay = "json_schema"
    tools: bool = True
    """Whether it takes tools; else they are described, and called in words."""
    alternates: bool = False
    """Whether user and assistant have to take turns."""
    system: bool = True

    def lesser(self, refusal: str, *, form: bool, tools: bool) -> "Abilities | None":
        """Return what to ask with after a refusal in these words; None where they name nothing that could be less.

        ``form`` and ``tools``: whether the request that was refused had them.
        """
        for pattern, less in _LESS:
            if pattern.search(refusal):
                found = less(self, refusal, form, tools)
                if found != self:
                    return found
        return None

    def least(self, *, form: bool) -> "Abilities | None":
        """Return what asks for nothing that can be left out; None where that is so already."""
        bare = replace(self, streams=False, limit_name="", temperature=False)
        bare = replace(bare, form=self.next_form) if form else bare
        return None if bare == self else bare

    @property
    def next_form(self) -> FormWay:
        return FORM_WAYS[min(FORM_WAYS.index(self.form) + 1, len(FORM_WAYS) - 1)]


@runtime_checkable
class Able(Protocol):
    """A model of which something is known by now."""

    abilities: Abilities
    refused: list[str]
    """What its server said of that which it does not take, for the operator alone."""


Less = Callable[[Abilities, str, bool, bool], Abilities]


def _fewer_tokens(now: Abilities, refusal: str, form: bool, tools: bool) -> Abilities:  # noqa: ARG001  # a rule
    other: TokenLimit = "max_completion_tokens"
    renamed = now.limit_name == "max_tokens" and other in refusal
    return replace(now, limit_name=other if renamed else "")


def _less_form(now: Abilities, refusal: str, form: bool, tools: bool) -> Abilities:  # noqa: ARG001  # a rule
    return replace(now, form=now.next_form) if form else now


def _no_tools(now: Abilities, refusal: str, form: bool, tools: bool) -> Abilities:  # noqa: ARG001  # a rule
    if form and now.form == "tool":
        return replace(now, form=now.next_form)
    return replace(now, tools=False) if tools else now


_LESS: tuple[tuple[re.Pattern[str], Less], ...] = tuple(
    (re.compile(pattern, re.IGNORECASE), less)
    for pattern, less in (
        (r"stream_options|include_usage", lambda now, *_: replace(now, counts_streamed=False)),
        (r"\bstream(?:ing|ed)?\b", lambda now, *_: replace(now, streams=False)),
        (r"max_(?:completion_)?tokens", _fewer_tokens),
        (r"\btemperature\b", lambda now, *_: replace(now, temperature=False)),
        (r"response_format|json_schema|json_object|json mode|structured|grammar", _less_form),
        (r"alternat|roles? must|consecutive", lambda now, *_: replace(now, alternates=True)),
        (
            r"system[ _-](?:role|message|prompt|instruction)",
            lambda now, *_: replace(now, system=False),
        ),
        (r"\btools?\b|tool[_-]|function", _no_tools),
        (r"schema", _less_form),
        (r"template|jinja", lambda now, *_: replace(now, alternates=True)),
        (r"template|jinja", lambda now, *_: replace(now, system=False)),
    )
)
"""In the words of servers: what a refusal names, and what is asked then. The first that changes anything counts."""


def fitted(
    messages: Sequence[ChatMessage],
    tools: Sequence[ToolSpec],
    form: Mapping[str, Any] | None,
    able: Abilities,
) -> list[ChatMessage]:
    """Return the messages as a model of these abilities takes them, which say in words what it takes no other way.

    ``form``: the JSON schema of what is asked for.
    """
    fit = list(messages)
    if not able.tools:
        fit = _in_words(fit)
        if tools:
            fit = _with_rule(fit, _tools_told(tools))
    if form is not None and able.form in ("json_object", "text"):
        fit = _with_rule(fit, _TOLD["form"] + json.dumps(form, ensure_ascii=False))
    if not able.system:
        fit = [
            replace(message, role="user") if message.role == "system" else message
            for message in fit
        ]
    return _taking_turns(fit) if able.alternates or not able.system else fit


_TOLD = beside(__file__, "asked")
"""What a model is told in words, in place of what it does not take otherwise."""


def _tools_told(tools: Sequence[ToolSpec]) -> str:
    told = (
        f"- {tool.name}: {tool.description}\n  {json.dumps(dict(tool.parameters), ensure_ascii=False)}"
        for tool in tools
    )
    return "\n".join([_TOLD["tools"], *told])


def _with_rule(messages: list[ChatMessage], rule: str) -> list[ChatMessage]:
    if messages and messages[0].role == "system":
        first = replace(messages[0], content=f"{messages[0].content}\n\n{rule}")
        return [first, *messages[1:]]
    return [ChatMessage("system", rule), *messages]


def _in_words(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return a conversation whose calls and results are words: what took no tools takes neither of these."""
    names = {call.id: call.name for message in messages for call in message.tool_calls}
    said: list[ChatMessage] = []
    for message in messages:
        if message.role == "tool":
            name = names.get(message.tool_call_id, "the tool")
            said.append(ChatMessage("user", f"Result of {name}: {message.content}"))
        elif message.tool_calls:
            calls = (
                f'{{"name": {json.dumps(call.name)}, "arguments": {call.arguments or "{}"}}}'
                for call in message.tool_calls
            )
            words = [message.content] if message.content else []
            said.append(ChatMessage("assistant", "\n".join([*words, *calls])))
        else:
            said.append(message)
    return said


def _taking_turns(messages: Sequence[ChatMessage]) -> list[ChatMessage]:
    """Return a conversation in which nobody speaks twice in a row, and the user first."""
    said: list[ChatMessage] = []
    for message in messages:
        before = said[-1] if said else None
        if before and before.role == message.role and message.role in ("user", "assistant"):
            said[-1] = replace(
                before,
                content="\n\n".join(filter(None, (before.content, message.content))),
                tool_calls=before.tool_calls + message.tool_calls,
                pictures=before.pictures + message.pictures,
            )
            continue
        if message.role == "assistant" and (before is None or before.role == "system"):
            said.append(ChatMessage("user", "..."))
        said.append(message)
    return said
