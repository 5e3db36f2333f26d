"""A model whose own words are read a second time before they are told: what nothing bears is marked, or falls."""

import json
import re
from collections.abc import Sequence
from dataclasses import replace

from src.answering.support import PROMPT, fell, second_reading
from src.desks.tsg.missing import texts
from src.desks.tsg.words import WORDINGS
from src.dossier.models import Language, SourceBase
from src.language.sentences import split
from src.llm.forms import SupportPassage, SupportStatement, SupportTask
from src.llm.protocol import OFFLINE, ChatMessage, ChatReply, Llm, ToolSpec
from src.llm.state import STATE, message_and_state
from src.llm.wrappers import LlmWrapper

FEW_WORDS = 3
"""Words up to which a sentence states nothing."""

_PREFIX = re.compile(r"\s*(?:(?:[-*•>]|\d+[.)]|#+)\s+)*")


class ReadLlm(LlmWrapper):
    """An ``Llm`` in front of another, whose sentences are held against what the author, the guide and tools said.

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
        state = dict(message_and_state([each for each in told if STATE in each.content])[1])
        passages = [
            SupportPassage(source="notes", text=state.pop("notes_text", "")),
            SupportPassage(source="state", text=json.dumps(state, ensure_ascii=False)),
            *(
                SupportPassage(source="tool", text=message.content)
                for message in messages
                if message.role == "tool"
            ),
        ]
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
        bases = [
            SourceBase(id=each.source, title=each.source, content=each.text, kind="notes")
            for each in passages
        ]
        text, words = reply.text, WORDINGS[language]
        for number, verdict in read.verdicts.items():
            own = stating[number - 1]
            if verdict.verdict == "contradicts":
                struck = words.left_out(fell(own, verdict, bases))
                text = text.replace(own, f"“{own}” – {struck}.")
            elif verdict.verdict == "neither":
                text = text.replace(own, f"{own} *({texts(language)['unstated']})*")
        if read.failure:
            text = f"{text}\n\n{words.unread}"
        return replace(reply, text=text, usage=reply.usage + read.usage)
