"""Two tenants on one server with the same project of a tracker: neither has anything of the other's."""

import json
from base64 import b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import httpx2

from src.desks.backlog.demo import MEETING
from src.desks.backlog.seed_views import NAMES
from tests.desks.backlog.services.place import Place
from tests.desks.backlog.talking import PROJECT, installed, rooms
from tests.identity.callers import SECRET, UNKNOWN, made
from tests.serving import rest_client, served

TENANTS = ("acme", "bolt")


def token_of(tenant: str) -> str:
    """Return what Azure DevOps knows a tenant by."""
    return f"pat-of-{tenant}-0123456789"


@dataclass
class Person:
    """Somebody of a tenant, at the routes of the desk."""

    client: httpx2.AsyncClient
    run_id: str = ""

    async def post(self, path: str, body: Any) -> httpx2.Response:
        return await self.client.post(f"/backlog/{path}", json=body)

    async def brings(self, text: str, run_id: str = "") -> httpx2.Response:
        content = text.encode()
        asked = {"name": "meeting.txt", "agreed": sha256(content).hexdigest(), "run_id": run_id}
        kind = {"content-type": "application/octet-stream"}
        return await self.client.post(
            "/backlog/upload", params=asked, content=content, headers=kind
        )

    async def plans(self) -> str:
        """Have a meeting made into items and planned; return the digest."""
        self.run_id = (await self.brings(MEETING.read_text("utf-8"))).json()["run_id"]
        await self.post(f"run/{self.run_id}", {"project": PROJECT})
        done = await self.post(f"run/{self.run_id}", {})
        assert done.json()["phase"] == "completed", done.text
        return str((await self.post(f"write/{self.run_id}", {})).json()["plan"])


@asynccontextmanager
async def two(here: Place, folder: Path) -> AsyncIterator[tuple[Person, Person]]:
    access = {}
    for name in TENANTS:
        (folder / f"{name}.token").write_text(token_of(name))
        access[name] = {"projects": [PROJECT], "token_file": f"{name}.token"}
    (folder / "tenants.json").write_text(json.dumps(access))
    parts = installed(
        here.settings.tess_backlog_ado_url,
        folder / "data",
        tess_token_secret=SECRET,
        tess_backlog_ado_tenants=folder / "tenants.json",
    )
    shown = [f"Bearer {await made(parts, name, name)}" for name in TENANTS]
    async with served(parts) as server:
        url = f"http://127.0.0.1:{server.port}"
        ann, bob = (rest_client(base_url=url, headers={"authorization": one}) for one in shown)
        async with ann, bob:
            yield Person(ann), Person(bob)
    await parts.close()


def asked_by(here: Place, tenant: str) -> list[str]:
    """Return the paths that were asked for with the token of a tenant."""
    packed = b64encode(f":{token_of(tenant)}".encode()).decode()
    return [one.path for one in here.server.requests if packed in one.headers["authorization"]]


async def test_neither_of_two_tenants_has_anything_of_the_other(tmp_path: Path) -> None:
    grants = [{"token": token_of(name), "projects": [PROJECT]} for name in TENANTS]
    with rooms(access=grants) as here:
        async with two(here, tmp_path) as (ann, bob):
            digest = await ann.plans()
            assert asked_by(here, "bolt") == []

            files = [f"artifacts/{{}}/{name}" for name in NAMES]
            for path in ("status/{}", "artifacts/{}", *files):
                own, none = [
                    await bob.client.get(f"/backlog/{path.format(one)}")
                    for one in (ann.run_id, UNKNOWN)
                ]
                assert own.status_code == none.status_code == 404, path
                assert own.text == none.text.replace(UNKNOWN, ann.run_id), path
            yes = {"dry_run": False, "plan": digest}
            for path, body in (("run/{}", {}), ("write/{}", {}), ("write/{}", yes)):
                assert (await bob.post(path.format(ann.run_id), body)).status_code == 404
            assert (await bob.brings("Anna: hello there", ann.run_id)).status_code == 404
            assert (await bob.client.get("/dossiers")).json()["dossiers"] == []
            assert (asked_by(here, "bolt"), here.writes) == ([], [])

            assert await bob.plans() != digest
            # What one has read of the project the other reads for themselves, with their own token.
            assert {one for one in asked_by(here, "bolt") if one.endswith(("/wiql", "batch"))} == {
                one for one in asked_by(here, "acme") if one.endswith(("/wiql", "batch"))
            }
            stolen = await bob.post(f"write/{bob.run_id}", yes)
            assert ("not in the dossier" in stolen.json()["reply"], here.writes) == (True, [])

            asked = asked_by(here, "bolt")
            written = (await ann.post(f"write/{ann.run_id}", yes)).json()
            assert (written["outcome"], bool(here.writes)) == ("done", True)
            assert asked_by(here, "bolt") == asked
            status = (await bob.client.get(f"/backlog/status/{bob.run_id}")).json()
            assert (status["written"], status["phase"]) == (0, "completed")

    kept = [one.read_bytes() for one in (tmp_path / "data").rglob("*") if one.is_file()]
    assert kept
    assert not any(token_of(name).encode() in one for name in TENANTS for one in kept)
