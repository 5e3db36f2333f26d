"""Keeps what was read from each ingested file: one JSON Lines file a piece, named by the file's content."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path

from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from src.desks.tax.loaders.loaded import LapsedArticle, LoadedLaw
from src.desks.tax.sources import Legislation
from src.disk import failing_as_not_written, make_folder, replace_file
from src.dossier.blobs import sha256_of
from src.dossier.models import Source
from src.errors import CorpusUnreadable

LOADER_VERSION = "5"
"""Change this when a loader reads a file differently: files are then read anew when they are ingested again."""

_SOURCE: TypeAdapter[Source] = TypeAdapter(Source)


class WorkHeader(BaseModel):
    """First line of a work: what it is, and its place in the order of ingesting."""

    model_config = ConfigDict(frozen=True)

    key: str
    """``BWBR0002320@2024-01-01`` for a law at a date, the ECLI for a ruling."""
    sequence: int
    file_name: str
    lapsed: int
    without_text: int
    lapsed_articles: tuple[LapsedArticle, ...] = ()
    textless: tuple[str, ...] = ()
    """Articles that stand in the law without a text of their own."""
    until: date | None = None
    """Law: last day on which this version is in force, where that is known."""
    replaced: tuple[str, ...] = ()
    """Digests of older copies of the same work, so that they are not read again beside this one."""


class Works:
    """The folder of works; of two with the same key the one ingested last counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._headers: dict[Path, WorkHeader] = {
            path: _header(path) for path in sorted(folder.glob("*.jsonl"))
        }
        self._replaced = {digest for header in self._headers.values() for digest in header.replaced}

    def __len__(self) -> int:
        return len(self._headers)

    def has(self, content: bytes) -> bool:
        """Tell whether a file with this very content was read before, by these loaders, or gave way to another."""
        return self._path(content) in self._headers or sha256_of(content) in self._replaced

    def add(
        self, file_name: str, content: bytes, loaded: LoadedLaw, until: date | None = None
    ) -> str | None:
        """Store what a file holds, atomically; return the name of the file of the same work that it replaced."""
        key = loaded.key or _key(loaded.sources[0])
        older = {path: header for path, header in self._headers.items() if header.key == key}
        header = WorkHeader(
            key=key,
            sequence=1 + max((header.sequence for header in self._headers.values()), default=0),
            file_name=file_name,
            lapsed=len(loaded.lapsed),
            without_text=loaded.without_text,
            lapsed_articles=loaded.lapsed,
            textless=loaded.textless,
            until=until,
            replaced=_replaced(older, sha256_of(content)),
        )
        path = self._path(content)
        lines = (source.model_dump_json().encode() for source in loaded.sources)
        self._write(path, header, b"".join(line + b"\n" for line in lines))
        self._remove(self._headers.keys() - set(self._current()))
        digest = sha256_of(content)
        return next(
            (old.file_name for known, old in older.items() if _digest_in(known) != digest), None
        )

    def remove(self, key: str) -> bool:
        """Remove a work with all copies of it; return whether there was one."""
        held = [path for path, header in self._headers.items() if header.key == key]
        self._remove(held)
        return bool(held)

    def end(self, content: bytes, until: date | None) -> None:
        """Note the last day of a version that is there already, where it was not known or has changed."""
        path = self._path(content)
        header = self._headers.get(path)
        if header is not None and header.until != until:
            sources = path.read_bytes().split(b"\n", 1)[1]
            self._write(path, header.model_copy(update={"until": until}), sources)

    def fingerprint(self) -> str:
        """Return a hash that changes whenever a work comes, goes or is replaced."""
        headers = ((path.name, self._headers[path].until) for path in self._current())
        lines = "\n".join(f"{name} {until}" if until else name for name, until in headers)
        return hashlib.sha256(lines.encode()).hexdigest()

    def headers(self) -> tuple[WorkHeader, ...]:
        return tuple(self._headers[path] for path in self._current())

    def sources(self, of: str = "") -> Iterator[Source]:
        """Yield every source of every work that counts; or of one law, by its identifier."""
        for path in self._current():
            if of and self._headers[path].key.partition("@")[0] != of:
                continue
            until = self._headers[path].until
            with path.open("rb") as file:
                next(file)
                for line in file:
                    source = _parsed(path, line)
                    yield source.model_copy(update={"until": until}) if until else source

    def _path(self, content: bytes) -> Path:
        return self._folder / f"{sha256_of(content)}-{LOADER_VERSION}.jsonl"

    def _write(self, path: Path, header: WorkHeader, sources: bytes) -> None:
        with failing_as_not_written(path):
            make_folder(self._folder)
            replace_file(path, header.model_dump_json().encode() + b"\n" + sources)
        self._headers[path] = header

    def _current(self) -> list[Path]:
        """Return the files that count; a crash may have left an older copy beside a newer one."""
        newest: dict[str, Path] = {}
        for path, header in sorted(self._headers.items(), key=lambda item: item[1].sequence):
            newest[header.key] = path
        return sorted(newest.values())

    def _remove(self, paths: Iterable[Path]) -> None:
        for path in paths:
            path.unlink(missing_ok=True)
            del self._headers[path]
        self._replaced = {digest for header in self._headers.values() for digest in header.replaced}


def works_folder(library_dir: Path) -> Path:
    return library_dir / "works"


def _key(source: Source) -> str:
    return f"{source.work}@{source.as_of}" if isinstance(source, Legislation) else source.id


def _digest_in(path: Path) -> str:
    return path.name.partition("-")[0]


def _replaced(older: Mapping[Path, WorkHeader], digest: str) -> tuple[str, ...]:
    """Return the digests of all copies that gave way, the ones before the older ones too."""
    known = {_digest_in(path) for path in older}.union(*(old.replaced for old in older.values()))
    return tuple(sorted(known - {digest}))


def _header(path: Path) -> WorkHeader:
    with path.open("rb") as file:
        try:
            return WorkHeader.model_validate_json(file.readline())
        except ValidationError as error:
            raise CorpusUnreadable(path=str(path), problem="not a work of the library") from error


def _parsed(path: Path, line: bytes) -> Source:
    try:
        return _SOURCE.validate_json(line)
    except ValidationError as error:
        raise CorpusUnreadable(path=str(path), problem="a line is broken") from error
