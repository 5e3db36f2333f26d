"""The files of a folder become sections; what can't be read is left out by name, and nothing outside is opened."""

import os
import subprocess
import sys
from pathlib import Path, PurePath

import pytest

from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.sections import LoadedSections, load_sections
from tests.search.loaders.below import sections_below


def read(folder: Path) -> dict[str, str | list[str]]:
    """Return the texts of each file, or why it is left out."""
    return {
        name: str(found) if isinstance(found, NotLoaded) else [one.text for one in found.sections]
        for name, found in sections_below(folder)
    }


def put(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def test_the_files_of_a_folder_come_in_order(tmp_path: Path) -> None:
    put(tmp_path / "b.md", "B")
    put(tmp_path / "a" / "z.rst", "Z")
    put(tmp_path / "a" / "y.html", "<p>Y")
    put(tmp_path / "a" / "x.jsonl", '{"id": "x", "content": "X"}')
    put(tmp_path / "a" / "picture.png", "no documentation")
    put(tmp_path / ".git" / "c.md", "hidden")
    found = read(tmp_path)
    assert list(found.items()) == [
        ("a/x.jsonl", ["X"]),
        ("a/y.html", ["Y"]),
        ("a/z.rst", ["Z"]),
        ("b.md", ["B"]),
    ]


@pytest.mark.parametrize("name", ["a.md", "a.html", "a.rst", "a.jsonl"])
def test_bad_files_are_left_out_and_named(name: str, tmp_path: Path) -> None:
    (tmp_path / name).write_bytes(b"caf\xe9 no UTF-8")
    put(tmp_path / "empty" / name, "\n")
    put(tmp_path / "good.md", "Good.")
    assert read(tmp_path) == {
        name: "the text is not UTF-8",
        f"empty/{name}": "the file is empty",
        "good.md": ["Good."],
    }


@pytest.mark.parametrize("more", [0, 1])
def test_a_file_of_64_mib_is_left_out(more: int, tmp_path: Path) -> None:
    with (tmp_path / "large.md").open("wb") as file:
        file.truncate(LARGEST_FILE + more)
    assert read(tmp_path) == {"large.md": "the file has 64 MiB or more"}


def test_a_file_of_another_form_is_refused() -> None:
    with pytest.raises(NotLoaded, match="can be read"):
        load_sections(b"x", PurePath("a.exe"))


def test_two_files_may_have_the_same_anchor(tmp_path: Path) -> None:
    for name in ("a.md", "b.md"):
        put(tmp_path / name, "# Ports\n\nText.\n")
    found = [one for _, one in sections_below(tmp_path) if isinstance(one, LoadedSections)]
    assert [one.id for file in found for one in file.sections] == ["a.md#ports", "b.md#ports"]


# Links


def test_a_link_is_followed_inside_the_folder_only(tmp_path: Path) -> None:
    outside = put(tmp_path / "secret" / "key.md", "SECRET").parent
    docs = put(tmp_path / "docs" / "a.md", "A").parent
    put(docs / ".kept" / "b.md", "B")
    (docs / "b.md").symlink_to(docs / ".kept" / "b.md")
    (docs / "again.md").symlink_to("a.md")
    (docs / "out.md").symlink_to(outside / "key.md")
    (docs / "out").symlink_to(outside)
    (docs / "up").symlink_to("..")
    (docs / "gone.md").symlink_to("nowhere.md")
    out = "a link that leads out of the folder"
    assert read(docs) == {
        "a.md": ["A"],
        "b.md": ["B"],
        "gone.md": "No such file or directory",
        "out": out,
        "out.md": out,
        "up": out,
    }


def test_links_in_a_circle_end(tmp_path: Path) -> None:
    put(tmp_path / "one" / "a.md", "A")
    (tmp_path / "one" / "two").symlink_to("..")
    (tmp_path / "self.md").symlink_to("self.md")
    for number in range(20):
        (tmp_path / f"link{number}").symlink_to(".")
    found = read(tmp_path)
    assert found.pop("self.md") == os.strerror(40)
    assert found == {"one/a.md": ["A"]}


def test_a_folder_that_is_a_link_itself_is_read(tmp_path: Path) -> None:
    put(tmp_path / "real" / "a.md", "A")
    (tmp_path / "docs").symlink_to("real")
    assert read(tmp_path / "docs") == {"a.md": ["A"]}


def test_what_is_no_file_is_passed_over(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.md")
    assert read(tmp_path) == {}


def test_a_name_that_is_no_text_is_told_as_one(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text("A")
    assert read(tmp_path) == {"caf\ufffd.md": "its name is not UTF-8"}


def test_a_folder_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="No such file"):
        read(tmp_path / "none")


# Importing


def test_no_parser_is_imported_before_a_file_of_its_form_is_read() -> None:
    program = (
        "import sys, src.search.loaders.sections as s; from pathlib import PurePath; "
        "parsers = {'docutils', 'lxml', 'markdown_it', 'pypdf'}; assert not parsers & set(sys.modules); "
        "s.load_sections(b'Text.', PurePath('a.md')); assert 'docutils' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", program], check=True)
