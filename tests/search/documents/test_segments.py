"""A large collection is changed by segments: what a change costs, and what is found after it or in spite of it."""

import asyncio
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from src.search.corpus import RANKED_WHOLE
from src.search.documents.collections import ingest_collection, open_collection
from src.search.documents.origin import Origin
from src.search.documents.retriever import CollectionRetriever
from src.search.index_folder import SEGMENT, current_folder
from src.settings import PROJECT_ROOT
from tests.search.documents.folders import quiet, written
from tests.search.encoding import WordEncoder

PAGES = 30
SECTIONS = 70
NAME = "manual"
WORDS = "anchor beacon cable davit engine flare gauge hatch iron jib keel ladder mast".split()


def page(number: int, more: str = "") -> str:
    """Return a page of sections, of which no two say the same."""
    parts = [f"# Page {number}\n\nThe manual of part {number}. {more}\n"]
    for at in range(SECTIONS - 1):
        words = " ".join(WORDS[(number * at + step) % len(WORDS)] for step in range(1 + at % 9))
        parts.append(f"## Part {number} step {at}\n\nTurn the {words} of kind{number}x{at}.\n")
    return "\n".join(parts)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path / "pages", {f"p{number}.md": page(number) for number in range(PAGES)})


@pytest.fixture
def library(tmp_path: Path, folder: Path) -> Path:
    ingest(folder, tmp_path / "library")
    return tmp_path / "library"


def ingest(folder: Path, library: Path, name: str = NAME) -> int:
    """Bring a collection up to date; return how many files were read."""
    return ingest_collection((folder,), library, name, quiet).read


async def found(library: Path, query: str, name: str = NAME, limit: int = 5) -> list[str]:
    """Return what is found, by file and place in it."""
    sections = await CollectionRetriever(library, name).search(query, limit)
    return [found.document.id.partition("/")[2] for found in sections]


def segments(library: Path) -> list[Path]:
    """Return the segments of the collection in use."""
    current = current_folder(library / "collections" / NAME)
    assert current
    return sorted(current.glob(f"sections/{SEGMENT}*"))


QUERIES = (
    "anchor beacon cable",
    "turn the hatch of kind7x13",
    "gauge hatch iron jib keel",
    "part 12 step 31",
    "a crab on the davit",
    "kind29x48",
)


async def test_a_changed_page_is_a_segment_beside_the_others(folder: Path, library: Path) -> None:
    (large,) = segments(library)
    assert PAGES * SECTIONS > RANKED_WHOLE  # so an engine brings candidates
    size, inode = tree_size(large), (large / "tokens.npy").stat().st_ino
    written(folder, {"p7.md": page(7, "A crab sits on the davit.")})
    assert ingest(folder, library) == 1
    kept, added = segments(library)
    assert (kept / "tokens.npy").stat().st_ino == inode  # no byte of it was written again
    assert tree_size(added) < size / 10
    assert (await found(library, "crab davit"))[0].startswith("p7.md")


async def test_a_collection_of_segments_finds_what_one_that_was_made_anew_does(
    folder: Path, library: Path
) -> None:
    written(folder, {"p7.md": page(7, "A crab sits on the davit."), "new.md": "# New\n\nA crab.\n"})
    (folder / "p3.md").unlink()
    ingest(folder, library)
    written(folder, {"p8.md": page(8, "Another crab.")})
    ingest(folder, library)
    assert len(segments(library)) == 2  # the small ones are written together
    ingest(folder, library, "anew")
    for query in QUERIES:
        once, anew = await scores(library, query, NAME), await scores(library, query, "anew")
        assert once == anew != {}
    assert await found(library, "kind3x7 kind3x8") == []
    states = [open_collection(library, name).state for name in (NAME, "anew")]
    assert states[0].sections == states[1].sections


async def scores(library: Path, query: str, name: str) -> dict[float, int]:
    """Return how many sections have each score: of those that score the same any may come first."""
    told: dict[float, int] = {}
    for section in await CollectionRetriever(library, name).search(query, 5):
        score = round(section.score, 3)
        told[score] = told.get(score, 0) + 1
    return told


