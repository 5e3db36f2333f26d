"""A section tells where it stands: its file and lines, its anchor and address, its version and its day."""

import hashlib
import shutil
import subprocess
from datetime import date
from pathlib import Path

import pytest

from src.dossier.models import Document
from src.errors import CorpusUnreadable, UnknownDocsVersion
from src.search.corpus import Filters
from src.search.documents.collections import collections, ingest_collection, open_collection
from src.search.documents.origin import FOLDER, Origin, is_address
from src.search.documents.retriever import CollectionRetriever
from tests.search.documents.folders import GUIDE, guide, quiet, written

NEWER = {"setup.md": GUIDE["setup.md"].replace("wrench", "spanner")}
LINK = "https://docs.example/{path}#{anchor}"


@pytest.fixture
def library(tmp_path: Path) -> Path:
    return tmp_path / "library"


def ingest(
    folder: Path, library: Path, origin: Origin = FOLDER, most: int = 100
) -> tuple[int, int]:
    report = ingest_collection((folder,), library, "guide", quiet, None, origin, most)
    return report.read, report.sections


async def first(library: Path, query: str, version: str | None = None) -> Document:
    found = await CollectionRetriever(library, "guide").search(query, 1, version=version)
    return found[0].document


async def test_a_document_tells_where_it_stands(tmp_path: Path, library: Path) -> None:
    ingest(guide(tmp_path), library, Origin("2.4", date(2026, 5, 1), LINK))
    found = await first(library, "LANTERN_DATA_DIR")
    assert found.id == "guide/setup.md#folder@2.4"
    assert found.version_of == "guide/setup.md#folder"
    assert (found.file, found.first_line, found.last_line) == ("setup.md", 7, 7)
    assert (found.anchor, found.url) == ("folder", "https://docs.example/setup.md#folder")
    assert (found.version, found.updated) == ("2.4", date(2026, 5, 1))
    assert found.content_hash == hashlib.sha256(found.content.encode()).hexdigest()


def test_a_document_without_all_that_is_stored_as_before() -> None:
    old = Document(id="a", title="A", content="B")
    assert b"first_line" not in old.model_dump_json().encode()
    assert set(old.model_dump(mode="json")) == {
        "id", "title", "content", "url", "heading", "as_of", "digest", "kind", "collection", "path", "search_words",
        "client",
    }  # fmt: skip
    assert old.version_of == ""


@pytest.mark.parametrize(
    ("template", "address"),
    [
        (LINK, "https://docs.example/a%20b/c.md#ports"),
        ("https://docs.example/{page}/#{anchor}", "https://docs.example/a%20b/c/#ports"),
        ("", ""),
    ],
)
def test_a_section_has_the_address_of_its_heading(
    template: str, address: str, tmp_path: Path, library: Path
) -> None:
    filler = "The lantern stands on the shelf beside the door. " * 30
    text = "Before.\n\n# Ports\n\n" + f"{filler}\n\n" * 4
    ingest(written(tmp_path / "pages", {"a b/c.md": text}), library, Origin(url=template))
    (sections,) = open_collection(library, "guide").sections().values()
    assert [one.url for one in sections] == [address.removesuffix("#ports"), address, address]
    assert [one.fragment for one in sections] == ["", "ports", "ports"]


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        (LINK, True),
        ("ftp://host/{path}", False),
        ("https://host/{other}", False),
        ("https://host/a b", False),
        ("javascript:alert(1)", False),
    ],
)
def test_an_address_is_one_of_the_web(text: str, fits: bool) -> None:
    assert is_address(text) == fits


async def test_files_are_read_again_where_their_day_or_address_changes(
    tmp_path: Path, library: Path
) -> None:
    folder = guide(tmp_path)
    assert ingest(folder, library) == (3, 6)
    assert ingest(folder, library, Origin(day=date(2026, 1, 1))) == (3, 6)
    assert ingest(folder, library, Origin(day=date(2026, 1, 1), url=LINK)) == (3, 6)
    assert ingest(folder, library, Origin(day=date(2026, 1, 1), url=LINK)) == (0, 6)
    assert (await first(library, "trim the wick")).updated == date(2026, 1, 1)


# Versions


