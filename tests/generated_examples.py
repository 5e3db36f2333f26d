"""Writes the ``examples.json`` of desks: what each route was asked and what it replied, long texts cut short."""

import asyncio
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import httpx2

from src.desks.docs import EXAMPLES as DOCS_EXAMPLES
from src.desks.tax import EXAMPLES
from tests.api.wiring import QUESTION, RULING, wired
from tests.desks.docs import acme
from tests.identity.callers import Client
from tests.serving import TEST_ID, Served, served
from tests.uploads import images

LONGEST = 200
DEED = b"De koopsom is betaald op 1 mei 2024. Vragen: koper@voorbeeld.nl.\n"
AGREED = hashlib.sha256(DEED).hexdigest()
PICTURE = images.image()
SEEN = hashlib.sha256(PICTURE).hexdigest()
DOSSIER = "/dossiers/{dossier_id}"

READS = {
    "/healthz": "",
    "/readyz": "",
    "/dossiers": "",
    DOSSIER: "",
    f"{DOSSIER}/journal": "",
    f"{DOSSIER}/log": "",
    f"{DOSSIER}/at/{{version}}": "",
    f"{DOSSIER}/hash": "",
    f"{DOSSIER}/why": f"?source={RULING.id}",
    f"{DOSSIER}/as-sent": "",
    f"{DOSSIER}/verify": "",
    "/diff": f"?a={TEST_ID}@1&b={TEST_ID}@2",
    f"{DOSSIER}/check": "",
    f"{DOSSIER}/replay": "",
    "/stale": "",
    "/find": "?text=bezwaar",
    "/desks": "",
}
"""Routes that only read, with what is asked of them."""

WRITES: dict[str, dict[str, Any]] = {
    f"{DOSSIER}/live": {},
    f"{DOSSIER}/retime": {"as_of": "2024-06-01"},
    f"{DOSSIER}/whatif": {"without": [RULING.id]},
    f"{DOSSIER}/confirm": {"confirm": "0" * 64},
    f"{DOSSIER}/selection": {"unselect": [RULING.id]},
    f"{DOSSIER}/as-of": {"day": "2024-06-01"},
    f"{DOSSIER}/title": {"title": "Bezwaar 2024"},
    f"{DOSSIER}/labels": {"add": ["Jansen BV"]},
    f"{DOSSIER}/archive": {"on": False},
    f"{DOSSIER}/undo": {"turns": 1},
    f"{DOSSIER}/redo": {"turns": 1},
    f"{DOSSIER}/forget": {"turns": [1]},
    f"{DOSSIER}/hold": {"on": True},
}
"""Routes that take a body, in an order in which each has something to do."""

OCTETS = {"content-type": "application/octet-stream"}


def short(value: Any) -> Any:
    """Return a value with long texts and lists cut, so that an example can be read."""
    if isinstance(value, dict):
        return {name: short(one) for name, one in value.items()}
    if isinstance(value, list):
        numbers = all(isinstance(one, int) for one in value)
        return value if numbers else [short(one) for one in value[:1]]
    if isinstance(value, str) and len(value) > LONGEST:
        return f"{value[: LONGEST - 4]} ..."
    return value


async def collected(server: Served) -> dict[str, Any]:
    """Hold a conversation and ask every route."""
    await server.say(QUESTION, dossier_id=TEST_ID)
    await server.say("ja", dossier_id=TEST_ID, message_id="m-1")
    examples: dict[str, Any] = {}
    async with httpx2.AsyncClient(
        trust_env=False, base_url=f"http://127.0.0.1:{server.port}", timeout=60
    ) as client:
        for path, query in READS.items():
            asked = path.format(dossier_id=TEST_ID, version=1)
            reply = await client.get(asked + query)
            examples[f"get {path}"] = {"response": short(reply.raise_for_status().json())}
        pack = (await client.get(f"/dossiers/{TEST_ID}/pack")).content
        for path, query, content in (
            ("/packs/open", "", pack),
            ("/documents/check", "?name=akte.txt", DEED),
            (f"{DOSSIER}/documents", f"?name=akte.txt&agreed={AGREED}", DEED),
            ("/images/check", "?name=akte.png", PICTURE),
            (f"{DOSSIER}/images", f"?name=akte.png&agreed={SEEN}&shows=De akte", PICTURE),
            ("/documents", f"?name=akte.txt&agreed={AGREED}", DEED),
            ("/images", f"?name=akte.png&agreed={SEEN}", PICTURE),
        ):
            asked = path.format(dossier_id=TEST_ID) + query
            reply = await client.post(asked, content=content, headers=OCTETS)
            examples[f"post {path}"] = {"response": short(reply.raise_for_status().json())}
        cancelled = (await client.post("/turns/m-1/cancel", json={})).raise_for_status().json()
        examples["post /turns/{message_id}/cancel"] = {"response": cancelled}
        for path, body in WRITES.items():
            reply = await client.post(path.format(dossier_id=TEST_ID), json=body)
            told = short(reply.raise_for_status().json())
            examples[f"post {path}"] = {"request": body, "response": told}
        await client.post(f"/dossiers/{TEST_ID}/hold", json={"on": False})
        gone = (await client.delete(f"/dossiers/{TEST_ID}")).raise_for_status().json()
        examples[f"delete {DOSSIER}"] = {"response": gone}
    return examples


async def collected_of_docs(folder: Path) -> dict[str, Any]:
    """Ask the routes that only a desk for documentation has something to tell by."""
    acme.write_pages(folder / "pages")
    acme.ingest(folder / "data", folder / "pages")
    examples: dict[str, Any] = {}
    async with acme.visit(folder / "data", acme.well()) as visitor:
        await visitor.say(acme.QUESTION)
        for path, body in (
            ("feedback", {"answer": "a1", "up": False, "why": "It lacks an example."}),
            ("scope", {"collections": ["acme"]}),
        ):
            reply = (await visitor.post(path, **body)).raise_for_status().json()
            examples[f"post {DOSSIER}/{path}"] = {"request": body, "response": short(reply)}
        asked = Client(visitor.server.port)
        first = {"desk": "docs", "collections": ["acme"]}
        told = (await asked.ask("POST", "/scope", json=first)).raise_for_status().json()
        examples["post /scope"] = {"request": first, "response": short(told)}
        for path, query in (
            ("/collections", ""),
            ("/feedback", ""),
            (f"{DOSSIER}/trace", "?turn=1"),
        ):
            at = path.format(dossier_id=visitor.dossier_id) + query
            told = (await asked.ask("GET", at)).raise_for_status().json()
            examples[f"get {path}"] = {"response": short(told)}
    return examples


async def main() -> None:
    """Write the files."""
    with tempfile.TemporaryDirectory() as folder:
        async with served(wired(Path(folder))) as server:
            _write(EXAMPLES, await collected(server))
        _write(DOCS_EXAMPLES, await collected_of_docs(Path(folder) / "docs"))


def _write(path: Path, examples: dict[str, Any]) -> None:
    text = json.dumps(examples, ensure_ascii=False, indent=1, sort_keys=True)
    path.write_text(f"{text}\n", "utf-8")


if __name__ == "__main__":
    asyncio.run(main())
