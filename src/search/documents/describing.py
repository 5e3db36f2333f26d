"""Which pages of a collection nobody has described yet, and how what was written of them is put in use."""

from pathlib import Path

from src.search.documents.collection import Contents, OpenCollection, write
from src.search.documents.collections import open_collection, writing
from src.search.documents.described import Page, PageDescriptions, pages
from src.search.encoder import Encoder
from src.search.vectors import Progress, silent


def undescribed(library_dir: Path, name: str, described: PageDescriptions) -> list[Page]:
    """Return the pages of a collection whose text was not described before, each text once."""
    files = open_collection(library_dir, name).sections().values()
    return [page for sections in files for page in pages(sections) if page not in described]


def use_descriptions(
    library_dir: Path, name: str, encoder: Encoder | None = None, progress: Progress = silent
) -> None:
    """Put an index in use in which the sections of described pages are found by their descriptions, too."""
    with writing(library_dir, name) as home:
        older = OpenCollection(home)
        described, before = PageDescriptions(home), older.sections()
        after = {file: described.added_to(sections) for file, sections in before.items()}
        changed = {
            file: sections for file, sections in after.items() if {*sections} != {*before[file]}
        }
        if changed:
            state = older.state
            newest = {one.version: one.newest for one in state.versions}
            unchanged = before.keys() - changed
            contents = Contents(unchanged, changed, state.hashes, newest, state.shipped)
            write(home, older, contents, encoder, progress)
