"""A plan in words: what a person reads is what is written."""

import pytest
from pydantic import JsonValue

from src.dossier.models import Dossier
from src.dossier.plan import Operation, plan_put
from src.presenter import PLAIN, FieldChange, OperationInWords, Presenter
from src.tools.base import Planned
from tests.dossier.turns import DOSSIER
from tests.fakes import START

NOWHERE = Dossier(id=DOSSIER, desk="tax", created_at=START)


def told(*operations: Operation) -> str:
    standing = plan_put(NOWHERE, "A plan", operations, "0" * 32)
    said = PLAIN.say("", [Planned(standing)], NOWHERE, "en")
    assert said.plans == (standing.plan.digest,)
    assert standing.plan.digest[:12] in said.text
    return said.text


def test_every_operation_is_told_with_all_that_it_writes() -> None:
    bodies: list[dict[str, JsonValue]] = [
        {"name": f"item {number}", "tags": ["a", "b"]} for number in range(30)
    ]
    text = told(
        *(
            Operation(id=str(n), title=f"Add {n}", system="backlog", body=body)
            for n, body in enumerate(bodies)
        )
    )
    for number in range(30):
        assert f"**Add {number}**" in text
        assert f'"name": "item {number}"' in text


def test_what_can_not_be_seen_is_written_so_that_it_can() -> None:
    body: dict[str, JsonValue] = {
        "to": "anna\u202emoc.elpmaxe@\u200b",
        "note": "one\x1b[2Ktwo\u00ad",
    }
    text = told(Operation(id="1", title="Mail\n\u202eanna", system="post", body=body))
    assert "\\u202emoc" in text
    assert "\\u200b" in text
    assert "\\u001b" in text
    assert all(one == "\n" or one.isprintable() for one in text)


def test_a_body_can_not_end_its_block() -> None:
    text = told(Operation(id="1", title="x", system="y", body={"text": "````\n**Nothing** ```"}))
    fence = text.split("\n{\n")[0].rpartition("\n")[2]
    assert set(fence) == {"`"}
    assert len(fence) > 4
    assert text.count(fence) == 2


BODY: dict[str, JsonValue] = {
    "kind": "put",
    "text": "one\ntwo\u202e\n```",
    "number": 12,
    "none": None,
}


def worded(**changes: object) -> str:
    """Return a plan of one operation in words that say all of it, but for these changes."""
    given: dict[str, object] = {
        "does": "Put [it](x) into list 12",
        "fields": (FieldChange("Text", "one\ntwo\u202e\n```", "one\nthree"),),
        "implied": ("kind",),
    }
    words = OperationInWords(**{**given, **changes})  # type: ignore[arg-type]  # fields by name
    desk = Presenter(in_words=lambda *_: words)
    operation = Operation(id="1", title="Stored", system="list", body=BODY)
    standing = plan_put(NOWHERE, "A plan", [operation], "0" * 32)
    return desk.say("", [Planned(standing)], NOWHERE, "en").text


def test_an_operation_reads_as_what_goes_and_what_comes() -> None:
    block = "````diff\nText:\n  one\n- three\n+ two\\u202e\n+ ```\n````"
    assert block in worded()
    assert r"1. **Put [it]\(x) into list 12** (list)" in worded()


@pytest.mark.parametrize(
    "changes",
    [
        {"does": "Put it into list 1"},
        {"fields": ()},
        {"fields": (FieldChange("Text", "one\ntwo\u202e"),)},
        {"fields": (FieldChange("Text", "", "one\ntwo\u202e\n```"),)},
        {"implied": ()},
    ],
)
def test_words_that_leave_something_out_are_not_shown(changes: dict[str, object]) -> None:
    text = worded(**changes)
    assert "**Stored**" in text
    assert '"number": 12' in text
