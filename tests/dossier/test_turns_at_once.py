"""Several turns at once on one dossier, at every desk, with a model that takes its time, over two servers.

The law: what a turn said that it did is in the dossier, once; of a turn that was refused there is nothing.
"""

import asyncio
import json
import random
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

from src.agent import Agent
from src.bootstrap import build
from src.desks.backlog.artifacts import BacklogItem
from src.desks.backlog.kept import put_items
from src.desks.catalogue import DESKS, Installed, read_settings
from src.desks.desk import Desk
from src.dossier.journal import ModelRecord, Request, Turn, fold
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.store import Committed, DossierStore
from src.errors import ChangedMeanwhile
from src.llm.protocol import ChatMessage, ChatReply, ToolCall, ToolSpec
from src.llm.state import message_and_state
from src.tools.base import Arguments, Looked, Tool, ToolResult
from tests.desks.azure.doubles import Doorman, ToldArm, plug
from tests.fakes import ScriptedRounds
from tests.lending import with_starter_index
from tests.thoroughness import examples

LIST = Artifact(
    id="list",
    kind="worklist",
    data={"text": "Begun.", "items": [{"id": n, "title": f"Item {n}"} for n in (1, 2, 3)]},
)
"""What the turns edit at every desk: a text that is added to, and items that are changed, added and dropped."""

ITEMS = {f"item-{n}": BacklogItem(type="story", title=f"Story {n}") for n in (1, 2, 3)}

EDITS = ("note", "change", "drop", "add")
TOOLS: Mapping[str, str] = {"tsg": "take_notes", "azure": "give_up", "backlog": "edit_items"}
"""A tool of the desk whose effect is looked for, too."""


@dataclass(frozen=True)
class Move:
    """What a turn is to do; ``mark`` is its own and stands in the message."""

    name: str
    number: int
    mark: str

    @property
    def message(self) -> str:
        return json.dumps([self.name, self.number, self.mark, self.noted])

    @property
    def noted(self) -> str:
        """What it notes, in the words of the message."""
        return f"The server {self.mark} was restarted and has room again."

    def edited(self, data: dict[str, Any]) -> dict[str, Any]:
        """Return the list as the turn puts it back, whole."""
        items = list(data["items"])
        if self.name == "note":
            return {**data, "text": f"{data['text']}\n\n{self.mark}"}
        if self.name == "add":
            number = 1 + max((one["id"] for one in items), default=0)
            return {**data, "items": [*items, {"id": number, "title": self.mark}]}
        kept = [one for one in items if one["id"] != self.number]
        if self.name == "drop":
            return {**data, "items": kept}
        changed = {"id": self.number, "title": self.mark}
        return {**data, "items": [changed if one["id"] == self.number else one for one in items]}

    def call(self) -> ToolCall:
        given: dict[str, object] = {
            "edit_list": {"name": self.name, "number": self.number, "mark": self.mark},
            "take_notes": {"text": self.noted},
            "give_up": {"checked": ["all"], "missing": [self.mark]},
            "edit_items": {
                "edits": [{"op": "remove", "numbers": [self.number], "said": self.mark}]
            },
        }
        name = "edit_list" if self.name in EDITS else self.name
        return ToolCall("call", name, json.dumps(given[name]))

    def is_in(self, dossier: Dossier) -> bool:
        """Whether what the turn did is there, once."""
        made = {one.id: one.data for one in dossier.artifacts}
        (now,) = (one.data for one in dossier.artifacts if one.id == LIST.id)
        if self.name == "drop":
            return self.number not in [one["id"] for one in _items(now)]
        if self.name == "edit_items":
            return made[f"item-{self.number}"]["state"] == "left_out"
        return json.dumps(list(made.values())).count(self.mark) == 1


