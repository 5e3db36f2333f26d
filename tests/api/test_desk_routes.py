"""What a client is told of desks: by GET /desks, and in the frames of a turn."""

import json
from pathlib import Path
from typing import Any

from src.api import replies
from src.api.desk_frames import DeskList
from src.api.wire import ArtifactInfo, ClarificationInfo
from src.dossier.models import Artifact
from src.dossier.store import Committed
from tests.api.wiring import QUESTION, wired
from tests.dossier.turns import saying
from tests.fakes import MemoryStore
from tests.serving import served

ASKED: dict[str, Any] = {
    "reason": "two_meanings",
    "type": "choice",
    "question": "Welke?",
    "choices": ["de eerste", "de tweede"],
    "pending": True,
}


async def test_a_desk_is_told_in_both_languages(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        response = await server.get("/desks")
    (desk,) = DeskList.model_validate(response.json()).desks
    assert desk.name == "tax"
    assert desk.title == {"nl": "Nederlands belastingrecht", "en": "Dutch tax law"}
    assert desk.standing.line["en"] == "1 provisions, 1 rulings"
    assert [kind.name for kind in desk.sources] == [
        "legislation",
        "case_law",
        "document",
        "picture",
    ]
    assert [kind.name for kind in desk.artifacts] == [
        "question",
        "calculation",
        "clarification",
        "plan",
        "written",
        "feedback",
    ]
    assert (desk.stages, desk.by_hand) == ({}, [])
    assert desk.day is not None
    assert desk.progress["get_case_law"]["nl"] == "zoekt rechtspraak"

    def untold(value: object) -> bool:
        """Whether a text stands in one language only."""
        if isinstance(value, dict):
            spoken = set(value) & {"nl", "en"}
            return len(spoken) == 1 or any(map(untold, value.values()))
        return isinstance(value, list) and any(map(untold, value))

    assert not untold(response.json())


async def test_a_tool_is_told_in_the_language_of_the_message(tmp_path: Path) -> None:
    async with served(wired(tmp_path)) as server:
        for message, label in (
            (QUESTION, "zoekt wetgeving"),
            ("How long is the term for an objection?", "searching legislation"),
        ):
            frames, _ = await server.exchange(json.dumps({"message": message, "stream": True}))
            labels = {frame.get("tool"): frame.get("label") for frame in frames}
            assert labels["get_legislation"] == label
            assert None not in {one for tool, one in labels.items() if tool}


async def test_a_question_and_what_was_made_are_in_the_frame() -> None:
    committed = await MemoryStore().commit(saying("hello"))
    plain = replies.success(committed, {}, "en")
    assert (plain.outcome, plain.clarification, plain.artifacts) == ("done", None, None)
    menu = Artifact(id="m", kind="menu", title="Menu", data={"text": "x"})
    asked = Artifact(id="c", kind="clarification", data=ASKED)
    told = replies.success(_with(committed, menu, asked), {}, "en")
    assert (told.outcome, told.clarification) == ("request", ClarificationInfo(**ASKED))
    assert told.artifacts == [
        ArtifactInfo(id="m", kind="menu", title="Menu"),
        ArtifactInfo(id="c", kind="clarification", title=""),
    ]
    answered = asked.model_copy(update={"data": ASKED | {"pending": False}})
    over = replies.success(_with(committed, answered), {}, "en")
    assert (over.outcome, over.clarification) == ("done", None)


def _with(committed: Committed, *artifacts: Artifact) -> Committed:
    dossier = committed.dossier.model_copy(update={"artifacts": artifacts})
    return committed.model_copy(update={"dossier": dossier})
