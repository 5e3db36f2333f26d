"""Any sequence of what clients do to a server, and what must hold after each: nothing acknowledged is ever lost."""

import asyncio
import contextlib
import json
import shutil
import tempfile
from collections.abc import Coroutine
from pathlib import Path
from typing import Any, TypeVar

import httpx2
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode

from src.dossier import chain
from src.dossier.journal import JournalEntry, fold
from src.dossier.json_store import JsonStore
from tests.api.raw import framed, raw
from tests.api.test_server import BAD_FRAMES
from tests.api.wiring import QUESTION, wired
from tests.serving import Served, rest_client, served
from tests.thoroughness import examples

Result = TypeVar("Result")
Frame = dict[str, Any]

DOSSIERS = ("dos-00000001", f"dos-{2:032x}")
WORDS = ("Bedankt", "Hallo", QUESTION, "Ja", "Haal de Hoge Raad weg", "Maak dat ongedaan")

dossiers = st.sampled_from(DOSSIERS)
words = st.sampled_from(WORDS)
ids = st.sampled_from(("m-1", "m-2", "m-3"))


class WireMachine(RuleBasedStateMachine):
    """One server, which may be started anew, and clients of all manners."""

    @initialize()
    def start(self) -> None:
        self.folder = Path(tempfile.mkdtemp())
        self.runner = asyncio.Runner()
        self.count = 0
        self.told: dict[tuple[str, int], str] = {}
        """Replies that were acknowledged, by dossier and version."""
        self.texts: dict[tuple[str, str], str] = {}
        """Texts that were sent, by dossier and message id."""
        self.repeatable: dict[tuple[str, str], Frame] = {}
        """Successes, by dossier and message id."""
        self.begin()

    def begin(self) -> None:
        self.stack = contextlib.AsyncExitStack()
        serving = self.stack.enter_async_context(served(wired(self.folder)))
        self.server: Served = self.does(serving)

    def does(self, work: Coroutine[Any, Any, Result]) -> Result:
        return self.runner.run(asyncio.wait_for(work, 100))

    def teardown(self) -> None:
        if hasattr(self, "server"):
            self.does(self.stack.aclose())
            self.runner.close()
            shutil.rmtree(self.folder)

    def fresh(self, text: str) -> str:
        """Return a text that was never sent before, so that a doubled turn is seen."""
        self.count += 1
        return f"{text} {self.count}" if text in ("Bedankt", "Hallo") else text

    def request(self, dossier: str, text: str, **fields: object) -> str:
        return json.dumps({"message": text, "dossier_id": dossier, **fields})

    def one_final(self, frames: list[Frame], close_code: int | None) -> Frame:
        assert close_code == 1000
        statuses = [frame["status"] for frame in frames]
        assert statuses[:-1] == ["progress"] * (len(frames) - 1)
        assert statuses[-1] in ("success", "error")
        assert [one["seq"] for one in frames if "seq" in one] == list(range(1, len(frames) + 1))[
            -len(frames) if "seq" in frames[-1] else len(frames) :
        ]
        return frames[-1]

    def acknowledged(self, final: Frame) -> None:
        if final["status"] == "success":
            self.told[final["dossier_id"], final["version"]] = final["response"]

    @rule(dossier=dossiers, text=words, stream=st.booleans())
    def says(self, dossier: str, text: str, stream: bool) -> None:
        before = len(self.journal(dossier))
        sent = self.request(dossier, self.fresh(text), stream=stream)
        final = self.one_final(*self.does(self.server.exchange(sent)))
        self.acknowledged(final)
        if final["status"] == "success":
            assert final["version"] > before

    @rule(dossier=dossiers, message_id=ids, text=words, stream=st.booleans())
    def says_with_an_id(self, dossier: str, message_id: str, text: str, stream: bool) -> None:
        key = (dossier, message_id)
        text = self.texts.setdefault(key, self.fresh(text))
        sent = self.request(dossier, text, message_id=message_id, stream=stream)
        final = self.one_final(*self.does(self.server.exchange(sent)))
        final.pop("seq", None)
        self.acknowledged(final)
        if key in self.repeatable:
            assert final["version"] == self.repeatable[key]["version"]
            assert final["status"] == "success"
        elif final["status"] == "success":
            self.repeatable[key] = final

    @rule(choice=st.integers(0, 9), after=st.integers(0, 12))
    def comes_back_for_the_rest(self, choice: int, after: int) -> None:
        if not self.repeatable:
            return
        dossier, message_id = sorted(self.repeatable)[choice % len(self.repeatable)]
        text = self.texts[dossier, message_id]
        sent = self.request(dossier, text, message_id=message_id, stream=True, after=after)
        frames, close_code = self.does(self.server.exchange(sent))
        assert close_code == 1000
        assert frames[-1]["status"] == "success", frames[-1]
        assert frames[-1]["version"] == self.repeatable[dossier, message_id]["version"]
        assert [one for one in frames if one["status"] != "progress"] == frames[-1:]

    @rule(choice=st.integers(0, 9))
    def uses_an_id_for_another_text(self, choice: int) -> None:
        if not self.repeatable:
            return
        dossier, message_id = sorted(self.repeatable)[choice % len(self.repeatable)]
        sent = self.request(dossier, self.fresh("Hallo"), message_id=message_id)
        final = self.one_final(*self.does(self.server.exchange(sent)))
        assert final["code"] == "message_id_reused"

    @rule(bad=st.sampled_from(BAD_FRAMES))
    def sends_what_is_wrong(self, bad: tuple[str | bytes, str]) -> None:
        frame, code = bad
        if code != "unknown_desk":  # a dossier that exists keeps its desk
            assert self.one_final(*self.does(self.server.exchange(frame)))["code"] == code

    @rule(dossier=dossiers, text=words)
    def two_at_once(self, dossier: str, text: str) -> None:
        async def both() -> list[tuple[list[Frame], int | None]]:
            sent = [self.request(dossier, self.fresh(one)) for one in (text, "Bedankt")]
            return list(await asyncio.gather(*(self.server.exchange(one) for one in sent)))

        finals = [self.one_final(*one) for one in self.does(both())]
        for final in finals:
            self.acknowledged(final)
        versions = [one["version"] for one in finals if one["status"] == "success"]
        assert len(set(versions)) == len(versions)

    @rule(dossier=dossiers, text=words, piece=st.integers(0, 40), whole=st.booleans())
    def is_lost(self, dossier: str, text: str, piece: int, whole: bool) -> None:
        data = framed(Opcode.TEXT, self.request(dossier, self.fresh(text)).encode())

        async def leave() -> None:
            async with raw(self.server.port) as client:
                await client.shake_hands()
                client.writer.write(data if whole else data[:piece])

        self.does(leave())

    @rule(dossier=dossiers)
    def says_two_things_on_one_connection(self, dossier: str) -> None:
        async def twice() -> list[Frame]:
            async with self.server.connect() as connection:
                with contextlib.suppress(ConnectionClosed):  # the first may be answered already
                    for text in ("Bedankt", "Hallo"):
                        await connection.send(self.request(dossier, self.fresh(text)))
                return [json.loads(text) async for text in connection]

        frames = self.does(twice())
        assert len(frames) == 1
        self.acknowledged(frames[0])

    @rule(dossier=dossiers, path=st.sampled_from(("undo", "redo", "forget")))
    def changes_over_rest(self, dossier: str, path: str) -> None:
        body: Frame = {"turns": "all"} if path == "forget" else {"turns": 1}
        reply = self.does(self.post(f"/dossiers/{dossier}/{path}", body))
        assert reply.status_code in (200, 404, 409)
        if reply.status_code == 200 and path == "forget":
            self.told = {key: text for key, text in self.told.items() if key[0] != dossier}
            # The text that stood under an id is gone, and with it what a repeat is held against.
            self.repeatable = {
                key: one for key, one in self.repeatable.items() if key[0] != dossier
            }
            self.texts = {key: one for key, one in self.texts.items() if key[0] != dossier}
            self.forgotten(dossier)

    def forgotten(self, dossier: str) -> None:
        for number in ("m-1", "m-2", "m-3"):
            self.texts[dossier, number] = ""

    async def post(self, path: str, body: Frame) -> httpx2.Response:
        async with rest_client() as client:
            return await client.post(f"http://127.0.0.1:{self.server.port}{path}", json=body)

    @rule()
    def starts_anew(self) -> None:
        self.does(self.stack.aclose())
        self.begin()

    def journal(self, dossier: str) -> list[JournalEntry]:
        return self.does(JsonStore(self.folder).journal(dossier))

    @invariant()
    def nothing_acknowledged_is_lost(self) -> None:
        if not hasattr(self, "server"):
            return
        for dossier in DOSSIERS:
            store = JsonStore(self.folder)
            loaded = self.does(store.load(dossier))
            # A turn whose client has gone may be stored just now, so the journal may be further.
            entries = chain.entries(chain.verify(self.does(store.lines(dossier))))
            assert [one.version for one in entries] == list(range(1, len(entries) + 1))
            assert fold(entries[: loaded.version if loaded else 0]) == loaded
            for (of, version), reply in self.told.items():
                if of == dossier:
                    assert reply.startswith(entries[version - 1].reply)
            asked = [one.request.message for one in entries if one.request]
            once = [text for text in asked if text.startswith(("Bedankt ", "Hallo "))]
            assert len(once) == len(set(once))


WireMachine.TestCase.settings = settings(
    max_examples=examples(10),
    stateful_step_count=10,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestWire = WireMachine.TestCase
