"""The conversations of docs/mcp.md at the desks that make something, held anew and compared."""

import json
from pathlib import Path
from typing import Any

from src.desks.catalogue import DESKS
from src.settings import PROJECT_ROOT
from tests.desks.test_a_stranger import house
from tests.mcp_server.clients import Caller, calling, opened
from tests.mcp_server.script import library

AGREED = "SHA256"
NOTES = (
    "Uploads to the archive server end with error 507 since the disk is full.\n"
    "Fix: remove expired jobs, no restart is needed."
)
MEETING = (
    "Anna: As a planner I want to see the free rooms per day, because I now call three departments."
)
CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("ask", {"message": NOTES, "desk": "tsg"}),
    ("confirm", {}),
    ("read", {"what": "artifacts/guide"}),
    ("add_document", {"text": MEETING, "name": "meeting.txt", "desk": "backlog"}),
    ("add_document", {"agreed": AGREED, "desk": "backlog"}),
    ("ask", {"message": "make the items"}),
    ("read", {"what": "artifacts/overview"}),
    ("ask", {"message": "403 AuthorizationFailed on the container raw", "desk": "azure"}),
)


async def held(caller: Caller) -> str:
    """Hold the conversations and return them as the page tells them."""
    told: list[str] = []
    known, dossier = dict[str, str](), ""
    for tool, given in CALLS:
        sent = {name: known.get(str(value), value) for name, value in given.items()}
        if "desk" not in given:
            sent["dossier"] = dossier
        result = await caller.ask(tool, **sent)
        dossier = result.get("dossier", dossier)
        known[AGREED] = result.get("sha256", "")
        told.append(f"> {tool} {json.dumps(given, ensure_ascii=False)}")
        made = ", ".join(dict.fromkeys(one["kind"] for one in result.get("artifacts", ())))
        version = f", version {result['version']}" if "version" in result else ""
        told.append(f"  {result['outcome']}{version}{f': {made}' if made else ''}")
    return "\n".join(told) + "\n"


async def test_the_page_tells_what_is_said(tmp_path: Path) -> None:
    settings = {"tess_encoder": "off", "tess_tsg_research": "none"}
    parts = house(DESKS, tess_data_dir=library(tmp_path), **settings)
    async with opened(parts) as server, calling(server) as caller:
        told = await held(caller)
    assert f"```text\n{told}```" in (PROJECT_ROOT / "docs" / "mcp.md").read_text("utf-8"), told


async def test_what_a_desk_made_is_read_by_its_name_and_no_command_is_named(tmp_path: Path) -> None:
    settings = {"tess_encoder": "off", "tess_tsg_research": "none"}
    parts = house(DESKS, tess_data_dir=library(tmp_path), **settings)
    async with opened(parts) as server, calling(server) as caller:
        asked = await caller.ask("ask", message=NOTES, desk="tsg")
        named = {"dossier": asked["dossier"]}
        await caller.ask("confirm", **named)
        guide = await caller.ask("read", what="guide", **named)
        assert (
            guide["reply"] == (await caller.ask("read", what="artifacts/guide", **named))["reply"]
        )
        refused = await caller.ask("export", **named)
    assert refused["code"] == "not_an_answering_desk"
    assert "read" in refused["error"]
    assert "./tess" not in refused["error"]