async def test_versions_stand_beside_each_other(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    ingest(folder, library, Origin("1.0", date(2025, 1, 1)))
    (folder / "nl.md").unlink()
    assert ingest(written(folder, NEWER), library, Origin("2.0", date(2026, 1, 1))) == (2, 11)
    (state,) = collections(library)
    told = [(one.version, one.sections, str(one.newest)) for one in state.versions]
    assert told == [("1.0", 6, "2025-01-01"), ("2.0", 5, "2026-01-01")]
    assert state.newest == date(2026, 1, 1)
    for version, word in (("1.0", "wrench"), ("2.0", "spanner")):
        found = await first(library, "install the lantern", version)
        assert (word in found.content, found.version) == (True, version)
    assert (await first(library, "setup.md#folder", "2.0")).id == "guide/setup.md#folder@2.0"
    index = open_collection(library, "guide").index
    assert index.search("verbrande pitten", 5, Filters(version="2.0")).scored == []


async def test_a_version_is_changed_alone(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    for version in ("1.0", "2.0"):
        ingest(folder, library, Origin(version))
    (folder / "nl.md").unlink()
    written(folder, NEWER)
    assert ingest(folder, library, Origin("2.0")) == (1, 11)
    assert ingest(folder, library, Origin("2.0")) == (0, 11)
    assert "wrench" in (await first(library, "install the lantern", "1.0")).content


async def test_a_version_that_is_not_there_is_told_with_those_that_are(
    tmp_path: Path, library: Path
) -> None:
    for version in ("1.0", "2.0"):
        ingest(guide(tmp_path), library, Origin(version))
    with pytest.raises(UnknownDocsVersion) as refused:
        await first(library, "wick", "3.0")
    assert refused.value.details == {
        "collection": "guide",
        "version": "3.0",
        "versions": "1.0, 2.0",
    }


def test_too_many_sections_are_refused_and_nothing_changes(tmp_path: Path, library: Path) -> None:
    folder = guide(tmp_path)
    assert ingest(folder, library, Origin("1.0"), most=6) == (3, 6)
    for version in ("1.0", "2.0"):
        written(folder, {"more.md": "# More\n\nOne more.\n"})
        with pytest.raises(CorpusUnreadable, match="at most 6 sections"):
            ingest(folder, library, Origin(version), most=6)
    assert open_collection(library, "guide").state.sections == 6


# Days of commits

needs_git = pytest.mark.skipif(not shutil.which("git"), reason="the history is read by git")


def git(folder: Path, *arguments: str, said: bytes = b"") -> bytes:
    day = "2026-05-01T12:00:00Z"
    environment = {"GIT_COMMITTER_DATE": day, "GIT_AUTHOR_DATE": day, "HOME": str(folder)}
    names = ("-c", "user.name=a", "-c", "user.email=a@example.org")
    command = [str(shutil.which("git")), *names, *arguments]
    done = subprocess.run(
        command, cwd=folder, env=environment, check=True, input=said, capture_output=True
    )
    return done.stdout


@pytest.fixture
def committed(tmp_path: Path) -> Path:
    """A guide in the folder of a repository, of which one file is not committed."""
    folder = guide(tmp_path)
    git(tmp_path, "init", "-q")
    git(tmp_path, "add", "guide/setup.md", "guide/deep")
    git(tmp_path, "commit", "-q", "-m", "Begin")
    return folder


@needs_git
async def test_the_day_of_a_file_is_that_of_its_last_commit(committed: Path, library: Path) -> None:
    ingest(committed, library, Origin(day=date(2020, 2, 2)))
    assert (await first(library, "trim the wick")).updated == date(2026, 5, 1)
    assert (await first(library, "verbrande pitten")).updated == date(2020, 2, 2)


@needs_git
def test_no_program_of_a_repository_is_run(committed: Path, library: Path) -> None:
    home, ran = committed.parent, committed.parent / "ran"
    program = home / "gpg"
    program.write_text(f"#!/bin/sh\ntouch {ran}\n")
    program.chmod(0o755)
    git(home, "config", "gpg.program", str(program))
    git(home, "config", "log.showSignature", "true")
    head, message = git(home, "cat-file", "commit", "HEAD").split(b"\n\n", 1)
    signature = b"\ngpgsig -----BEGIN PGP SIGNATURE-----\n \n x\n -----END PGP SIGNATURE-----\n\n"
    signed = git(
        home, "hash-object", "-t", "commit", "-w", "--stdin", said=head + signature + message
    )
    git(home, "update-ref", "HEAD", signed.decode().strip())
    git(home, "log", "--format=%H")
    assert ran.exists()  # so it is run by who does not look out
    ran.unlink()
    ingest(committed, library)
    assert not ran.exists()
    assert all(one.updated for one in open_collection(library, "guide").sections()["setup.md"])
