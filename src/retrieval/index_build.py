"""Builds the search index from the works and the starter digests, in memory or in a folder of the library."""

import hashlib
import importlib.metadata
import shutil
import tempfile
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import tantivy
from pydantic import BaseModel, ConfigDict, ValidationError

from src.dossier.models import CaseLaw, Legislation
from src.retrieval import documents, dutch
from src.retrieval.loaders import starter
from src.retrieval.passages import Kind, LibraryState
from src.retrieval.works import Works, replace_file

POINTER = "CURRENT"
"""File in the library that names the folder of the index in use."""

ABOUT = "about.json"
KINDS: tuple[Kind, Kind] = ("legislation", "case_law")

_FOLDER = "index-"
_HEAP_BYTES = 64_000_000

Digests = dict[str, Legislation | CaseLaw]


class About(BaseModel):
    """What an index was made by and of, and what a search must know beside the documents."""

    model_config = ConfigDict(frozen=True)

    made_by: str
    works: str
    provisions: int
    rulings: int
    starter: bool
    laws: dict[str, str]
    """Names of the laws, each with its identifier."""
    versions: dict[str, tuple[date, ...]]
    """Dates from which the versions of each law are in force, oldest first."""

    @property
    def state(self) -> LibraryState:
        """What there is to search."""
        fingerprint = hashlib.sha256(f"{self.made_by}\n{self.works}".encode()).hexdigest()
        return LibraryState(self.provisions, self.rulings, self.starter, fingerprint)


def made_by(starter_dir: Path) -> str:
    """Return a fingerprint of everything but the works that an index depends on."""
    parts = (
        f"analyser {dutch.VERSION}",
        f"schema {documents.SCHEMA_VERSION}",
        f"tantivy {importlib.metadata.version('tantivy')}",
        f"starter {starter.fingerprint(starter_dir)}",
    )
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()


def in_memory(starter_dir: Path) -> tuple[About, dict[Kind, tantivy.Index]]:
    """Build an index of the starter corpus alone."""
    indexes = {kind: _registered(tantivy.Index(documents.schema())) for kind in KINDS}
    return _fill(indexes, None, starter_dir), indexes


def in_library(library_dir: Path, works: Works, starter_dir: Path) -> None:
    """Build a new index beside the one in use and then put it in use; the caller holds the library's lock.

    Whenever this is interrupted, the index that was in use stays in use.
    """
    before = current_folder(library_dir)
    folder = Path(tempfile.mkdtemp(dir=library_dir, prefix=_FOLDER))
    about = _fill(_on_disk(folder), works, starter_dir)
    replace_file(folder / ABOUT, about.model_dump_json().encode())
    replace_file(library_dir / POINTER, folder.name.encode())
    _remove_others(library_dir, keep=(folder, before))


def current_folder(library_dir: Path) -> Path | None:
    """Return the folder of the index in use, None where there is none yet."""
    try:
        name = (library_dir / POINTER).read_text()
    except FileNotFoundError:
        return None
    return library_dir / name


def about(folder: Path) -> About | None:
    """Return what an index in a folder says of itself, None where that cannot be read any more."""
    try:
        return About.model_validate_json((folder / ABOUT).read_bytes())
    except (FileNotFoundError, ValidationError):
        return None


def opened(folder: Path) -> dict[Kind, tantivy.Index]:
    """Open the indexes in a folder for reading."""
    return {kind: _registered(tantivy.Index.open(str(folder / kind))) for kind in KINDS}


def _on_disk(folder: Path) -> dict[Kind, tantivy.Index]:
    indexes: dict[Kind, tantivy.Index] = {}
    for kind in KINDS:
        (folder / kind).mkdir()
        indexes[kind] = _registered(tantivy.Index(documents.schema(), path=str(folder / kind)))
    return indexes


def _registered(index: tantivy.Index) -> tantivy.Index:
    """Give an index the analyser, which it does not keep by itself."""
    index.register_tokenizer(dutch.NAME, dutch.analyser())
    index.config_reader(reload_policy="manual")
    return index


def _fill(indexes: dict[Kind, tantivy.Index], works: Works | None, starter_dir: Path) -> About:
    digests = {documents.key_of(digest): digest for digest in starter.load(starter_dir)}
    tally = _Tally()
    writers = {kind: indexes[kind].writer(_HEAP_BYTES, 1) for kind in KINDS}
    for number, (source, digest) in enumerate(_with_digests(works, digests)):
        writers[source.kind].add_document(documents.document(number, source, digest))
        tally.add(source)
    for kind in KINDS:
        writers[kind].commit()
        writers[kind].wait_merging_threads()
        indexes[kind].reload()
    return tally.about(made_by(starter_dir), works)


def _with_digests(
    works: Works | None, digests: Digests
) -> Iterator[tuple[Legislation | CaseLaw, Legislation | CaseLaw | None]]:
    """Yield each real source with its digest, then the digests that no real source replaces."""
    replaced: set[str] = set()
    for source in works.sources() if works else ():
        key = documents.key_of(source)
        replaced.add(key)
        yield source, digests.get(key)
    yield from ((digest, None) for key, digest in digests.items() if key not in replaced)


class _Tally:
    """Counts what goes into an index and notes the laws and their versions."""

    def __init__(self) -> None:
        self.keys: dict[Kind, set[str]] = {kind: set() for kind in KINDS}
        self.laws: dict[str, str] = {}
        self.versions: dict[str, set[date]] = {}

    def add(self, source: Legislation | CaseLaw) -> None:
        self.keys[source.kind].add(documents.key_of(source))
        if isinstance(source, Legislation):
            self.laws[source.law] = source.work
            if source.as_of and not source.digest:
                self.versions.setdefault(source.work, set()).add(source.as_of)

    def about(self, fingerprint: str, works: Works | None) -> About:
        return About(
            made_by=fingerprint,
            works=works.fingerprint() if works else "",
            provisions=len(self.keys["legislation"]),
            rulings=len(self.keys["case_law"]),
            starter=not works,
            laws=self.laws,
            versions={work: tuple(sorted(dates)) for work, dates in self.versions.items()},
        )


def _remove_others(library_dir: Path, keep: tuple[Path | None, ...]) -> None:
    """Remove older indexes and what interrupted builds left; the index used till now stays for its readers."""
    for folder in library_dir.glob(f"{_FOLDER}*"):
        if folder not in keep:
            shutil.rmtree(folder, ignore_errors=True)
