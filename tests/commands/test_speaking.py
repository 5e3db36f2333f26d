"""Commands speak Dutch where their user does: every text of theirs has its Dutch, and no Dutch is of no text."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from src import spoken
from src.cli import _parser
from src.commands.parser import texts_of
from src.desks.catalogue import DESKS
from tests.in_process import tess
from tests.lending import with_starter_index

CHECKOUT = Path(__file__).parents[2]
ROOT = CHECKOUT / "src"
BESIDE = (CHECKOUT / "evals", CHECKOUT / "standins")
FIELD = re.compile(r"\{(\w+)")


def constants(value: ast.expr) -> Iterator[str]:
    if isinstance(value, ast.IfExp):
        yield from constants(value.body)
        yield from constants(value.orelse)
    elif isinstance(value, ast.Constant) and isinstance(value.value, str):
        yield value.value


def said_in(tree: ast.AST) -> set[str]:
    """Return the texts that a module says, those among them that it gave a name."""
    named: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            named.setdefault(node.targets[0].id, set()).update(constants(node.value))
    found: set[str] = set()
    calls = (one for one in ast.walk(tree) if isinstance(one, ast.Call))
    for call in calls:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        if name in ("said", "said_in"):
            text = call.args[name == "said_in"]
            found |= set(constants(text))
            found |= named.get(text.id, set()) if isinstance(text, ast.Name) else set()
    return found


def modules() -> Iterator[Path]:
    yield ROOT / "cli.py"
    yield ROOT / "cli_types.py"
    yield from ROOT.glob("desks/*/status.py")
    for folder in (ROOT / "commands", *sorted(ROOT.glob("desks/*/commands"))):
        yield from sorted(folder.rglob("*.py"))
    for folder in BESIDE:
        yield from sorted(folder.rglob("*command.py"))
    yield CHECKOUT / "evals" / "checks.py"


def test_every_text_of_a_command_has_its_dutch() -> None:
    helps = set(texts_of(_parser(DESKS)))
    texts = {text for path in modules() for text in said_in(ast.parse(path.read_text("utf-8")))}
    assert len(helps) > 150
    assert len(texts) > 120
    assert [text for text in sorted(helps | texts) if text not in spoken.known()] == []


def test_no_dutch_is_of_a_text_that_nobody_says() -> None:
    _parser(DESKS)
    written: set[object] = {"user", "assistant"} | set(texts_of(_parser(DESKS)))
    for path in (path for folder in (ROOT, *BESIDE) for path in folder.rglob("*.py")):
        if not path.name.endswith("_dutch.py"):
            tree = ast.parse(path.read_text("utf-8"))
            written |= {one.value for one in ast.walk(tree) if isinstance(one, ast.Constant)}
    assert [text for text in spoken.known() if text not in written] == []


def test_both_languages_fill_in_the_same() -> None:
    _parser(DESKS)
    differing = [
        english
        for english, dutch in spoken.known().items()
        if set(FIELD.findall(english)) != set(FIELD.findall(dutch))
    ]
    assert differing == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--help",), "toon de dossiers, het laatst veranderde eerst"),
        (("doctor",), "goed   clock     De klok zegt"),
        (("doctor",), "let op tax       Alleen het startcorpus"),
        (("stale",), "Geen antwoord is verouderd"),
        (("dossiers",), "Zulke dossiers zijn er niet."),
        (("search", "artikel 6:7 Awb"), "genoemd  Algemene wet bestuursrecht, artikel 6:7"),
        (("log", "dos-ffff"), "Dossier dos-ffff bestaat niet."),
        (("log",), "hier ontbreekt nog: ID"),
        (("undo", "last", "veel"), "'veel' is geen heel getal"),
        (("serve", "--port", "x"), "--port vraagt een heel getal; 'x' is dat niet"),
        (("export", "last", "--md", "--pdf"), "--pdf gaat niet samen met --md"),
        (("nothing",), "er is geen 'nothing'; zie tess --help"),
        (("undo", "last", "--wat"), "dit is niet bekend: --wat"),
    ],
)
def test_a_command_speaks_dutch(arguments: tuple[str, ...], told: str, tmp_path: Path) -> None:
    if arguments[0] in ("doctor", "search", "stale"):
        with_starter_index(tmp_path)
    shown = tess(*arguments, data_dir=tmp_path, TESS_LANG="nl")
    assert told in f"{shown.stdout}{shown.stderr}"


def test_citations_are_judged_in_the_language_of_the_user(tmp_path: Path) -> None:
    with_starter_index(tmp_path)
    memo = tmp_path / "memo.md"
    memo.write_text("Zie artikel 6:7 Awb.", "utf-8")
    dutch = tess("lint", str(memo), data_dir=tmp_path, LANG="nl_NL.UTF-8").stdout
    english = tess("lint", str(memo), data_dir=tmp_path, LANG="nl_NL.UTF-8", TESS_LANG="en").stdout
    assert "regel 1" in dutch
    assert "line 1" in english
    assert tess("lint", str(memo), "--language", "nl", data_dir=tmp_path).stdout == dutch


@pytest.mark.parametrize("text", ["ECLI:NL:HR:1992:AA7056", "BWBR0005537/6:7", "artikel 6:7 Awb"])
def test_what_is_named_is_found_without_options_and_a_digest_is_marked(
    text: str, tmp_path: Path
) -> None:
    with_starter_index(tmp_path)
    found = tess("search", text, data_dir=tmp_path)
    assert (found.returncode, found.stderr) == (0, "")
    (line,) = found.stdout.splitlines()
    assert "named" in line
    assert "(our digest of " in line
