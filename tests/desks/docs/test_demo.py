"""The demo over the project's own docs happens, and ends well only if each of its steps really did."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from src.commands.demo import DemoSession, StepFailed
from src.desks.docs.demo import hold
from tests.desks.docs.acme import with_model
from tests.desks.test_a_stranger import house
from tests.serving import served

SECTION = {"id": "s", "content": "Set `API_PORT`.", "last_line": 7}


async def test_it_happens(tmp_path: Path) -> None:
    async with served(house([with_model(None)], tess_data_dir=tmp_path)) as server:
        url = f"ws://127.0.0.1:{server.port}/ws"
        session = DemoSession(url, Console(quiet=True), desk="docs")
        hints = await asyncio.to_thread(hold, session)
    assert any("./tess trace" in hint for hint in hints)


class Retold(DemoSession):
    """A conversation after whose turns the dossier is what a test says."""

    def __init__(self, **changed: Any) -> None:
        super().__init__("ws://nowhere", Console(quiet=True))
        self._turns = 0
        self._changed = changed

    def say(self, message: str, gloss: str) -> str:
        self._turns += 1
        return message

    def dossier(self) -> dict[str, Any]:
        answer = {"claims": [{"quote": "Set `API_PORT`.", "source_id": "s"}]}
        reading = {
            "context_type": "follow_up",
            "canonical_question": "Op welke poort luistert de server? En hoe verander ik die?",
        }
        thumbs = [("feedback", {"up": False})] * (self._turns > 2)
        reasons = {4: "multiple_topics", 5: "poor_search_results", 6: "off_topic"}
        asked = {"reason": reasons.get(self._turns, ""), "pending": True}
        told = {
            "sources": [SECTION],
            "answers": [answer] * min(self._turns, 2),
            "reading": reading,
            "thumbs": thumbs,
            "asked": asked,
            **{
                name: change
                for name, (turn, change) in self._changed.items()
                if turn == self._turns
            },
        }
        made = [("reading", told["reading"]), *told["thumbs"], ("clarification", told["asked"])]
        artifacts = [{"kind": kind, "data": data} for kind, data in made]
        return {"sources": told["sources"], "answers": told["answers"], "artifacts": artifacts}


def test_a_conversation_that_happened_passes() -> None:
    hold(Retold())


@pytest.mark.parametrize(
    ("changed", "failure"),
    [
        ({"answers": (1, [])}, "no answer came"),
        ({"answers": (1, [{"claims": []}])}, "no quotes"),
        ({"sources": (1, [SECTION | {"content": "Set it."}])}, "does not stand there"),
        ({"sources": (2, [SECTION | {"last_line": 0}])}, "tell its lines"),
        ({"reading": (2, {"context_type": "new_topic"})}, "new topic"),
        ({"thumbs": (3, [])}, "thumb"),
        ({"asked": (4, {"pending": False, "reason": ""})}, "asked nothing back"),
        ({"asked": (5, {"pending": True, "reason": "off_topic"})}, "the reason was off_topic"),
        ({"answers": (6, [{}, {}, {}])}, "refused was answered"),
    ],
)
def test_a_step_that_did_not_happen_is_named(changed: dict[str, Any], failure: str) -> None:
    with pytest.raises(StepFailed, match=failure):
        hold(Retold(**changed))
