"""The groups of packages and their locks: they agree, and who runs TESS gets nothing that only developers need."""

import platform
import re
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.generated_locks import LOCKS, by_hand, header, pins
from tests.test_install import SIZES

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
TEXTS = [(ROOT / name).read_text("utf-8") for name in LOCKS]
RUNS, WEB, TEST = TEXTS
GROUPS = PROJECT["dependency-groups"]
WANTED: dict[str, list[str]] = {
    RUNS: [*PROJECT["project"]["dependencies"], *GROUPS["install"]],
    WEB: PROJECT["project"]["optional-dependencies"]["web"],
    TEST: [*PROJECT["project"]["optional-dependencies"]["azure"], *GROUPS["test"]],
}
BYTECODE = 1.3
"""At most so much more than its files a package takes where its bytecode stands beside them."""


def locked(lock: str) -> list[tuple[str, str]]:
    """Return name and version of each pin."""
    found = [Requirement(pin.partition("\\")[0]) for pin in pins(lock)]
    return [(canonicalize_name(one.name), next(iter(one.specifier)).version) for one in found]


def test_the_locks_meet_the_groups() -> None:
    before: list[tuple[str, str]] = []
    for lock, wanted in WANTED.items():
        before += locked(lock)
        for requirement in map(Requirement, wanted):
            name = canonicalize_name(requirement.name)
            versions = [version for other, version in before if other == name]
            assert any(map(requirement.specifier.contains, versions)), requirement


def test_what_is_installed_by_hand_is_named_as_in_the_groups() -> None:
    text = (ROOT / "requirements.txt").read_text("utf-8")
    assert text == by_hand()
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    assert lines.pop() == "-e ."
    names = {canonicalize_name(Requirement(line).name) for line in lines}
    every = [*PROJECT["project"]["dependencies"], *WANTED[WEB], *WANTED[TEST]]
    assert names == {canonicalize_name(Requirement(one).name) for one in every}
    assert names >= {
        "fastapi",
        "websockets",
        "openai",
        "pydantic",
        "streamlit",
        "python-dotenv",
        "pytest",
    }


def test_a_lock_is_pins_with_hashes_and_names_no_private_index() -> None:
    for lock in TEXTS:
        assert lock == header() + "".join(pins(lock))
        assert "://" not in lock
        assert all(re.search(r"--hash=sha256:[0-9a-f]{64}", pin) for pin in pins(lock))


def test_who_runs_gets_nothing_that_only_developers_or_browsers_need() -> None:
    runs, web, test = ({name for name, _ in locked(lock)} for lock in TEXTS)
    further = {canonicalize_name(Requirement(one).name) for one in WANTED[WEB] + WANTED[TEST]}
    assert runs & further == {"jsonschema"}  # which the SDK of MCP needs, too
    assert not runs & {"scipy", "pyarrow", "pandas", "playwright", "mypy"}
    assert {"streamlit", "pyarrow"} <= web
    assert "scipy" in test


def test_no_pin_stands_in_two_locks() -> None:
    every = [pin for lock in TEXTS for pin in pins(lock)]
    assert len(every) == len(set(every))


@pytest.mark.skipif(
    (sys.platform, platform.machine(), sys.version_info[:2]) != ("linux", "x86_64", (3, 11)),
    reason="the sizes that ./tess tells were measured there",
)
def test_the_sizes_that_are_told_are_those_of_the_packages() -> None:
    total = 0.0
    for lock, told in zip(TEXTS, SIZES, strict=True):
        total += sum(size(name) for name in {name for name, _ in locked(lock)}) / 1e6
        assert total <= told <= total * BYTECODE
    assert SIZES[0] < 700


def size(name: str) -> int:
    """Return the bytes of a package's own files; nothing for one of another platform."""
    try:
        return sum(file.size or 0 for file in files(name) or [])
    except PackageNotFoundError:
        return 0
