"""A model's own words are read a second time before they are told: what nothing bears is marked, or falls."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from src.answering.support import PROMPT, fell, second_reading
from src.dossier.models import Dossier, Language, SourceBase
from src.grounding.formula import formula
from src.language.sentences import split
from src.llm.forms import SupportPassage, SupportStatement, SupportTask
from src.llm.protocol import OFFLINE, ChatMessage, ChatReply, Llm
from src.llm.state import STATE, State, message_and_state
from src.tools.calculate import calculations_kept
from src.wording import WORDINGS

FEW_WORDS = 3
"""Words up to which a sentence states nothing."""

MOST_SOURCES, LONGEST_SOURCE = 8, 2_000
"""Selected sources that are read beside, and characters of each."""

LONG_TEXT = 200
"""Characters from which a text of the state is a passage of its own."""

_NEXT_NUMBER = re.compile(r"(?<=[.:;!?])\s+\d{1,3}[.)]$")
"""The number of the step behind a sentence, where steps stand on one line."""
_PREFIX = re.compile(r"\s*(?:(?:[-*•>]|\d+[.)]|#+)\s+)*")


@dataclass(frozen=True)
class OwnWordsReader:
    """Holds the sentences of a model's own words against what the user, the dossier and tools said."""

    llm: Llm
    prompt: str
    """What the desk adds to the prompt of every second reading."""

    async def __call__(
        self, reply: ChatReply, messages: Sequence[ChatMessage], dossier: Dossier
    ) -> ChatReply:
        """Return a reply with what nothing bears marked or struck; beside calls it says nothing: they are told."""
        if reply.tool_calls or OFFLINE in (self.llm.id, reply.fallback):
            return replace(reply, text="") if reply.tool_calls else reply
        said = [_PREFIX.sub("", line, 1) for line in reply.text.splitlines()]
        every = [_NEXT_NUMBER.sub("", each) for line in said for each in split(line, "figure")]
        stating = [
            sentence
            for sentence in every
            if len(sentence.split()) > FEW_WORDS and not sentence.endswith("?")
        ]
        if not stating:
            return reply
        told = [message for message in messages if message.role == "user"]
        state = message_and_state([each for each in told if STATE in each.content])[1]
        bases = _bases(messages, state, dossier)
        passages = [SupportPassage(source=base.id, text=base.content) for base in bases]
        told_in = state.get("reply_language") or state.get("language")
        language: Language = "nl" if told_in == "nl" else "en"
        answered = (made for answer in dossier.answers for made in answer.calculations)
        sums = (*answered, *calculations_kept(dossier))
        task = SupportTask(
            passages=passages,
            calculations=list(dict.fromkeys(formula(made, language) for made in sums)),
            user="\n".join(message.content.partition(STATE)[0] for message in told),
            statements=[
                SupportStatement(number=number, text=text)
                for number, text in enumerate(stating, start=1)
            ],
        )
        read = await second_reading(self.llm, task, PROMPT + self.prompt)
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


def _bases(messages: Sequence[ChatMessage], state: State, dossier: Dossier) -> list[SourceBase]:
    """Return what a model's own words may rest on: the state, what tools told, and the sources that are selected."""
    own = {
        key: text for key, text in state.items() if isinstance(text, str) and len(text) > LONG_TEXT
    }
    rest = {key: value for key, value in state.items() if key not in own}
    texts = [*own.items(), ("state", json.dumps(rest, ensure_ascii=False))]
    texts += [("tool", message.content) for message in messages if message.role == "tool"]
    for source in dossier.selected[:MOST_SOURCES]:
        texts.append((source.title, source.content[:LONGEST_SOURCE]))
    return [SourceBase(id=name, title=name, content=text, kind="notes") for name, text in texts]
