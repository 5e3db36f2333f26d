"""The house keeps its own rules: sizes, borders, packages. Each rule is also seen to complain."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests import measure

ROOT = Path(__file__).resolve().parents[1]


def read(*paths: Path) -> dict[str, str]:
    return {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in paths}


ROOMS = read(*sorted((ROOT / "src").rglob("*.py")))
OF_CLIENTS = [path for name in ("clients", "tess_client") for path in (ROOT / name).rglob("*.py")]
CLIENTS = read(*sorted([*ROOT.glob("*.py"), *OF_CLIENTS]))
SCRIPT = read(ROOT / "tess")
BESIDE = read(*(path for name in ("evals", "standins") for path in (ROOT / name).rglob("*.py")))
HOUSE = ROOMS | BESIDE | CLIENTS | SCRIPT


def passes(complaints: list[str]) -> None:
    if complaints:
        pytest.fail("\n".join(complaints), pytrace=False)


def test_functions_are_short() -> None:
    passes(measure.function_complaints(HOUSE))


def test_files_are_short() -> None:
    passes(measure.file_complaints(HOUSE))


def test_src_only_gets_smaller() -> None:
    passes(measure.sum_complaints(ROOMS))


def test_no_module_imports_itself_through_others() -> None:
    passes(measure.cycle_complaints(ROOMS | BESIDE))


def test_broad_catches_are_few_and_say_why() -> None:
    passes(measure.broad_except_complaints(HOUSE))


def test_clients_import_nothing_from_src() -> None:
    assert CLIENTS
    passes(measure.import_complaints(CLIENTS, "src"))


def test_only_settings_and_the_language_of_the_user_read_the_environment() -> None:
    readers = ("src/settings.py", "src/spoken/__init__.py")
    others = {name: text for name, text in ROOMS.items() if name not in readers}
    passes(measure.environment_complaints(others))


def test_no_file_names_a_path_of_one_machine() -> None:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode:
        pytest.skip("not a git checkout")
    paths = [ROOT / name for name in listed.stdout.split("\0") if name]
    texts = {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8", errors="replace")
        for path in paths
        if path.is_file()
    }
    passes(measure.developer_path_complaints(texts))


def test_an_old_python_can_read_the_script() -> None:
    ast.parse(SCRIPT["tess"], feature_version=(3, 6))


# What each rule must not let through.

LONG = "def f() -> None:\n" + "    x = 1\n" * 60
MIDDLING = "def f() -> None:\n" + "    x = 1\n" * 8


def test_a_long_function_is_noticed() -> None:
    assert measure.function_complaints({"a.py": LONG})[0].startswith("a.py:1 f has 61 code lines")


def test_many_middling_functions_are_noticed() -> None:
    complaints = measure.function_complaints({"a.py": MIDDLING, "b.py": MIDDLING})
    assert complaints == ["the median function has 9.0 code lines, over 8"]


def test_a_long_tail_is_noticed() -> None:
    short = {f"{n}.py": "def f() -> None: ...\n" for n in range(18)}
    tail = {f"tail{n}.py": "def f() -> None:\n" + "    x = 1\n" * 40 for n in range(2)}
    complaints = measure.function_complaints(short | tail)
    assert complaints == ["the 95th percentile is 41 code lines, over 35"]


def test_docstrings_comments_and_blank_lines_are_no_code() -> None:
    text = '''
@decorated
def outer(a: int) -> int:
    """Say
    it."""
    # why

    def inner() -> str:
        return """two
        lines"""
    return a
'''
    sizes = {function.name: lines for function, lines in measure.function_sizes(text)}
    assert sizes == {"outer": 5, "inner": 3}


def test_long_files_are_noticed() -> None:
    complaints = measure.file_complaints({"a.py": "x = 1\n" * 401, "empty.py": ""})
    assert complaints == [
        "a.py has 401 lines, more than 400",
        "the median file has 401 lines, more than 130",
    ]


def test_a_sum_of_lines_that_grows_or_falls_far_is_noticed() -> None:
    sources = {"a.py": "x = 1\n" * 6, "b.py": "y = 1\n" * 4}
    assert measure.sum_complaints(sources, 9, 3) == [
        "src has 10 lines, over 9: take as many out as you put in"
    ]
    assert measure.sum_complaints(sources, 10, 3) == []
    assert measure.sum_complaints(sources, 13, 3) == []
    assert measure.sum_complaints(sources, 14, 3) == [
        "src has only 10 lines: lower SRC_LINES in tests/measure.py to that"
    ]


@pytest.mark.parametrize(
    "back",
    [
        "import src.a",
        "from src import a",
        "from src.a import thing",
        "def later() -> None:\n    import src.a",
    ],
)
def test_an_import_cycle_is_noticed(back: str) -> None:
    sources = {"src/a.py": "import src.b", "src/b.py": "from src.c import x", "src/c.py": back}
    assert measure.cycle_complaints(sources)[0].startswith("import cycle: src.")
    assert measure.cycle_complaints(sources | {"src/c.py": "import os"}) == []


@pytest.mark.parametrize(
    "catch",
    [
        "except:",
        "except Exception:",
        "except BaseException as error:",
        "except (ValueError, Exception):",
    ],
)
def test_a_broad_catch_without_a_reason_is_noticed(catch: str) -> None:
    bare = f"try:\n    f()\n{catch}\n    pass\n"
    said = f"try:\n    f()\n{catch}\n    # The border: the log gets it whole.\n    pass\n"
    assert measure.broad_except_complaints({"a.py": bare}) == [
        "a.py:3 catches everything and does not say why"
    ]
    assert measure.broad_except_complaints({"a.py": said}) == []
    assert measure.broad_except_complaints({f"{n}.py": said for n in range(6)}) == [
        "6 broad excepts, more than 5"
    ]


def test_a_broad_suppression_is_noticed() -> None:
    assert measure.broad_except_complaints({"a.py": "with contextlib.suppress(Exception): f()\n"})
    assert not measure.broad_except_complaints({"a.py": "with suppress(OSError): f()\n"})


@pytest.mark.parametrize("text", ["import src.settings", "from src import errors", "import src"])
def test_a_client_that_reaches_inside_is_noticed(text: str) -> None:
    assert measure.import_complaints({"client.py": text}, "src")
    assert not measure.import_complaints({"client.py": "import srcset"}, "src")


@pytest.mark.parametrize(
    "text",
    ["os.environ['A']", "os.environ.get('A')", "os.getenv('A')", "from os import environ"],
)
def test_a_read_of_the_environment_is_noticed(text: str) -> None:
    assert measure.environment_complaints({"a.py": text}) == ["a.py:1 reads the environment"]
    assert measure.environment_complaints({"a.py": "run(env={**os.environ})"}) == []


def test_a_path_of_one_machine_is_noticed() -> None:
    planted = {"a.md": "fine: docs/work/x, https://x.org/work\n" + "see /{}/main".format("work")}
    assert measure.developer_path_complaints(planted) == ["a.md:2 names a path of one machine"]


def test_no_two_classes_have_one_name() -> None:
    places: dict[str, list[str]] = {}
    for path, text in (ROOMS | BESIDE).items():
        for node in ast.walk(measure.tree_of(text)):
            if isinstance(node, ast.ClassDef):
                places.setdefault(node.name, []).append(path)
    assert {name: where for name, where in places.items() if len(where) > 1} == {}
