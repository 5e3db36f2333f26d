"""What the door costs a model: its definitions at the start, and a result however long the conversation."""

from pathlib import Path
from typing import Any

from tests.mcp_server.clients import calling, opened
from tests.mcp_server.script import both_desks, library

MOST_OF_DEFINITIONS, MOST_OF_A_RESULT = 6_000, 2_000
"""Tokens, counted as characters divided by four."""

QUESTIONS = (
    "Binnen hoeveel weken moet ik bezwaar maken tegen een aanslag?",
    "Wanneer verjaart een belastingschuld?",
    "Wat is het tarief van de overdrachtsbelasting?",
    "Hoe hoog is de vennootschapsbelasting?",
    "Mag ik mijn werkkamer aftrekken?",
    "Wat is de kleineondernemersregeling?",
    "Wanneer krijg ik uitstel van betaling?",
    "Wat is een navorderingsaanslag?",
    "Hoe lang moet ik mijn administratie bewaren?",
    "Wat is het tarief van de omzetbelasting?",
)


def tokens(*told: str) -> int:
    return sum(map(len, told)) // 4


async def test_no_result_is_long_however_long_the_conversation(tmp_path: Path) -> None:
    async with opened(both_desks(library(tmp_path))) as server, calling(server) as caller:
        tools = (await caller.client.list_tools()).tools
        listed = [one.model_dump_json(by_alias=True, exclude_none=True) for one in tools]
        assert tokens(*listed) <= MOST_OF_DEFINITIONS
        sizes: list[int] = []
        named = {"desk": "tax"}
        brought: dict[str, Any] = {}
        for question in QUESTIONS:
            asked = await caller.call("ask", message=question, **named)
            brought = asked.structured_content or {}
            named = {"dossier": brought["dossier"]}
            sizes.append(tokens(asked.model_dump_json(by_alias=True, exclude_none=True)))
        assert max(sizes) <= MOST_OF_A_RESULT
        everything = (await caller.ask("sources", **named))["sources"]
        assert len(everything) > len(brought["sources"])
