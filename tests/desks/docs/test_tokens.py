"""What a question to the documentation costs in tokens of its prompts: characters / 4 of all that its requests hold."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from src.llm.forms import AnswerDraft, SupportDraft, SupportVerdict
from src.llm.protocol import ChatMessage, ChatReply, Reply, StructuredReply, ToolSpec
from tests.desks.docs.acme import QUESTION, QUOTE, SearchingModel, call, draft, visit
from tests.desks.tax.test_tokens import is_shared, sent, tokens


@dataclass
class CountedModel(SearchingModel):
    """A model that keeps each request as a provider is sent it."""

    sent: list[str] = field(default_factory=list)

    async def chat(self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]) -> ChatReply:
        self.sent.append(sent(messages, tools))
        return await super().chat(messages, tools)

    async def chat_structured(
        self, messages: Sequence[ChatMessage], response_format: type[Reply], *, repair: bool = True
    ) -> StructuredReply[Reply]:
        self.sent.append(sent(messages, form=response_format))
        return await super().chat_structured(messages, response_format, repair=repair)


async def test_a_question_is_searched_for_and_answered_within_its_tokens(library: Path) -> None:
    script = [
        call("search_docs", queries=["setting ACME_PORT", "port of the server"], goes_on=False),
        call("answer_from_docs", query=QUESTION),
    ]
    read = SupportDraft(verdicts=[SupportVerdict(number=1, verdict="supports")])
    llm = CountedModel([draft(), read.model_dump_json()], script, reads_twice=True)
    async with visit(library, llm) as visitor:
        reply = await visitor.say(QUESTION)
    assert QUOTE in reply["response"]
    assert len(llm.sent) == 4
    assert is_shared(*llm.sent[:2])
    counts = [*map(tokens, llm.sent)]
    print("tokens of each request:", counts, "of the question:", sum(counts))
    assert sum(counts) <= 6_000
    assert AnswerDraft.__name__ in llm.sent[2]
