"""The engine says and stores what it did when the golden files were recorded, to the byte."""

import pytest

from tests.recorded.conversations import CONVERSATIONS
from tests.recorded.form import differences, exact, read, written
from tests.recorded.play import recorded
from tests.recorded.record import GOLDEN, golden
from tests.recorded.steps import Conversation

MOST_TOLD = 8


@pytest.mark.parametrize("conversation", CONVERSATIONS, ids=lambda one: one.name)
async def test_a_conversation_is_what_it_was(conversation: Conversation) -> None:
    before = read(golden(conversation.name).read_text("utf-8"))
    found = differences(before, await recorded(conversation))
    told = "\n".join(found[:MOST_TOLD])
    assert not found, f"{len(found)} differences, of which the first:\n{told}"


def test_every_golden_file_is_of_a_conversation() -> None:
    assert len({one.name for one in CONVERSATIONS}) == len(CONVERSATIONS)
    assert {golden(one.name) for one in CONVERSATIONS} == set(GOLDEN.glob("*.json"))


def test_a_difference_is_told_with_where_it_is() -> None:
    before = {"steps": [{"hash": "a", "said": "one two three", "more": [1]}]}
    now = {"steps": [{"hash": "b", "said": "one too three", "more": [1, 2]}]}
    assert differences(before, before) == []
    assert differences(before, now) == [
        ".steps[0].said: at 5: 'one two three' became 'one too three'",
        ".steps[0].more: 1 items became 2",
        ".steps[0].hash: at 0: 'a' became 'b'",
    ]


@pytest.mark.parametrize(
    "data",
    [b'{"a":1.0}', b'{"a": 1}', b"one\ntwo\n", b"one", b'{\n "a": 1\n}\n', b"[]", b"", b"\xff\xfe"],
)
def test_bytes_that_differ_are_written_differently(data: bytes) -> None:
    assert read(written(exact(data))) == exact(data)
    for other in (data + b" ", data + b"\n", data.replace(b"1", b"1.00")):
        assert other == data or exact(other) != exact(data)
