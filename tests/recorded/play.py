"""Holds a conversation with the real application, on a real socket, and returns all that it said and stored."""

import hashlib
import io
import json
import re
import tempfile
import zipfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tests.recorded.form import exact
from tests.recorded.steps import Ask, Conversation, Say, Step
from tests.recorded.wiring import Wired, wired
from tests.serving import Served, served

HEADERS = ("content-type", "content-disposition", "content-security-policy", "cache-control")
MINTED = re.compile(r"dos-[0-9a-f]{32}")
REFERENCE = re.compile(r'(?:"error_id":"|reference |kenmerk )([0-9a-f]{8})\b')
RECEIPT = re.compile(r"receipts/")


class Play:
    """One conversation on a server that runs."""

    def __init__(
        self, conversation: Conversation, server: Served, wired: Wired, client: httpx2.AsyncClient
    ) -> None:
        self._conversation = conversation
        self._address = f"ws://127.0.0.1:{server.port}/ws"
        self._wired = wired
        self._client = client
        self._known = {"{id}": conversation.id, "{other}": conversation.other}
        self._names: dict[str, str] = {}
        self._file = b""

    async def step(self, step: Step) -> dict[str, Any]:
        """Take a step, and return it with what came back."""
        self._wired.given.next()
        return await (self._said(step) if isinstance(step, Say) else self._asked(step))

    async def _said(self, step: Say) -> dict[str, Any]:
        frame = step.frame if isinstance(step.frame, bytes) else self._filled(step.frame)
        headers = {"accept-language": step.language} if step.language else {}
        texts: list[str | bytes] = []
        async with connect(
            self._address, proxy=None, open_timeout=60, additional_headers=headers
        ) as connection:
            await connection.send(frame)
            with suppress(ConnectionClosed):
                while True:
                    texts.append(await connection.recv())
        said = _brief(step.frame)
        frames = [self._masked(text) for text in texts]
        return {"say": said, **_noted(step), "frames": frames, "closed": connection.close_code}

    async def _asked(self, step: Ask) -> dict[str, Any]:
        body = self._file if step.body == "the last file" else step.body
        if step.type == "application/json":
            body = self._filled(body.decode()).encode()
        headers = {"content-type": step.type} if step.type else {}
        if step.language:
            headers["accept-language"] = step.language
        reply = await self._client.request(
            step.method, self._filled(step.path), content=body or None, headers=headers
        )
        if step.keeps_file:
            self._file = reply.content
        told = {name: reply.headers[name] for name in HEADERS if name in reply.headers}
        sent = {"body": _brief(step.body)} if step.body else {}
        is_pack = told.get("content-type", "").endswith("tess.pack")
        content = unpacked(reply.content) if is_pack else self._masked(reply.content)
        return {
            step.method.lower(): step.path,
            **sent,
            **_noted(step),
            "status": reply.status_code,
            "headers": {name: self._unminted(value) for name, value in told.items()},
            "content": content,
        }

    def _filled(self, text: str) -> str:
        for name, one in {
            **self._known,
            **{name: one for one, name in self._names.items()},
        }.items():
            text = text.replace(name, one)
        return text

    def _masked(self, content: str | bytes) -> Any:
        text = content.encode() if isinstance(content, str) else content
        try:
            return exact(self._unminted(text.decode()).encode())
        except UnicodeDecodeError:
            return exact(text)

    def _unminted(self, text: str) -> str:
        """Return a text without what is drawn by lot: ids of dossiers that the server minted, references to its log."""
        for found in MINTED.findall(text):
            if found not in self._known.values():
                self._names.setdefault(found, f"{{minted {len(self._names) + 1}}}")
        for minted, name in self._names.items():
            text = text.replace(minted, name)
        for reference in set(REFERENCE.findall(text)):
            text = text.replace(reference, "{error}")
        return text


def _noted(step: Step) -> dict[str, str]:
    return {"language": step.language} if step.language else {}


def _brief(sent: str | bytes) -> Any:
    if isinstance(sent, bytes):
        return exact(sent) if len(sent) < 5_000 else exact(b"\xff" + sent)
    return exact(sent.encode()) if len(sent) < 5_000 else f"{sent[:200]} ... {len(sent)} characters"


def unpacked(pack: bytes) -> dict[str, Any]:
    """Return what a pack holds: its members' hashes, and whole what is nowhere else in a recording."""
    with zipfile.ZipFile(io.BytesIO(pack)) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    return {
        "sha256": hashlib.sha256(pack).hexdigest(),
        "members": list(members),
        **{
            name: exact(data)
            for name, data in members.items()
            if name == "manifest.json" or RECEIPT.match(name)
        },
    }


def stored(folder: Path) -> dict[str, Any]:
    """Return every file of a folder of dossiers, but for locks and the index."""
    return {
        path.name: [exact(line) for line in path.read_bytes().splitlines(keepends=True)]
        if path.suffix == ".jsonl"
        else exact(path.read_bytes())
        for path in sorted(folder.iterdir())
        if path.suffix != ".lock" and not path.name.startswith("index.")
    }


async def played(conversation: Conversation, folder: Path) -> dict[str, Any]:
    """Return the recording of a conversation whose dossiers are kept in a new folder."""
    engine = wired(folder, conversation)
    async with served(engine.parts) as server:
        address = f"http://127.0.0.1:{server.port}"
        async with httpx2.AsyncClient(trust_env=False, base_url=address, timeout=60) as client:
            play = Play(conversation, server, engine, client)
            steps = [await play.step(step) for step in conversation.steps]
    await engine.parts.close()
    recording: dict[str, Any] = {"conversation": conversation.name, "steps": steps}
    if conversation.script:
        whole = conversation.keeps_prompts
        recording["offered"] = engine.offered(whole=whole)
        recording["asked"] = engine.asked(whole=whole)
    if not conversation.has_minted:
        recording["stored"] = stored(folder)
    # What JSON knows no better, such as a tuple, is what is read back from it.
    return dict(json.loads(json.dumps(recording)))


async def recorded(conversation: Conversation) -> dict[str, Any]:
    """Return the recording of a conversation."""
    with tempfile.TemporaryDirectory() as folder:
        return await played(conversation, Path(folder))
