"""Questions put to the real application, and the files that it hands over."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from src.bootstrap import build
from src.settings import Settings
from tests.lending import with_starter_index
from tests.serving import Served, served

FILES = ("html", "docx", "pdf", "md", "json")


@asynccontextmanager
async def application(data_dir: Path) -> AsyncIterator[Served]:
    """Run the application over the library of this folder; the starter corpus where it has none."""
    async with served(
        build(Settings(_env_file=None, tess_data_dir=with_starter_index(data_dir)))
    ) as running:
        yield running


async def answered(server: Served, question: str) -> str:
    """Ask, confirm the sources, and return the dossier that has the answer."""
    dossier_id: str = (await server.say(question))["dossier_id"]
    yes = "Yes" if question.startswith(("What", "How", "When", "Within")) else "Ja"
    await server.say(yes, dossier_id=dossier_id)
    return dossier_id


async def handed_over(server: Served, dossier_id: str) -> dict[str, bytes]:
    """Return the answer's memo in every format."""
    files = {}
    for name in FILES:
        reply = await server.get(f"/dossiers/{dossier_id}/export?format={name}")
        assert reply.status_code == 200, reply.text
        files[name] = reply.content
    return files


async def dossier(server: Served, dossier_id: str) -> dict[str, Any]:
    found: dict[str, Any] = (await server.get(f"/dossiers/{dossier_id}")).json()
    return found
