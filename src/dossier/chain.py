"""The journal as a chain of lines: tampering shows, and content can be erased without breaking it. Pure.

A line's hash covers the salted hash of its content instead of the content itself. So content and salt of a line can be
removed: every hash stays as it was, and nobody can try texts against what is left. What stands in place of an erased
turn is in the content of the later line that erased it, which the chain covers.
"""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, NamedTuple

from pydantic import ValidationError
from pydantic_core import to_json

from src.dossier.blobs import sha256_of
from src.dossier.journal import JournalEntry, Turn
from src.dossier.models import Frozen, json_of
from src.errors import JournalBroken

FIRST_PREVIOUS = "0" * 64
"""What the first line carries in place of the hash of a line before it."""

_WRITTEN = re.compile(
    rb"""(?P<header>\{[^\n]*?),"hash":"(?P<hash>[0-9a-f]{64})",(?:"salt":null,"content":null|"""
    rb""""salt":"(?P<salt>[0-9a-f]{32})","content":(?P<content>\{[^\n]*\}))\}\n"""
)
"""A line as ``written`` writes it; its header ends where its hash begins."""


class Line(Frozen):
    """One line of a journal; ``salt`` and ``content`` are None once it is erased."""

    schema_version: Literal[1] = 1
    dossier_id: str
    version: int
    time: datetime
    previous_hash: str
    content_hash: str
    hash: str
    salt: str | None
    content: Turn | None


class Sealed(NamedTuple):
    """A new line, and its bytes, line feed included."""

    line: Line
    data: bytes


def sealed(turn: Turn, version: int, time: datetime, previous: Line | None, salt: str) -> Sealed:
    """Return the line that puts a turn behind ``previous``; ``salt`` is random, 32 hex digits."""
    content = json_of(turn)
    fields: dict[str, Any] = {
        "schema_version": 1,
        "dossier_id": turn.dossier_id,
        "version": version,
        "time": time,
        "previous_hash": previous.hash if previous else FIRST_PREVIOUS,
        "content_hash": sha256_of(salt.encode() + content),
    }
    # The text of a turn is most of a commit's computing: it is made once, and hashed and written as it is.
    header = to_json(fields)
    own_hash = sha256_of(header)
    line = Line.model_construct(**fields, hash=own_hash, salt=salt, content=turn)
    tail = f',"hash":"{own_hash}","salt":"{salt}","content":'.encode()
    return Sealed(line, b"".join((header[:-1], tail, content, b"}\n")))


def erased(line: Line) -> Line:
    """Return the line without its content; its hash stays."""
    return line.model_copy(update={"salt": None, "content": None})


def written(line: Line) -> bytes:
    """Return the bytes of a line, line feed included: the only form in which it is ever written."""
    return json_of(line) + b"\n"


def read(number: int, data: bytes) -> Line:
    """Return the line that these bytes are, unchecked; ``JournalBroken`` where they are none."""
    try:
        return Line.model_validate_json(data)
    except ValidationError as error:
        raise JournalBroken(entry=str(number)) from error


def verify(lines: Sequence[bytes]) -> list[Line]:
    """Return the lines of a whole journal; ``JournalBroken`` names the first that is not as it was written."""
    known: list[Line] = []
    for number, data in enumerate(lines, start=1):
        line = read(number, data)
        if not is_sound(data, line) or not follows(known[-1] if known else None, line):
            raise JournalBroken(entry=str(number))
        known.append(line)
    replaced = _replacements(known)
    for number, line in enumerate(known, start=1):
        if line.content is None and line.version not in replaced:
            raise JournalBroken(entry=str(number))
    return known


def entries(lines: Iterable[Line]) -> list[JournalEntry]:
    """Return the turns of these lines; an erased one is what a later of these lines puts in its place."""
    every = list(lines)
    replaced = _replacements(every)
    return [entry(line, replaced) for line in every]


def turns(lines: Sequence[bytes]) -> list[JournalEntry]:
    """Return the turns of a whole journal; ``JournalBroken`` as ``verify``."""
    return entries(verify(lines))


def newest_first(lines: Sequence[bytes]) -> Iterator[JournalEntry]:
    """Yield the turns of stored lines from the last one back, unchecked, each read when it is asked for.

    ``JournalBroken`` at what is no line.
    """
    replaced: dict[int, Turn] = {}
    for number in range(len(lines), 0, -1):
        line = read(number, lines[number - 1])
        replaced = _replacements([line]) | replaced
        if line.content is None and line.version not in replaced:
            raise JournalBroken(entry=str(number))
        yield entry(line, replaced)


def entry(line: Line, replaced: Mapping[int, Turn]) -> JournalEntry:
    turn = line.content or replaced[line.version]
    fields = {name: getattr(turn, name) for name in Turn.model_fields}
    return JournalEntry(**fields, version=line.version, time=line.time, erased=line.content is None)


def _replacements(lines: Iterable[Line]) -> dict[int, Turn]:
    """Return what stands in place of erased turns, by version; of two erasures the later counts."""
    erasures = (erase for line in lines if line.content for erase in line.content.erases)
    return {erasure.version: erasure.turn for erasure in erasures}


def is_sound(data: bytes, line: Line) -> bool:
    """Whether the bytes are exactly a line whose hashes are its own.

    Every byte is looked at: it is in the header or the content, which are hashed as they stand, or in the pattern.
    """
    parts = _WRITTEN.fullmatch(data)
    if parts is None or sha256_of(parts["header"] + b"}") != line.hash:
        return False
    if parts["hash"].decode() != line.hash:
        return False
    if parts["content"] is None:
        return line.content is None and line.salt is None
    return sha256_of(parts["salt"] + parts["content"]) == line.content_hash


def follows(before: Line | None, line: Line) -> bool:
    """Whether a line stands in its place: only one that carries an import may skip versions."""
    version = before.version if before else 0
    # What an erased line carried is not known any more.
    may_skip = line.content is None or line.content.request is None
    previous = before.hash if before else FIRST_PREVIOUS
    same = before is None or before.dossier_id == line.dossier_id
    in_place = line.version > version if may_skip else line.version == version + 1
    return in_place and line.previous_hash == previous and same
