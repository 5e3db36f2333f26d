"""Opening a pack that somebody sent: nothing of it is believed before it was checked, and nothing is written."""

import io
import zipfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from src.dossier import chain
from src.dossier.blobs import named, sha256_of
from src.dossier.files import is_newer
from src.dossier.models import Dossier, Frozen
from src.errors import NoAnswerYet, PackRefused, UnknownAnswer
from src.export.pack import (
    BLOBS,
    JOURNAL,
    LARGEST,
    MANIFEST,
    MEMBER,
    MOST_MEMBERS,
    SCHEMA,
    STATE,
    Manifest,
    PackedReceipt,
    archived,
    described,
    packed_receipt,
    seal_of,
    state_of,
    written,
)

NO_ZIP = (zipfile.BadZipFile, ValueError, NotImplementedError)
"""What ``zipfile`` raises for what is none; the last for a version or compression that it does not know."""

Value = TypeVar("Value", bound=Frozen)
Wanted = TypeVar("Wanted")


class Pack(NamedTuple):
    """A sound pack: the journal's lines, the dossier that they add up to, the manifest with its seal, and pictures."""

    lines: list[bytes]
    dossier: Dossier
    manifest: Manifest
    blobs: Mapping[str, bytes]
    """By the SHA-256 that the journal names them by."""


def read(path: Path) -> Pack:
    """Return the pack in a file; raises ``PackRefused``, ``JournalBroken`` where its journal is none, ``OSError``."""
    with path.open("rb") as file:
        data = file.read(LARGEST + 1)
    return opened(data, path.name)


def opened(data: bytes, name: str = "pack") -> Pack:
    """Return the pack that these bytes are; ``name`` is what a refusal calls the whole of it."""
    if len(data) > LARGEST:
        raise PackRefused(problem="too_large", member=name)
    members = _members(data, name)
    manifest = _manifest(members)
    _check_members(manifest, members)
    lines = members[JOURNAL].splitlines(keepends=True)
    dossier = _dossier(lines, members)
    _check_receipts(dossier, lines, members, manifest.program)
    if (dossier.id, dossier.version) != (manifest.dossier_id, manifest.version):
        raise PackRefused(problem="does_not_fit", member=MANIFEST)
    return Pack(lines, dossier, manifest, _blobs(lines, members))


