"""No command tells anything in words that it does not say by ``said``: whatever reads like words has its Dutch.

``test_speaking.py`` holds what is said to its Dutch. Here every text in the code of commands is looked at, whatever is
done with it, so that one that is printed past ``said``, or in pieces, is found, too.
"""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from src import spoken
from src.cli import _parser
from src.commands.parser import texts_of
from src.desks.catalogue import DESKS
from tests.commands.test_speaking import ROOT, modules
from tests.in_process import tess

WORDS = re.compile(r"(?<![\w./<-])[A-Za-z']{2,},? +[A-Za-z']{2,}(?![\w/=>-])")
WORD_IN_PIECES = re.compile(r"(?<![\w./{-])[A-Za-z]{3,}(?![\w/=-]|\.\w)")
_MARKUP = re.compile(r"\[/?(?:bold|dim)\]")

LEFT_ALONE = {
    "src/commands/parser.py": "the Dutch of what the standard library says stands here itself",
}
"""Modules that hold other texts than those of commands, and why."""

NOT_FOR_ITS_USER = {
    "tess {}": "the name of the program, with its version",
    "unrecognized arguments: {}": "argparse's own words, whose Dutch the parser knows",
    "not deep": "an option of pytest",
    "not deep and not benchmark": "an option of pytest",
    "ruff check": "the name of a program",
    "ruff format": "the name of a program",
    "Two or three sentences.": "told to a model",
    "Looks a word up.": "told to a model",
    "Look up the word: appeal. Use the tool.": "told to a model",
    '{"instruction": "Fill in any word."}': "told to a model",
    "3 to 8 short sentences.": "told to a model",
    "5 to 20 words or phrases.": "told to a model",
    "import sys; from importlinter.cli import lint_imports_command as run; sys.exit(run())": "code",
    "{} demo {}": "a command as it is typed",
    "http://{}:{}/mcp": "an address",
    "/dossiers?archived=any&desk={}": "an address",
    "{}) printf '%s\\n' {} ;;": "code of a shell",
    "completion.{}": "the name of a file",
    "{}AAAAAAAA": "the end of a forged token",
    "TESS:{}": "a name before what somebody says",
    "TESS: {}": "a name before what somebody says",
    "Python {}.": "a name with a version",
    "Bearer {}": "a header",
    "Bearer TOKEN": "a header",
    "Claude Desktop (claude_desktop_config.json)": "the name of a program",
    "VS Code (.vscode/mcp.json)": "the name of a program",
    "artikel {} {}": "what is looked for, in the language of the law",
    "8 to 18 everyday Dutch phrases of 2 to 8 words.": "asked of a model",
    "4 to 8 everyday English phrases of 2 to 8 words.": "asked of a model",
    "most of its phrases share no word with the article": "told to a model",
}
"""Texts that are no words of a command to who runs it, and why."""


def texts_in(tree: ast.AST) -> Iterator[str]:
    """Yield what reads like words, a text in pieces with ``{}`` for what is filled in."""
    passed = set(map(id, _no_texts(tree)))
    for node in ast.walk(tree):
        if id(node) in passed:
            continue
        if isinstance(node, ast.JoinedStr):
            pieces = [one.value if isinstance(one, ast.Constant) else "{}" for one in node.values]
            whole = _MARKUP.sub("", "".join(map(str, pieces)))
            if WORD_IN_PIECES.search(whole):
                yield whole
        elif isinstance(node, ast.Constant) and WORDS.search(str(node.value)):
            yield str(node.value)


