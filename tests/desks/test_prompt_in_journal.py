"""A line of the journal names the prompt that a model was given to decide by, and none where code decided."""

import json
import re
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from src.llm.protocol import ChatReply
from tests.desks.azure.doubles import ToldArm
from tests.desks.azure.talking import ERROR, over
from tests.desks.backlog.scripts import MEETING, whole_run
from tests.desks.backlog.talking import PROJECT, at_the_desk, rooms
from tests.desks.tsg.talking import NOTES, Talk, talking
from tests.fakes import ScriptedRounds, calls
from tests.serving import Served


def named(folder: Path) -> Iterator[str]:
    """Yield what each line of the journals below a folder names as its prompt."""
    for path in folder.rglob("dos-*.jsonl"):
        yield from re.findall(r'"prompt_hash":"(\w*)"', path.read_text("utf-8"))


def sent(llm: ScriptedRounds) -> set[str]:
    """Return the hashes of what a model was told before all messages."""
    return {sha256(one[0].content.encode()).hexdigest() for one in llm.asked}


async def test_backlog(tmp_path: Path) -> None:
    with rooms() as here:
        async with at_the_desk(here, tmp_path, whole_run()) as talk:
            await talk.begin(MEETING)
            await talk.say(f"load the backlog of {PROJECT}")
            await talk.say("make the items")
    assert set(named(tmp_path)) == {""}


def test_tsg(tmp_path: Path) -> None:
    llm = ScriptedRounds(calls(("take_notes", "{}")), ChatReply(""))

    async def hold(talk: Talk) -> None:
        await talk.say(NOTES)
        await talk.say("write it")  # which code reads

    talking(tmp_path, hold, llm=llm)
    assert set(named(tmp_path)) == {"", sha256(llm.asked[0][0].content.encode()).hexdigest()}


def test_azure(tmp_path: Path) -> None:
    llm = ScriptedRounds(calls(("give_up", json.dumps({"checked": ["all"]}))))

    async def hold(server: Served) -> None:
        await server.say(ERROR)

    over(tmp_path, ToldArm(), hold, llm=llm)
    assert set(named(tmp_path)) == sent(llm)