def _blobs(lines: list[bytes], members: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return the blobs, once they were found to be all that the journal names, and what it names."""
    names = {f"{BLOBS}{one}": one for one in named(chain.entries(chain.verify(lines)))}
    found: dict[str, bytes] = {}
    for name, sha256 in _expected(BLOBS, names, members):
        if sha256_of(members[name]) != sha256:
            raise PackRefused(problem="does_not_fit", member=name)
        found[sha256] = members[name]
    return found


def _dossier(lines: list[bytes], members: Mapping[str, bytes]) -> Dossier:
    """Return what the journal adds up to, once state and sources were found to be that too."""
    if is_newer(members[STATE]):
        raise PackRefused(problem="newer", member=STATE)
    stored = _parsed(Dossier, STATE, members)
    dossier = state_of(lines, stored)
    if stored != dossier:
        raise PackRefused(problem="does_not_fit", member=STATE)
    sources = {f"sources/{number}.json": one for number, one in enumerate(dossier.sources, start=1)}
    for name, source in _expected("sources/", sources, members):
        if _parsed(type(source), name, members) != source:
            raise PackRefused(problem="does_not_fit", member=name)
    return dossier


def _check_receipts(
    dossier: Dossier, lines: list[bytes], members: Mapping[str, bytes], program: str
) -> None:
    """Refuse a receipt that is not the journal's, for every answer that the dossier has."""
    receipts = {f"receipts/{answer.id}.json": answer.id for answer in dossier.answers}
    known = chain.verify(lines)
    for name, answer_id in _expected("receipts/", receipts, members):
        told = _parsed(PackedReceipt, name, members)
        try:
            held = packed_receipt(known, answer_id, program)
        except (
            NoAnswerYet,
            UnknownAnswer,
        ) as error:  # a state with answers, and no journal of them
            raise PackRefused(problem="does_not_fit", member=name) from error
        if told != held:
            raise PackRefused(problem="does_not_fit", member=name)


def _expected(
    folder: str, wanted: Mapping[str, Wanted], members: Mapping[str, bytes]
) -> Iterator[tuple[str, Wanted]]:
    """Yield what a folder must hold, in order; a member more or less than that is refused."""
    for name in sorted({*wanted, *(name for name in members if name.startswith(folder))}):
        if name not in members or name not in wanted:
            raise PackRefused(problem="does_not_fit", member=name)
        yield name, wanted[name]


def _parsed(model: type[Value], name: str, members: Mapping[str, bytes]) -> Value:
    """Return the value that a member holds: compared as such, as later versions may write more fields."""
    try:
        return model.model_validate_json(members[name])
    except ValidationError as error:
        raise PackRefused(problem="does_not_fit", member=name) from error


def _members(data: bytes, name: str) -> dict[str, bytes]:
    """Return the members of an archive that is, byte for byte, as we would have written it."""
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
    except NO_ZIP as error:
        raise PackRefused(problem="no_zip", member=name) from error
    with archive:
        listed = archive.infolist()
        if len(listed) > MOST_MEMBERS:
            raise PackRefused(problem="too_many", member=name)
        members: dict[str, bytes] = {}
        for one in listed:
            members[one.filename] = _member(archive, one, members)
    again = archived(members, compressed=False)
    if again != data:
        raise PackRefused(problem="part_changed", member=_differing(data, again, listed, name))
    return members


def _member(archive: zipfile.ZipFile, one: zipfile.ZipInfo, known: Mapping[str, bytes]) -> bytes:
    called = one.filename[:80]
    if not MEMBER.fullmatch(one.filename):
        raise PackRefused(problem="bad_name", member=ascii(called))
    if one.filename in known:
        raise PackRefused(problem="twice", member=called)
    if one.compress_type != zipfile.ZIP_STORED or one.compress_size != one.file_size:
        raise PackRefused(problem="squeezed", member=called)
    try:
        return archive.read(one)
    except (zipfile.BadZipFile, EOFError, RuntimeError, ValueError, OSError) as error:
        raise PackRefused(problem="part_changed", member=called) from error


def _differing(data: bytes, again: bytes, listed: list[zipfile.ZipInfo], name: str) -> str:
    """Return the member in whose part of the archive the first byte differs; the whole, where it is in none."""
    pairs = enumerate(zip(data, again, strict=False))
    place = next((n for n, (one, other) in pairs if one != other), min(len(data), len(again)))
    before = [one for one in listed if one.header_offset <= place]
    return max(before, key=lambda one: one.header_offset).filename if before else name


def _manifest(members: Mapping[str, bytes]) -> Manifest:
    if MANIFEST not in members:
        raise PackRefused(problem="part_missing", member=MANIFEST)
    try:
        raw = from_json(members[MANIFEST])
        version = raw["schema_version"]
        if raw["format"] == "tess-pack" and isinstance(version, int) and version > SCHEMA:
            raise PackRefused(problem="newer", member=MANIFEST)
        manifest = Manifest.model_validate(raw)
    except (ValueError, KeyError, TypeError) as error:
        raise PackRefused(problem="bad_manifest", member=MANIFEST) from error
    if manifest.seal != seal_of(manifest) or written(manifest) != members[MANIFEST]:
        raise PackRefused(problem="seal_broken", member=MANIFEST)
    return manifest


def _check_members(manifest: Manifest, members: Mapping[str, bytes]) -> None:
    for name in (JOURNAL, STATE, *manifest.members):
        if name not in members:
            raise PackRefused(problem="part_missing", member=name[:80])
    for name, data in members.items():
        if name == MANIFEST:
            continue
        if name not in manifest.members:
            raise PackRefused(problem="part_foreign", member=name)
        if described(data) != manifest.members[name]:
            raise PackRefused(problem="part_changed", member=name)