def _no_texts(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield every node that is a docstring, an annotation, the form of a command, part of a text, or a user's words."""
    users = _named_by_users(tree)
    for node in ast.walk(tree):
        left: list[ast.AST | None] = []
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            left.append(node.value)
        elif isinstance(node, ast.JoinedStr):
            left += [one for one in node.values if isinstance(one, ast.Constant)]
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            left.append(node.returns)
        elif isinstance(node, ast.arg | ast.AnnAssign):
            left.append(node.annotation)
        elif isinstance(node, ast.keyword) and node.arg == "usage":
            left.append(node.value)
        elif isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            left += [node.value] if node.targets[0].id in users else []
        elif isinstance(node, ast.Call):
            left += _words_of_users(node)
            left += node.args[:1] if getattr(node.func, "id", "") == "cast" else []
        for one in filter(None, left):
            yield from (below for below in ast.walk(one) if below is not node)


def _words_of_users(call: ast.Call) -> list[ast.expr]:
    """Return what the user says in a demo: all that ``say`` and ``refused`` are given but the line that tells of it."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else ""
    by_user = name in ("say", "refused") and len(call.args) > 1
    return [call.args[0], *call.args[2:]] if by_user else []


def _named_by_users(tree: ast.AST) -> set[str]:
    said = [
        arg
        for call in ast.walk(tree)
        if isinstance(call, ast.Call)
        for arg in _words_of_users(call)
    ]
    return {one.id for arg in said for one in ast.walk(arg) if isinstance(one, ast.Name)}


def looked_at() -> Iterator[Path]:
    yield from modules()
    yield from sorted(ROOT.glob("desks/*/demo.py"))


def unsaid() -> dict[str, str]:
    """Return each text that is in no catalogue, with its module."""
    helps = set(texts_of(_parser(DESKS)))
    helped = {re.sub(rf"\b({names()})\b", "{}", text) for text in helps}
    known = {*spoken.known(), *helps, *helped}
    found: dict[str, str] = {}
    for path in looked_at():
        place = path.relative_to(ROOT.parent).as_posix()
        if not place.endswith("_dutch.py") and place not in LEFT_ALONE:
            tree = ast.parse(path.read_text("utf-8"))
            found |= {text: place for text in texts_in(tree) if text not in known}
    return found


def names() -> str:
    """Return the names of what desks export, of which helps tell, as alternatives."""
    from src.desks.catalogue import plugs

    return "|".join(own.name for plug in plugs(DESKS) for own in plug.exports)


def test_whatever_reads_like_words_has_its_dutch() -> None:
    found = unsaid()
    assert {text: place for text, place in found.items() if text not in NOT_FOR_ITS_USER} == {}
    assert [text for text in NOT_FOR_ITS_USER if text not in found] == []


@pytest.mark.parametrize(
    "code",
    [
        'print("Nobody was logged in.")',
        'sys.stderr.write(f"{path} is empty.")',
        'raise Refused("No guide" if guide is None else "No notes here")',
        'conversation.say(QUESTION, "the user asks on")',
        'told = {"a": ["run it again"]}',
        'def told(reason="it went away"): ...',
    ],
)
def test_a_text_past_the_catalogue_is_found(code: str) -> None:
    assert [*texts_in(ast.parse(code))] != []


@pytest.mark.parametrize(
    "code",
    [
        '"""What this module is for."""',
        'def run() -> "tuple[str, int]": ...',
        'conversation.say("Haal bron 3 weg.", GLOSS)',
        'ASKED = "Wat is de termijn?"\nconversation.say(ASKED, GLOSS)',
        'f"{name}.json"',
        'parser(usage="tess ui [-h] [OPTION ...]")',
    ],
)
def test_what_is_no_text_of_a_command_is_not(code: str) -> None:
    assert [*texts_in(ast.parse(code))] == []


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("guide", "a", "b", "c"), "Er kan één bestand met aantekeningen mee"),
        (("guide", "{gone}"), "{gone} is niet te lezen: "),
        (("guide", "check", "{gone}"), "{gone} is niet te lezen: "),
        (("guide", "{empty}"), "{empty} is leeg."),
        (("eval", "pii", "--lines", "{gone}"), "{gone} is niet te lezen: "),
        (("eval", "azure", "--incidents", "{gone}"), "Het pad {gone} kan niet worden gelezen: "),
        (("standin",), "(werelden: "),
        (("standin", "nobody"), "Zo heet geen stand-in."),
        (("move-store", "{gone}", "{gone}"), "en die map is er niet"),
        (("mcp", "--what"), "dit is niet bekend: --what"),
        (("token", "create", "me", "--tenant", "t", "--expires", "9x"), "is geen duur als 30d"),
    ],
)
def test_wrong_input_is_told_in_dutch(
    arguments: tuple[str, ...], told: str, tmp_path: Path
) -> None:
    (tmp_path / "empty").touch()
    places = {"gone": tmp_path / "gone", "empty": tmp_path / "empty"}
    given = [one.format(**places) for one in arguments]
    shown = tess(*given, data_dir=tmp_path, TESS_LANG="nl")
    assert told.format(**places) in f"{shown.stdout}{shown.stderr}"
