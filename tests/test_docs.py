"""The docs say what is there. The checks themselves are seen to complain in ``test_docs_reader``."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

from src import cli, tool_calls
from src.desks.catalogue import plugs, read_settings
from src.dossier.models import Dossier
from src.llm.protocol import ToolCall
from src.tools.base import Refused, Tool
from tests import docs_reader as reader
from tests import generated_asyncapi as asyncapi
from tests import generated_docs as generated
from tests import rooms_picture
from tests.fakes import START, law, ruling

ROOT = Path(__file__).resolve().parents[1]
IMAGINED = frozenset(
    {
        "src/tools/tax/old_rulings.py",
        "data/dossiers",
    }
)


def read(name: str) -> str:
    return (ROOT / name).read_text("utf-8")


def project_files() -> frozenset[str]:
    tops = [path for path in ROOT.iterdir() if path.name not in {".git", ".venv"}]
    found = (file for top in tops for file in (top.rglob("*") if top.is_dir() else [top]))
    return frozenset(file.relative_to(ROOT).as_posix() for file in found if file.is_file())


FILES = project_files()
PAGES = {
    name: read(name) for name in sorted(FILES) if re.fullmatch(r"(docs/(adr/)?)?[^/]+\.md", name)
}
README = PAGES["README.md"]
ARCHITECTURE, SETTINGS = PAGES["docs/architecture.md"], PAGES["docs/settings.md"]


# The house


@pytest.mark.parametrize(
    "name",
    ["README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", ".env.example"],
)
def test_the_house_has_its_papers(name: str) -> None:
    assert read(name).strip()


def test_links_lead_somewhere() -> None:
    assert reader.link_complaints(PAGES, FILES) == []


def test_paths_that_are_named_exist() -> None:
    assert reader.missing_paths(PAGES, FILES, IMAGINED) == []


def test_decisions_are_a_page_each_in_one_form() -> None:
    records = {
        name.removeprefix("docs/adr/"): text for name, text in PAGES.items() if "/adr/" in name
    }
    index = records.pop("README.md")
    assert 20 <= len(records) <= 30
    assert reader.decision_complaints(records, index, most_words=250) == []


def test_the_changelog_knows_this_version() -> None:
    assert f"## [{asyncapi.document()['info']['version']}]" in PAGES["CHANGELOG.md"]


def test_the_size_of_the_starter_corpus_is_told_as_it_is() -> None:
    lines = {
        name: len(read(name).split("\n{"))
        for name in FILES
        if re.match(r"data/starter/(?!questions/).*\.jsonl$", name)
    }
    rulings = lines.pop("data/starter/rulings.jsonl")
    told = f"{sum(lines.values())} provisions and {rulings} rulings"
    assert told in README
    assert told in PAGES["CHANGELOG.md"]


# Seeds


def test_every_feature_of_a_seed_has_its_place_or_a_reason() -> None:
    page = PAGES["docs/seeds.md"]
    seeds = re.findall(r"^## (\d{3}: .+)$", page, re.MULTILINE)
    assert sorted(seed[:3] for seed in seeds) == ["000", "001", "002", "003", "004"]
    assert all(reader.features(reader.section(page, seed)) for seed in seeds)
    assert reader.feature_complaints(page) == []


def test_the_seed_of_a_desk_that_is_there_leaves_no_row_for_later() -> None:
    page = PAGES["docs/seeds.md"]
    rows = re.findall(r"^\| (\d{3}) \| (.+?) \| `(\w+)` \| (.+?) \|$", page, re.MULTILINE)
    assert len(rows) == 5
    there = {one.name for one in plugs()}
    for number, title, desk, today in rows:
        found = reader.features(reader.section(page, f"{number}: {title}"))
        later = [feature for feature, status, _, _ in found if status == "with the desk"]
        assert desk not in there or (today, later) == ("built", [])


def test_what_a_seed_has_here_is_named_as_it_is(capsys: pytest.CaptureFixture[str]) -> None:
    rows = reader.features(PAGES["docs/seeds.md"])
    places = " ".join(where for _, status, where, _ in rows if status == "here")
    sources = "".join(read(name) for name in FILES if re.match(r"src/.*\.py$", name))
    classes = set(re.findall(r"`([A-Z][a-z]\w+)(?:\.\w+)?`", places))
    assert classes - set(re.findall(r"^class (\w+)", sources, re.MULTILINE)) == set()
    commands = set(re.findall(r"`\./tess ([a-z-]+)", places))
    assert commands - commands_in(help_of(capsys)) == set()


# Architecture


def test_every_room_is_described_in_its_place() -> None:
    rows = reader.tables(reader.section(ARCHITECTURE, "The house"))[0]
    described = [room for row in rows for room in re.findall(r"\w+", row)]
    there = {
        path.stem
        for path in (ROOT / "src").iterdir()
        if path.stem != "__init__" and path.suffix in {"", ".py"}
    }
    assert there - {"__pycache__"} == set(described)
    depths = [
        depth
        for room in described
        for depth, layer in enumerate(rooms_picture.layers())
        if room in layer
    ]
    assert depths == sorted(depths)


def test_the_picture_shows_the_rooms_as_they_are() -> None:
    shown = rooms_picture.PICTURE.read_text("utf-8")
    again = "draw it anew: python -m tests.rooms_picture"
    assert rooms_picture.drawn_rooms(shown) == set(rooms_picture.imports()), again
    assert shown == rooms_picture.drawing(rooms_picture.imports()), again
    assert "(images/rooms.svg)" in ARCHITECTURE


def test_a_longer_way_makes_an_arrow_plain() -> None:
    arrows = {"a": {"b", "c"}, "b": {"c"}, "c": set[str]()}
    given = {room: frozenset(below) for room, below in arrows.items()}
    assert rooms_picture.thinned(given) == {**given, "a": frozenset({"b"})}
    assert rooms_picture.rows(given) == [["a"], ["b"], ["c"]]
    assert rooms_picture.drawn_rooms(rooms_picture.drawing(given)) == {"a", "b", "c"}


def test_a_newcomer_is_told_one_file_for_each_question() -> None:
    told = reader.tables(reader.section(ARCHITECTURE, "Where to look first"))[0]
    files = [re.fullmatch(r"`(src/[\w/.]+)`", answer) for answer in told.values()]
    assert len(told) == 10
    assert [
        found[1] if found else "" for found in files if not found or found[1] not in FILES
    ] == []


def test_the_page_can_be_read_at_a_sitting() -> None:
    assert len(ARCHITECTURE.split()) <= 2_500


def test_every_contract_is_explained() -> None:
    contracts = re.findall(r"^name = (.+)$", read(".importlinter"), re.MULTILINE)
    explained = reader.tables(reader.section(ARCHITECTURE, "Arrows that never exist"))[0]
    assert list(explained) == contracts


def example_tool(folder: Path) -> Tool[Any]:
    code = dict(reader.examples(ARCHITECTURE, "example"))["tool"]
    file = folder / "old_rulings.py"
    file.write_text(code, "utf-8")
    tool = runpy.run_path(str(file))["RemoveOldRulings"]()
    assert isinstance(tool, Tool)
    return tool


async def silent(name: str) -> None:
    """Tell nobody."""


async def test_the_example_of_a_tool_works(tmp_path: Path) -> None:
    tool = example_tool(tmp_path)
    sources = (
        law("7:1", "Bezwaar gaat vooraf aan beroep."),
        ruling("ECLI:NL:HR:1995:AA3106", "Overwogen is ..."),
    )
    selected = tuple(source.id for source in sources)
    dossier = Dossier(
        id="dos-00000000", desk="tax", created_at=START, sources=sources, selected_ids=selected
    )
    assert tool.spec.name == "remove_old_rulings"
    assert tool.spec.description.startswith("Leave older rulings out")
    asked = [
        ToolCall("1", tool.name, '{"year": 2000}'),
        ToolCall("2", tool.name, '{"year": "oud"}'),
    ]
    good, bad = await tool_calls.run(asked, {tool.name: tool}, dossier, most=8, on_tool=silent)
    after = good.result.patch.apply(dossier)
    assert after.selected_ids == (sources[0].id,)
    assert isinstance(bad.result.report, Refused)
    assert bad.result.report.code == "bad_arguments"


# Settings and commands


def test_the_table_of_settings_is_up_to_date() -> None:
    assert reader.block(SETTINGS, "settings") == generated.settings_table()
    assert all(field.description for field in generated.every_setting().values())


def test_the_example_of_settings_is_up_to_date() -> None:
    assert read(".env.example") == generated.env_example()


def test_the_example_of_settings_holds_the_defaults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in generated.every_setting():
        monkeypatch.delenv(name.upper(), raising=False)
    file = tmp_path / ".env"
    file.write_text(
        re.sub(r"^# ([A-Z_]+=)", r"\1", read(".env.example"), flags=re.MULTILINE), "utf-8"
    )
    assert len(re.findall(r"^[A-Z_]+=", file.read_text("utf-8"), re.MULTILINE)) == len(
        generated.every_setting()
    )
    assert read_settings(_env_file=file) == read_settings(_env_file=None)


def test_what_the_clients_read_is_documented() -> None:
    folders = [ROOT / name for name in ("clients", "tess_client")]
    paths = [*ROOT.glob("*.py"), *(path for one in folders for path in one.rglob("*.py"))]
    clients = "".join(path.read_text("utf-8") for path in paths)
    named = set(re.findall(r"environ(?:\.get\(|\[)\"([A-Z_]+)\"", clients))
    ours = {"TAX_WS_URL", "TESS_COMMAND", "TESS_OWN_SERVER", "TESS_HISTORY", "XDG_STATE_HOME"}
    assert named == {*ours, "TESS_DESK", "TESS_TOKEN", "TESS_TOKEN_FILE", "TERM_PROGRAM"}
    assert all(f"`{name}`" in SETTINGS for name in named)


def help_of(capsys: pytest.CaptureFixture[str], *command: str) -> str:
    with pytest.raises(SystemExit) as ended:
        cli.main([*command, "--help"])
    assert ended.value.code == 0
    return capsys.readouterr().out


def commands_in(shown: str) -> set[str]:
    """Return the commands of a help."""
    return set(re.findall(r"^ {2}([a-z][a-z-]*)(?: |$)", shown, re.MULTILINE))


def test_every_command_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    commands = commands_in(help_of(capsys))
    table = reader.tables(reader.section(SETTINGS, "Commands"))[0]
    assert {row.split()[1] for row in table} == commands


HISTORY_COMMANDS = "log undo redo show hash diff provenance trace verify forget legal-hold".split()
DOSSIER_COMMANDS = [
    *HISTORY_COMMANDS,
    *"add export pack open replay stale rerun dossiers label archive delete".split(),
]


@pytest.mark.parametrize(
    "command",
    [
        *"demo ask doctor serve ingest move-store lint check".split(),
        "eval answers",
        "eval docs",
        "feedback",
        "eval retrieval",
        *DOSSIER_COMMANDS,
    ],
)
def test_every_option_is_documented(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    options = set(re.findall(r"(--[a-z-]+)", help_of(capsys, *command.split()))) - {"--help"}
    table = reader.tables(reader.section(SETTINGS, "Commands"))[0]
    words = command.split()
    (told,) = (rest for row, rest in table.items() if row.split()[1:][: len(words)] == words)
    assert options == set(re.findall(r"(--[a-z-]+)", told))


@pytest.mark.parametrize("kind", ["create", "list", "revoke"])
def test_every_option_of_tokens_is_documented(
    kind: str, capsys: pytest.CaptureFixture[str]
) -> None:
    options = set(re.findall(r"(--[a-z-]+)", help_of(capsys, "token", kind))) - {"--help"}
    table = reader.tables(reader.section(SETTINGS, "Commands"))[0]
    (told,) = (rest for row, rest in table.items() if row.split()[1:3] == ["token", kind])
    assert options == set(re.findall(r"(--[a-z-]+)", told))