def _items(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = data["items"]
    return found


class Edit(Arguments):
    name: str
    number: int
    mark: str


class EditList(Tool[Edit]):
    """Put the list back as an edit leaves it."""

    args = Edit

    async def execute(self, dossier: Dossier, args: Edit) -> ToolResult:
        known = dossier.artifact(LIST.id)
        assert known is not None  # the dossier was begun with it
        data = Move(args.name, args.number, args.mark).edited(dict(known.data))
        edited = known.model_copy(update={"data": data})
        return ToolResult(Looked(()), DossierPatch(put_artifacts=(edited,)), ends=True)


class Slow(ScriptedRounds):
    """A model that calls what a message says as data, once all turns that run at once have begun."""

    def __init__(self, begun: list[asyncio.Barrier]) -> None:
        super().__init__()
        self._begun = begun

    async def chat(
        self, messages: Sequence[ChatMessage], tools: Sequence[ToolSpec]
    ) -> ChatReply:  # the protocol's
        if messages[-1].role == "tool":
            return ChatReply("")
        await self._begun[-1].wait()
        message, _ = message_and_state(messages)
        return ChatReply("", (Move(*json.loads(message)[:3]).call(),))


@dataclass(frozen=True)
class Servers:
    """Two servers on one place for dossiers."""

    agents: tuple[Agent, Agent]
    store: DossierStore
    begun: list[asyncio.Barrier]

    async def begin(self, desk: str) -> str:
        """Make a dossier with what turns edit, and return its id."""
        dossier_id = f"dos-{random.randbytes(16).hex()}"  # a name
        made = (LIST, *(put_items(ITEMS) if desk == "backlog" else ()))
        turn = Turn(
            dossier_id=dossier_id,
            desk=desk,
            request=None,
            patch=DossierPatch(put_artifacts=made, language="en"),
            reply="",
            language="en",
            model=ModelRecord(id="none"),
        )
        await self.store.commit(turn)
        return dossier_id

    async def at_once(self, dossier_id: str, moves: list[Move]) -> list[Committed | None]:
        """Have all done at once, and return what was committed; None for what was refused."""
        self.begun.append(asyncio.Barrier(len(moves)))

        async def done(number: int, move: Move) -> Committed | None:
            agent = self.agents[number % 2]
            try:
                return await agent.turn(dossier_id, Request(message=move.message))
            except ChangedMeanwhile:
                return None

        return await asyncio.gather(*(done(n, move) for n, move in enumerate(moves)))


@pytest.fixture(params=["files", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> dict[str, object]:
    """The settings that name one place for dossiers."""
    if request.param == "files":
        return {"tess_data_dir": with_starter_index(tmp_path)}
    url = request.getfixturevalue("database_url")
    return {"tess_data_dir": with_starter_index(tmp_path), "database_url": url}


@asynccontextmanager
async def two_servers(place: dict[str, object]) -> AsyncIterator[Servers]:
    begun: list[asyncio.Barrier] = []
    azure = plug(ToldArm(), Doorman())
    desks: Installed = [azure if one == "src.desks.azure" else one for one in DESKS]
    settings = read_settings(desks, tess_model="offline", _env_file=None, **place)
    parts = [build(settings, desks=desks) for _ in "ab"]

    def slow(desk: Desk) -> Desk:
        # Turns of these wait for each other elsewhere; edits must not need that.
        return replace(
            desk, llm=Slow(begun), tools=(*desk.tools, EditList()), intake=(), one_at_a_time=False
        )

    first, second = (
        replace(one.agent, desks={name: slow(desk) for name, desk in one.agent.desks.items()})
        for one in parts
    )
    try:
        yield Servers((first, second), parts[0].store, begun)
    finally:
        for one in parts:
            await one.close()


def drawn(desk: str, chance: random.Random) -> list[Move]:
    names = [*EDITS, *filter(None, [TOOLS.get(desk)])]
    marks = (f"mark{n}x" for n in range(3))
    return [
        Move(chance.choice(names), chance.randint(1, 3), next(marks))
        for _ in range(chance.randint(2, 3))
    ]


async def test_what_a_turn_did_is_there_once_and_nothing_of_one_that_was_refused(
    place: dict[str, object],
) -> None:
    ended: list[bool] = []
    async with two_servers(place) as servers:
        for desk in servers.agents[0].desks:
            for seed in range(examples(20)):
                moves = drawn(desk, random.Random(f"{desk} {seed}"))  # repeatable
                dossier_id = await servers.begin(desk)
                told = await servers.at_once(dossier_id, moves)
                ended += [one is not None for one in told]
                dossier = await servers.store.load(dossier_id)
                entries = await servers.store.journal(dossier_id)
                assert dossier is not None
                assert fold(entries) == dossier
                assert len(entries) == 1 + sum(one is not None for one in told)
                for move, committed in zip(moves, told, strict=True):
                    why = f"{desk}, {seed}: {move} of {moves}"
                    if committed:
                        assert move.is_in(dossier), why
                    else:
                        assert move.mark not in dossier.model_dump_json(), why
    assert set(ended) == {True, False}


async def test_three_messages_to_one_guide_are_all_in_its_notes(place: dict[str, object]) -> None:
    async with two_servers(place) as servers:
        dossier_id = await servers.begin("tsg")
        for rounds in ("ab", "cde", "fgh"):  # the first notes of a guide, and what is added to them
            moves = [Move("take_notes", 1, f"mark{name}x") for name in rounds]
            told = await servers.at_once(dossier_id, moves)
            dossier = await servers.store.load(dossier_id)
            assert all(told)
            assert dossier is not None
            assert all(one.is_in(dossier) for one in moves)


async def test_who_meets_another_edit_is_told_what_changed(place: dict[str, object]) -> None:
    async with two_servers(place) as servers:
        dossier_id = await servers.begin("docs")
        servers.begun.append(asyncio.Barrier(2))
        turns = (
            agent.turn(dossier_id, Request(message=Move("change", 3, mark).message))
            for agent, mark in zip(servers.agents, ("markax", "markbx"), strict=True)
        )
        ended = await asyncio.gather(*turns, return_exceptions=True)
        (refused,) = (one for one in ended if isinstance(one, ChangedMeanwhile))
        assert refused.details == {"names": "list (items.3.title)"}
        again = await servers.at_once(dossier_id, [Move("change", 3, "markcx")])
        assert all(again)
