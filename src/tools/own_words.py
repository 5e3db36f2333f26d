"""A model whose own words are read a second time before they are told: what nothing bears is marked, or falls."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from src.answering.support import PROMPT, fell, second_reading
from src.dossier.models import Language, SourceBase
from src.language.sentences import split
from src.llm.forms import SupportPassage, SupportStatement, SupportTask
from src.llm.protocol import OFFLINE, ChatMessage, ChatReply, Llm, ToolSpec
from src.llm.state import STATE, State, message_and_state
from src.llm.wrappers import LlmWrapper
from src.tools.pace import PACE
from src.wording import WORDINGS

FEW_WORDS = 3
"""Words up to which a sentence states nothing."""

MOST_SOURCES, LONGEST_SOURCE = 8, 2_000
"""Selected sources that are read beside, and characters of each."""

LONG_TEXT = 200
"""Characters from which a text of the state is a passage of its own."""

_PREFIX = re.compile(r"\s*(?:(?:[-*•>]|\d+[.)]|#+)\s+)*")


class ReadLlm(LlmWrapper):
    """An ``Llm`` in front of another, whose sentences are held against what the user, the dossier and tools said.

    Beside calls it says nothing: what they did is the program's to say.
    """

    def __init__(self, llm: Llm, prompt: str) -> None:
        super().__init__(llm)
        self._prompt = PROMPT + prompt

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        reply = await super().chat(messages, tools)
        if reply.tool_calls or OFFLINE in (self.id, reply.fallback):
            return replace(reply, text="") if reply.tool_calls else reply
        said = [_PREFIX.sub("", line, 1) for line in reply.text.splitlines()]
        every = [sentence for line in said for sentence in split(line, "figure")]
        stating = [
            sentence
            for sentence in every
            if len(sentence.split()) > FEW_WORDS and not sentence.endswith("?")
        ]
        if not stating:
            return reply
        told = [message for message in messages if message.role == "user"]
        state = message_and_state([each for each in told if STATE in each.content])[1]
        bases = _bases(messages, state)
        passages = [SupportPassage(source=base.id, text=base.content) for base in bases]
        task = SupportTask(
            passages=passages,
            user="\n".join(message.content.partition(STATE)[0] for message in told),
            statements=[
                SupportStatement(number=number, text=text)
                for number, text in enumerate(stating, start=1)
            ],
        )
        read = await second_reading(self._llm, task, self._prompt)
        told_in = state.get("reply_language") or state.get("language")
        language: Language = "nl" if told_in == "nl" else "en"
        text, words = reply.text, WORDINGS[language]
        for number, verdict in read.verdicts.items():
            own = stating[number - 1]
            if verdict.verdict == "contradicts":
                struck = words.left_out(fell(own, verdict, bases))
                text = text.replace(own, f"“{own}” – {struck}.")
            elif verdict.verdict == "neither":
                text = text.replace(own, f"{own} *({words.unsourced_mark})*")
        if read.failure:
            text = f"{text}\n\n{words.unread}"
        return replace(reply, text=text, usage=reply.usage + read.usage)


def _bases(messages: Sequence[ChatMessage], state: State) -> list[SourceBase]:
    """Return what a model's own words may rest on: the state, what tools told, and the sources that are selected."""
    dossier = PACE.get().told
    own = {
        key: text for key, text in state.items() if isinstance(text, str) and len(text) > LONG_TEXT
    }
    rest = {key: value for key, value in state.items() if key not in own}
    texts = [*own.items(), ("state", json.dumps(rest, ensure_ascii=False))]
    texts += [("tool", message.content) for message in messages if message.role == "tool"]
    for source in dossier.selected[:MOST_SOURCES] if dossier else ():
        texts.append((source.title, source.content[:LONGEST_SOURCE]))
    return [SourceBase(id=name, title=name, content=text, kind="notes") for name, text in texts]
