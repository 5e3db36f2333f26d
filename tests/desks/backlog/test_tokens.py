"""What a meeting and a message cost in tokens of their prompts: characters / 4 of all that the requests hold."""

import json
from collections.abc import Sequence
from pathlib import Path

from src.llm.forms import SupportDraft
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec
from tests.desks.backlog.scripts import BEGINS, DRAFTS, MEETING, TAGS
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.desks.tax.test_tokens import is_shared, sent, tokens
from tests.fakes import ScriptedRounds, calls


class CountedModel(ScriptedRounds):
    """A model that keeps each request as a provider is sent it."""

    requests: list[str]

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        self.requests.append(sent(messages, tools))
        return await super().chat(messages, tools)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        self.requests.append(sent(messages, form=response_format))
        return await super().chat_structured(messages, response_format, repair=repair)


async def test_a_meeting_and_a_message_stay_within_their_tokens(tmp_path: Path) -> None:
    read = [{"number": n, "verdict": "supports"} for n in range(40)]
    reading = SupportDraft.model_validate({"verdicts": read})
    urgent = {"op": "change", "numbers": [3], "field": "priority", "priority": 1}
    edit = {"edits": [{**urgent, "said": "the badges are urgent"}]}
    chats = [
        calls(("load_backlog", json.dumps({"project": PROJECT}))),
        calls(("make_items", "{}")),
        calls(("edit_items", json.dumps(edit))),
    ]
    llm = CountedModel(*chats, forms=[BEGINS, DRAFTS, reading, *TAGS])
    llm.requests = []
    with rooms() as here:
        async with at_the_desk(here, tmp_path, llm, support=True) as talk:
            await talk.begin(MEETING)
            await talk.say("read the backlog there is, please")
            await talk.say("and now make items of it")
            meeting = len(llm.requests)
            assert len(await talk.made("tag")) == 4
            frame = await talk.say("the badges are urgent")
            assert "priority 1" in frame["response"]
    counts = [*map(tokens, llm.requests)]
    print("tokens of each request:", counts, "of the meeting:", sum(counts[:meeting]))
    assert is_shared(llm.requests[0], llm.requests[1])
    assert sum(counts[:meeting]) <= 13_450
    assert counts[-1] <= 4_300
