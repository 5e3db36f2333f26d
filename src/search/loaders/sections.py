"""Sections of documentation: what a loader makes of a file, and the door to the loaders of all forms."""

import hashlib
import os
import re
from collections import deque
from dataclasses import dataclass
from datetime import date
from importlib import import_module
from pathlib import Path, PurePath

from src.search.loaders.loaded import NotLoaded, require_content
from src.texts import beside

_LOADERS = {
    end: module
    for module, ends in beside(__file__, "sections")["loaders"].items()
    for end in ends.split()
}
"""Modules by the end of a file's name, imported when the first such file is read: some take long to import."""

SUFFIXES = frozenset(_LOADERS)

_UNREAD = re.compile(
    r"(?:(?<=[a-z])\.[1-9](?:\.gz)?|\.(?:doc|epub|info|odt|org|pod|rtf|tex|texi|texinfo|wiki))\Z",
    re.IGNORECASE,
)
"""Ends of names of documentation that is not read, and told of: manual pages and the like."""

_PASSED_OVER = frozenset(("node_modules", "__pycache__", "site-packages", "bower_components"))
"""Folders of what others wrote and somebody installed."""

_PART = re.compile(r"~[\w.-]+\Z")


@dataclass(frozen=True)
class Section:
    """What stands under one heading of a file, or a part of it where that is long."""

    file: str
    """Its name below the folder, with ``/`` on every system."""
    anchor: str
    """Empty for what stands before the first heading."""
    headings: tuple[str, ...]
    """From the top down to its own."""
    text: str
    """As it stands in the file: code, tables and lists whole."""
    first_line: int
    """Of the file, counted from 1; 0 where the form has no lines."""
    last_line: int
    search_words: str = ""
    """What came with it to be found by: searched, never shown."""
    url: str = ""
    """Where it stands on the web, if the file says so."""
    own_id: str = ""
    """The id that the file gives it; see ``id``."""
    version: str = ""
    """Of the documentation that the file is part of, as whoever ingested it said."""
    updated: date | None = None
    """Day on which the file was last changed, where that is known."""

    @property
    def key(self) -> str:
        """The id that came with it, or else file and anchor: the same in all versions."""
        return self.own_id or f"{self.file}#{self.anchor}".removesuffix("#")

    @property
    def id(self) -> str:
        """The key, with the version where there is one: ``guide/setup.md#ports@2.4``."""
        return f"{self.key}@{self.version}" if self.version else self.key

    @property
    def fragment(self) -> str:
        """What a link to its heading has behind the ``#``: the parts of a long section have one heading."""
        return self.own_id.partition("#")[2] if self.own_id else _PART.sub("", self.anchor)

    @property
    def content_hash(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


@dataclass(frozen=True)
class LoadedSections:
    """The sections of one file, how many of its headings have no text of their own, and what was left out of it."""

    sections: tuple[Section, ...]
    without_text: int = 0
    skipped: tuple[str, ...] = ()
    """Parts that could not be read, each with the reason, in words for a person."""


def load_sections(content: bytes, name: PurePath) -> LoadedSections:
    """Return the sections of a file; ``name`` is its path below its folder, and its end tells the form.

    Raises NotLoaded where the file is left out, with the reason in words for a person.
    """
    loader = _LOADERS.get(name.suffix.lower())
    if loader is None:
        raise NotLoaded(f"only {', '.join(sorted(_LOADERS))} can be read")
    require_content(content)
    found = import_module(f"src.search.loaders.{loader}").sections(content, name)
    assert isinstance(found, LoadedSections)
    return found


def files_below(folder: Path) -> dict[str, Path | NotLoaded]:
    """Return where each file of a known form really is, by its name below the folder, or why it is left out.

    Hidden files, and what is installed or built there, are passed over. A link is followed where it leads to a place
    inside the folder, and nothing is read twice; one that leads outside, or nowhere, is left out. Documentation of an
    unknown form is left out. A folder that can't be listed is OSError.
    """
    root = folder.resolve()
    found: dict[str, Path | NotLoaded] = {}
    seen = {root}
    waiting = deque[PurePath]()
    _enter(root, PurePath(), waiting)
    while waiting:
        name = waiting.popleft()
        try:
            real = _real(root, name)
            if real not in seen and real.is_dir():
                _enter(root, name, waiting)
            elif real not in seen and real.is_file() and name.suffix.lower() in SUFFIXES:
                found[name.as_posix()] = real
            elif real not in seen and _UNREAD.search(name.name):
                raise NotLoaded(
                    "documentation of this form is not read; convert it to HTML or text"
                )
            seen.add(real)
        except (NotLoaded, OSError) as error:
            if not name.suffix or name.suffix.lower() in SUFFIXES or _UNREAD.search(name.name):
                told = (
                    NotLoaded(error.strerror or str(error)) if isinstance(error, OSError) else error
                )
                found[name.as_posix()] = told
    return found


def _enter(root: Path, folder: PurePath, waiting: deque[PurePath]) -> None:
    """Put the names in a folder where they wait: links last of all, so that a file keeps the name it really has."""
    for path in sorted((root / folder).iterdir(), reverse=True):
        if path.name.startswith(".") or path.name in _PASSED_OVER:
            continue
        if path.is_symlink():
            waiting.append(folder / path.name)
        else:
            waiting.appendleft(folder / path.name)


def _real(root: Path, name: PurePath) -> Path:
    """Return where a name leads to, which is inside the folder; else NotLoaded, or OSError where it leads nowhere."""
    real = Path(os.path.realpath(root / name, strict=True))
    if not real.is_relative_to(root):
        raise NotLoaded("a link that leads out of the folder")
    return real


def shown_name(name: str) -> str:
    """Return a name as it can be written down; Python has stand-ins for bytes that are no UTF-8."""
    return name.encode(errors="surrogateescape").decode(errors="replace")
