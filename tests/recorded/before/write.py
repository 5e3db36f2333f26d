"""Wrote the files beside it, once: ``python -m tests.recorded.before.write``; what is there already stays."""

import asyncio
import json
import shutil
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from tests.recorded.conversations import CONVERSATIONS
from tests.recorded.play import played
from tests.recorded.steps import Conversation
from tests.recorded.wiring import wired
from tests.serving import served

HERE = Path(__file__).parent
DOSSIERS, PACKS, KNOWN = HERE / "dossiers", HERE / "packs", HERE / "known.json"
KEPT = (
    "a question in English, confirmed and answered",
    "a day of law in words",
    "two questions in one dossier, both answered",
    "a title and a day over REST",
    "undo and redo over REST",
    "a turn forgotten",
    "all forgotten",
    "a hold keeps all from being forgotten",
    "quotes struck and mended",
    "a mending that fails",
    "a document of the client, used in an answer",
    "a document of the client left out, undone and forgotten",
    "messages that are sent again",
)


async def looked_at(client: httpx2.AsyncClient, dossier_id: str) -> dict[str, Any]:
    """Return what is known of a dossier for good: its state, its answers, and whether each is made again."""
    dossier = (await client.get(f"/dossiers/{dossier_id}")).json()
    verified = (await client.get(f"/dossiers/{dossier_id}/verify")).json()
    checked = (await client.get(f"/dossiers/{dossier_id}/check")).json()
    replayed = {}
    for answer in (one["id"] for one in dossier["answers"]):
        reply = await client.get(f"/dossiers/{dossier_id}/replay?answer={answer}")
        told = reply.json()
        replayed[answer] = [reply.status_code, told.get("same"), told.get("code")]
    return {
        "state": (await client.get(f"/dossiers/{dossier_id}/hash")).json()["sha256"],
        "version": dossier["version"],
        "verified": verified,
        "checked": [checked.get("same"), checked.get("code")],
        "replayed": replayed,
    }


async def write(conversation: Conversation) -> dict[str, Any]:
    """Keep the dossier of a conversation and its pack, and return what is known of it."""
    with tempfile.TemporaryDirectory() as folder:
        await played(conversation, Path(folder))
        engine = wired(Path(folder), Conversation("looking", ()))
        async with served(engine.parts) as server:
            address = f"http://127.0.0.1:{server.port}"
            async with httpx2.AsyncClient(trust_env=False, base_url=address) as client:
                known = await looked_at(client, conversation.id)
                pack = (await client.get(f"/dossiers/{conversation.id}/pack")).content
        for path in Path(folder).glob(f"{conversation.id}.json*"):
            shutil.copy(path, DOSSIERS)
    (PACKS / f"{conversation.id}.tess").write_bytes(pack)
    return {"conversation": conversation.name, **known}


async def main() -> None:
    """Write what is not there."""
    known = json.loads(KNOWN.read_text("utf-8")) if KNOWN.exists() else {}
    DOSSIERS.mkdir(exist_ok=True)
    PACKS.mkdir(exist_ok=True)
    for conversation in CONVERSATIONS:
        if conversation.name in KEPT and conversation.id not in known:
            known[conversation.id] = await write(conversation)
    KNOWN.write_text(f"{json.dumps(known, ensure_ascii=False, indent=1)}\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
