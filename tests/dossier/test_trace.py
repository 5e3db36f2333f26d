"""A turn step by step, from the journal alone."""

from datetime import UTC, datetime
from typing import Any

import pytest

from src.dossier.journal import HitRecord, JournalEntry, ModelRecord, Request, ToolRecord
from src.dossier.models import Artifact
from src.dossier.patch import DossierPatch
from src.dossier.trace import trace
from src.errors import UnknownVersion

NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


def entry(version: int, message: str = "", made: tuple[Artifact, ...] = (), **more: Any) -> Any:
    return JournalEntry(
        dossier_id="dos-00000001",
        desk="any",
        version=version,
        time=NOON,
        request=Request(message=message) if message else None,
        patch=DossierPatch(put_artifacts=made),
        reply="",
        language="en",
        model=ModelRecord(id="offline"),
        **more,
    )


def test_the_last_question_is_traced_unless_a_turn_is_named() -> None:
    stage: dict[str, Any] = {
        "name": "read",
        "seed_name": "lang",
        "wrote": {"language": "zh"},
        "more": 1,
    }
    made = Artifact(id="reading", kind="reading", data={"stages": [stage, {"name": 3}, "x"]})
    hits = tuple(
        HitRecord(source_id=f"s{rank}", title="", rank=rank, score=1.0, offered=rank == 1)
        for rank in (1, 2)
    )
    ran = ToolRecord(tool="search", arguments='{"query": "x"}', outcome="done", hits=hits)
    entries = [entry(1, "Why?", (made,), tools=(ran,)), entry(2)]
    found = trace(entries)
    assert (found.turn, found.message, found.outcome, found.model) == (1, "Why?", "done", "offline")
    assert [(one.name, one.seed_name, one.wrote) for one in found.stages] == [
        ("read", "lang", {"language": "zh"})
    ]
    assert [(one.tool, one.hits, one.offered) for one in found.calls] == [("search", 2, 1)]
    assert (trace(entries, 2).turn, trace(entries, 2).stages) == (2, ())


def test_a_turn_that_is_not_there_is_refused() -> None:
    with pytest.raises(UnknownVersion):
        trace([entry(1, "Why?")], 7)
    with pytest.raises(UnknownVersion):
        trace([entry(1)])
