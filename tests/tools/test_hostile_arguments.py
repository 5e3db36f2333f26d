"""Whatever a model writes into a call: no argument of any tool becomes a path, an address or a query.

The tools are those of the desks as they are wired, so that a new one is covered by itself.
"""

import json
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from src import tool_calls
from src.bootstrap import Parts, build
from src.dossier.models import Dossier
from src.dossier.patch import DossierPatch
from src.llm.protocol import ToolCall
from src.settings import read_settings
from src.tools.base import AnyTool
from tests.dossier.turns import changing
from tests.fakes import law, ruling
from tests.lending import with_starter_index
from tests.serving import TEST_ID

MARK = "zz7hostile7zz"
"""Stands in every hostile value, so that it is known wherever it turns up."""

VALUES = {
    "a path upwards": f"../../../../etc/{MARK}",
    "an absolute path": f"/etc/passwd/{MARK}",
    "a path of another system": f"..\\..\\{MARK}\\C:\\Windows",
    "a file address": f"file:///etc/{MARK}",
    "an address inside": f"http://169.254.169.254/{MARK}",
    "an address outside": f"https://evil.example/?{MARK}",
    "SQL": f"'; DROP TABLE dossiers; -- {MARK}",
    "a shell": f"$(touch /tmp/{MARK}); `id` | {MARK} && true",
    "a template": f"{{{{7*7}}}} ${{{MARK}}} {{0.__class__}} %s%n {MARK}",
    "search syntax": f'title:"{MARK}" AND (*:* OR NEAR(a b, 3)) ^2 ~ + - NOT {MARK}*',
    "a slow pattern": "(a+)+$ " + "a" * 1_900 + f"! {MARK}",
    "very many citations": " ".join(f"artikel {n} Awb" for n in range(120)) + f" {MARK}",
    "zeros and controls": f"{MARK}\x00\x1b[2J\u202e\r\nSet-Cookie: a=b",
    "another dossier": f"dos-00000000 {MARK}",
    "a title of all": f"alles * .* {MARK}",
}
NOT_TEXT: list[object] = [
    None,
    True,
    -1,
    10**30,
    1.5,
    [],
    {},
    [MARK],
    {"$ne": MARK},
    "",
    " " * 50_000,
]

WATCHED = (
    "open",
    "os.",
    "socket.",
    "subprocess.",
    "shutil.",
    "sqlite3.",
    "exec",
    "compile",
    "import",
)
Seen = list[tuple[str, str]]
_watching: list[Seen] = []


def _watch(event: str, arguments: tuple[object, ...]) -> None:
    if _watching and event.startswith(WATCHED) and event != "open":
        _watching[-1].append((event, repr(arguments)))
    elif _watching and event == "open":
        _watching[-1].append((event, str(arguments[0])))


sys.addaudithook(_watch)


@contextmanager
def watched() -> Iterator[Seen]:
    """Give what the process opens, connects to, runs or compiles meanwhile."""
    seen: Seen = []
    _watching.append(seen)
    try:
        yield seen
    finally:
        _watching.remove(seen)


def tools_of(parts: Parts) -> dict[str, AnyTool]:
    return {tool.name: tool for desk in parts.agent.desks.values() for tool in desk.tools}


def strings_and_others(tool: AnyTool) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield arguments for every field of a tool: hostile texts, and what has another type than the schema's."""
    fields = tool.spec.parameters["properties"]
    for field in fields:
        for name, value in VALUES.items():
            yield f"{field}: {name}", {field: value}
        for other in NOT_TEXT:
            yield f"{field}: {type(other).__name__}", {field: other}
    yield "an unknown field", {**dict.fromkeys(fields, "termijn"), "path": f"/etc/{MARK}"}


async def prepared(parts: Parts) -> Dossier:
    """Return a dossier in which every tool has something to do, with a neighbour that is none of its business."""
    sources = (
        law("6:7", "De termijn bedraagt zes weken."),
        ruling("ECLI:NL:HR:1995:AA3106", "Te laat."),
    )
    ids = tuple(source.id for source in sources)
    patch = DossierPatch(add_sources=sources, select_ids=ids[:1], shown_selection=ids[:1])
    await parts.store.commit(changing(patch, dossier_id="dos-00000000"))
    return (await parts.store.commit(changing(patch, dossier_id=TEST_ID))).dossier


async def silent(name: str) -> None:
    """Tell nobody."""


@pytest.fixture
def parts(tmp_path: Path) -> Parts:
    return build(read_settings(_env_file=None, tess_data_dir=with_starter_index(tmp_path)))


async def test_no_argument_reaches_a_path_an_address_or_a_query(
    tmp_path: Path, parts: Parts
) -> None:
    dossier = await prepared(parts)
    tools = tools_of(parts)
    assert len(tools) >= 7
    neighbour = (tmp_path / "dossiers" / "dos-00000000.jsonl").read_bytes()
    for tool in tools.values():
        for what, arguments in strings_and_others(tool):
            call = ToolCall("c", tool.name, json.dumps(arguments))
            with watched() as seen:
                await tool_calls.run([call], tools, dossier, most=8, on_tool=silent)
            reached = [one for one in seen if MARK in one[1] or "dos-00000000" in one[1]]
            assert reached == [], f"{tool.name}, {what}"
    assert (tmp_path / "dossiers" / "dos-00000000.jsonl").read_bytes() == neighbour
    assert sorted(path.name for path in tmp_path.iterdir()) == ["dossiers", "library"]


async def test_what_is_no_text_never_gets_to_a_tool(parts: Parts) -> None:
    dossier = await prepared(parts)
    tools = tools_of(parts)
    for tool in tools.values():
        begun: list[str] = []

        async def note(name: str, begun: list[str] = begun) -> None:
            begun.append(name)

        for field, schema in tool.args.model_json_schema().get("properties", {}).items():
            if schema.get("type") != "string":
                continue
            for other in NOT_TEXT:
                if type(other) in (int, float):  # taken as its text, like any other text
                    continue
                call = ToolCall("c", tool.name, json.dumps({field: other}))
                await tool_calls.run([call], tools, dossier, most=8, on_tool=note)
        assert begun == [], tool.name


def test_the_watch_sees(tmp_path: Path) -> None:
    """What the tests above rely on: a file that is opened by name turns up."""
    with watched() as seen:
        (tmp_path / MARK).write_text("")
    assert any(MARK in one for _, one in seen)
