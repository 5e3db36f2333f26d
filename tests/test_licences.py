"""Licences: of the packages that are installed, and of the data that come with the project."""

from importlib.metadata import PackageNotFoundError

import pytest

from tests import generated_licences as licences
from tests.generated_locks import ROOT

VECTORS = ROOT / "data" / "word_vectors"


def test_every_package_is_under_a_licence_of_the_list() -> None:
    assert list(licences.complaints()) == []


@pytest.mark.skipif(not licences.IS_WRITTEN_HERE, reason="another machine gets other versions")
def test_the_table_is_that_of_the_locks() -> None:
    assert licences.PAGE.read_text("utf-8") == licences.page()


def test_every_package_that_is_named_has_a_purpose() -> None:
    assert {name for name, purpose in licences.direct().items() if not purpose} == set()
    assert set(licences.direct()) <= set(licences.versions())


def test_a_purpose_stands_behind_a_package_or_above_it() -> None:
    text = """\
[project]
# no package is below
dependencies = [
    # Server, in
    # two lines
    "fastapi>=1,<2", # the application
    "uvicorn[standard]>=1",
]
web = ["streamlit>=1"] # the page
group = [
    "bare",
]
"""
    assert list(licences.purposes(text)) == [
        ("fastapi>=1,<2", "the application"),
        ("uvicorn[standard]>=1", "Server, in two lines"),
        ("streamlit>=1", "the page"),
        ("bare", ""),
    ]


@pytest.mark.parametrize(
    ("licence", "expected"),
    [
        ("MIT", True),
        ("Apache-2.0 OR BSD-2-Clause", True),
        ("GPL-3.0-only OR MIT", True),
        ("GPL-3.0-only", False),
        ("MIT AND GPL-3.0-only", False),
        ("MIT AND (Apache-2.0 OR BSD-2-Clause)", True),
        ("MIT AND (GPL-3.0-only OR BSD-2-Clause)", False),
        ("unknown", False),
    ],
)
def test_a_licence_that_is_not_on_the_list_is_refused(licence: str, expected: bool) -> None:
    assert licences.is_allowed(licence) is expected


@pytest.mark.parametrize(
    ("told", "classifiers", "expected"),
    [
        (["MIT"], [], "MIT"),
        (["the words of a licence", "Apache-2.0"], ["BSD License"], "Apache-2.0"),
        (["MIT License"], ["MIT License"], "MIT"),
        (["BSD"], ["BSD License"], None),
        ([], ["MIT License", "BSD License"], None),
        ([], [], None),
    ],
)
def test_a_licence_is_read_where_it_is_clear(
    told: list[str], classifiers: list[str], expected: str | None
) -> None:
    named = [f"License :: OSI Approved :: {one}" for one in classifiers]
    assert licences.read_licence(told, named) == expected


def test_a_licence_is_stated_only_where_the_package_leaves_it_open() -> None:
    assert set(licences.STATED) <= set(licences.versions())
    for name, stated in licences.STATED.items():
        try:  # a package of an extra is stated as it is not installed everywhere; it may say the same itself
            assert licences.own_licence(name) in (None, stated), name
        except PackageNotFoundError:
            continue


def test_the_word_vectors_bear_their_licences_and_name_their_sources() -> None:
    notice = (VECTORS / "LICENSE").read_text("utf-8")
    for named in (
        "Microsoft Corporation",
        "Robyn Speer",
        "SUBTLEX",
        "ParaCrawl",
        "What was changed",
    ):
        assert named in notice
    terms = (VECTORS / "CC-BY-SA-4.0.txt").read_text("utf-8")
    assert "Attribution-ShareAlike 4.0 International" in terms
    assert "Section 8 -- Interpretation." in terms


@pytest.mark.parametrize("page", ["README.md", "README.nl.md", "docs/licences.md"])
def test_who_reads_the_project_learns_of_both_origins(page: str) -> None:
    text = (ROOT / page).read_text("utf-8")
    assert all(named in text for named in ("wordfreq", "CC BY-SA 4.0", "multilingual-e5-small"))
