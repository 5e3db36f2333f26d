"""The sections of all files of a folder, as an ingest reads them."""

from collections.abc import Iterator
from pathlib import Path, PurePath

from src.search.loaders.loaded import LARGEST_FILE, NotLoaded
from src.search.loaders.sections import LoadedSections, files_below, load_sections, shown_name


def sections_below(folder: Path) -> Iterator[tuple[str, LoadedSections | NotLoaded]]:
    """Yield each file in the order of names, with its sections or why it has none."""
    for name, found in sorted(files_below(folder).items()):
        yield shown_name(name), found if isinstance(found, NotLoaded) else _loaded(name, found)


def _loaded(name: str, path: Path) -> LoadedSections | NotLoaded:
    if shown_name(name) != name:
        return NotLoaded("its name is not UTF-8")
    try:
        with path.open("rb") as file:
            return load_sections(file.read(LARGEST_FILE + 1), PurePath(name))
    except NotLoaded as error:
        return error
