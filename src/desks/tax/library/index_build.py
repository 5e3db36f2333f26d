"""Builds the index of the library, or of the starter corpus alone, and puts it in use."""

import hashlib
import importlib.metadata
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from src.desks.tax.library import documents, dutch, english, law_writer, search_words
from src.desks.tax.library.documents import NO_EXPANSION, Expansion, key_of
from src.desks.tax.library.law_index import LawIndex
from src.desks.tax.library.law_writer import ABOUT, About, write_index
from src.desks.tax.library.works import Works, works_folder
from src.desks.tax.loaders import starter
from src.desks.tax.sources import CaseLaw, Legislation
from src.disk import UNFINISHED, make_folder
from src.search import compounds, index_folder
from src.search.index_folder import PREFIX, renewed

_OF_STARTER = f"{PREFIX}starter-"

Found = tuple[Legislation | CaseLaw, Expansion]


def made_by(starter_dir: Path) -> str:
    """Return a fingerprint of everything but the works that an index depends on."""
    parts = (
        f"analysers {dutch.VERSION} {english.VERSION} {compounds.VERSION}",
        f"stemmer {importlib.metadata.version('PyStemmer')}",
        f"schema {documents.VERSION} {law_writer.VERSION}",
        f"starter {starter.fingerprint(starter_dir)}",
        f"words {search_words.fingerprint(_search_words(starter_dir))}",
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def of_starter(library_dir: Path, starter_dir: Path) -> LawIndex:
    """Return an index of the starter corpus alone, kept in the library's folder where it can be kept.

    Building it takes as long as all else that a start does with it ten times. The first index of a library removes it.
    """
    maker = made_by(starter_dir)
    folder = library_dir / f"{_OF_STARTER}{maker[:16]}"
    try:
        if about(folder) is None:
            _keep(folder, starter_dir, maker)
        return LawIndex(folder, mapped=False)
    except (ValueError, OSError):  # damaged, or in a place where nothing can be kept
        shutil.rmtree(folder, ignore_errors=True)
        return in_memory(starter_dir)


def _keep(folder: Path, starter_dir: Path, maker: str) -> None:
    """Build the index of the starter corpus in a folder that no reader finds before it is whole."""
    make_folder(folder.parent)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=_OF_STARTER) as unfinished:
        whole = Path(unfinished) / folder.name
        whole.mkdir()
        write_index(whole, _expanded(None, starter_dir), maker)
        for older in folder.parent.glob(f"{_OF_STARTER}*"):
            if older != whole.parent:
                shutil.rmtree(older, ignore_errors=True)
        whole.replace(folder)


def in_memory(starter_dir: Path) -> LawIndex:
    """Build an index of the starter corpus alone; no file of it is left."""
    with tempfile.TemporaryDirectory(prefix="tess-") as folder:
        write_index(Path(folder), _expanded(None, starter_dir), made_by(starter_dir))
        return LawIndex(Path(folder), mapped=False)


def in_library(library_dir: Path, works: Works, starter_dir: Path) -> None:
    """Build a new index beside the one in use and then put it in use; the caller holds the library's lock.

    Whenever this is interrupted, the index that was in use stays in use, and nothing of the new one is left.
    """
    with renewed(library_dir) as folder:
        found = _expanded(works, starter_dir)
        write_index(folder, found, made_by(starter_dir), works.fingerprint())


def remove_unfinished(library_dir: Path) -> None:
    """Remove what was left by processes that died while they wrote; the caller holds the library's lock."""
    index_folder.remove_unfinished(library_dir, lambda folder: about(folder) is not None)
    for file in works_folder(library_dir).glob(f"{UNFINISHED}*"):
        file.unlink(missing_ok=True)


def about(folder: Path) -> About | None:
    """Return what an index in a folder says of itself, None where that cannot be read any more."""
    try:
        return About.model_validate_json((folder / ABOUT).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def expansions(starter_dir: Path) -> dict[str, Expansion]:
    """Return the digests of the starter corpus and the search words beside it, by the key of the article or ruling."""
    digests = {key_of(digest): digest for digest in starter.load(starter_dir)}
    words = search_words.load(_search_words(starter_dir))
    return {
        key: Expansion(digests.get(key), words.get(key)) for key in digests.keys() | words.keys()
    }


def _search_words(starter_dir: Path) -> Path:
    return starter_dir.with_name("search_words")


def _expanded(works: Works | None, starter_dir: Path) -> Iterator[Found]:
    """Yield each real source with its expansion, then the digests that no real source replaces."""
    expansion_of = expansions(starter_dir)
    replaced: set[str] = set()
    for source in works.sources() if works else ():
        if not isinstance(
            source, Legislation | CaseLaw
        ):  # kept for a desk that asks for documentation
            continue
        key = key_of(source)
        replaced.add(key)
        yield source, expansion_of.get(key, NO_EXPANSION)
    for key, one in expansion_of.items():
        if one.digest and key not in replaced:
            yield one.digest, Expansion(words=one.words)
