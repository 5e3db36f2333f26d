"""Keeps what was read from each ingested file: one JSON Lines file a piece, named by the file's content."""

import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock
from pydantic import BaseModel, ConfigDict, TypeAdapter, ValidationError

from src.dossier.models import Legislation, Source
from src.errors import CorpusUnreadable
from src.retrieval.loaders.xml_file import Loaded

LOADER_VERSION = "2"
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


class Works:
    """The folder of works; of two with the same key the one ingested last counts."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._headers: dict[Path, WorkHeader] = {
            path: _header(path) for path in sorted(folder.glob("*.jsonl"))
        }

    def __len__(self) -> int:
        return len(self._headers)

    def has(self, content: bytes) -> bool:
        """Tell whether a file with this very content was read before, by these loaders."""
        return self._path(content) in self._headers

    def add(self, file_name: str, content: bytes, loaded: Loaded) -> None:
        """Store what a file holds, atomically; an older copy of the same work goes."""
        first = loaded.sources[0]
        header = WorkHeader(
            key=loaded.key or _key(first),
            sequence=1 + max((header.sequence for header in self._headers.values()), default=0),
            file_name=file_name,
            lapsed=loaded.lapsed,
            without_text=loaded.without_text,
        )
        lines = [header.model_dump_json(), *(source.model_dump_json() for source in loaded.sources)]
        path = self._path(content)
        self._folder.mkdir(parents=True, exist_ok=True)
        replace_file(path, "\n".join(lines).encode() + b"\n")
        self._headers[path] = header
        self._remove_superseded()

    def fingerprint(self) -> str:
        """Return a hash that changes whenever a work comes, goes or is replaced."""
        names = "\n".join(sorted(path.name for path in self._current()))
        return hashlib.sha256(names.encode()).hexdigest()

    def sources(self) -> Iterator[Source]:
        """Yield every source of every work that counts."""
        for path in self._current():
            with path.open("rb") as file:
                next(file)
                for line in file:
                    yield _parsed(path, line)

    def _path(self, content: bytes) -> Path:
        digest = hashlib.sha256(content).hexdigest()
        return self._folder / f"{digest}-{LOADER_VERSION}.jsonl"

    def _current(self) -> list[Path]:
        """Return the files that count; a crash may have left an older copy beside a newer one."""
        newest: dict[str, Path] = {}
        for path, header in sorted(self._headers.items(), key=lambda item: item[1].sequence):
            newest[header.key] = path
        return sorted(newest.values())

    def _remove_superseded(self) -> None:
        for path in self._headers.keys() - set(self._current()):
            path.unlink(missing_ok=True)
            del self._headers[path]


def works_folder(library_dir: Path) -> Path:
    """Return the folder of the works in a library."""
    return library_dir / "works"


def library_lock(library_dir: Path) -> FileLock:
    """Return the lock that whoever writes to a library holds; others wait."""
    return FileLock(library_dir / ".lock")


def replace_file(path: Path, content: bytes) -> None:
    """Write a file so that at any moment the old one or the whole new one is there."""
    with tempfile.NamedTemporaryFile(dir=path.parent, prefix=".tmp-", delete=False) as file:
        try:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
            Path(file.name).replace(path)
        except OSError:
            Path(file.name).unlink(missing_ok=True)
            raise


def _key(source: Source) -> str:
    return f"{source.work}@{source.as_of}" if isinstance(source, Legislation) else source.id


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