async def test_a_segment_that_is_half_gone_is_written_anew(folder: Path, library: Path) -> None:
    for number in range(PAGES // 2 + 1):
        (folder / f"p{number}.md").unlink()
    ingest(folder, library)
    assert len(segments(library)) == 1
    assert len(open_collection(library, NAME).index.facts) == (PAGES // 2 - 1) * SECTIONS
    assert (await found(library, "part 20 step 31"))[0].startswith("p20.md")


def test_what_is_known_of_versions_holds_over_segments(folder: Path, library: Path) -> None:
    before = open_collection(library, NAME).state
    (folder / "p4.md").unlink()
    ingest(folder, library)
    after = open_collection(library, NAME).state
    assert after.sections == before.sections - SECTIONS
    assert [version.sections for version in after.versions] == [after.sections]


async def test_versions_that_are_not_asked_for_take_no_places(tmp_path: Path, folder: Path) -> None:
    library = tmp_path / "versioned"
    for version in ("1", "2"):
        ingest_collection((folder,), library, NAME, quiet, origin=Origin(version=version))
    retriever = CollectionRetriever(library, NAME)
    for query in QUERIES[:3]:
        found = [await retriever.search(query, 8, version=version) for version in ("1", "2")]
        scores = [[round(section.score, 3) for section in sections] for sections in found]
        assert scores[0] == scores[1] != []
        assert {section.section.version for section in found[0]} == {"1"}


async def test_damaged_vectors_of_a_segment_leave_the_words_of_all(
    tmp_path: Path, folder: Path
) -> None:
    library, encoder = tmp_path / "meant", WordEncoder()
    for text in (page(7), page(7, "A crab sits on the davit.")):
        written(folder, {"p7.md": text})
        await asyncio.to_thread(ingest_collection, (folder,), library, NAME, quiet, encoder)
    kept, added = segments(library)
    assert open_collection(library, NAME).vectors is not None
    numbers = kept / "vectors-numbers.npy"
    numbers.write_bytes(numbers.read_bytes()[:-1])
    assert (added / "vectors-numbers.npy").exists()
    assert open_collection(library, NAME).vectors is None
    assert (await found(library, "crab davit"))[0].startswith("p7.md")


KILLED = """
import os, sys
from pathlib import Path
from src.search.documents.collections import ingest_collection

folder, library, left = Path(sys.argv[1]), Path(sys.argv[2]), int(sys.argv[3])

def end_at_the_last(event, arguments):
    global left
    is_change = event in ("os.link", "os.rename", "os.mkdir", "os.remove") or (
        event == "open" and isinstance(arguments[1], str) and "r" != arguments[1][:1]
    )
    if is_change and str(library) in str(arguments[0]) + str(arguments[-1]):
        left -= 1
        if not left:
            os._exit(9)

sys.addaudithook(end_at_the_last)
ingest_collection((folder,), library, "manual", lambda *_: None)
"""


@pytest.mark.parametrize("change", [1, 5, 20, 40, 60])
async def test_an_ingest_that_is_killed_leaves_the_collection_as_it_was(
    folder: Path, library: Path, change: int
) -> None:
    before = [await found(library, query) for query in QUERIES]
    written(folder, {"p7.md": page(7, "A crab sits on the davit.")})
    done = killed_at(change, folder, library)
    after = [await found(library, query) for query in QUERIES]
    assert done == 9
    assert after == before
    assert await found(library, "crab") == []
    assert ingest(folder, library) == 1
    assert (await found(library, "crab davit"))[0].startswith("p7.md")


def killed_at(change: int, *folders: Path) -> int:
    """Ingest in a process that ends with 9, as if killed, before it changes something for the nth time."""
    arguments: Sequence[str] = [*map(str, folders), str(change)]
    command = [sys.executable, "-c", KILLED, *arguments]
    return subprocess.run(command, cwd=PROJECT_ROOT, check=False).returncode


def tree_size(folder: Path) -> int:
    """Return the bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
