"""A dossier in one sealed file: the journal byte for byte, and what it adds up to; the same bytes for the same dossier.

A pack is a zip archive whose members are stored, not compressed: so the same dossier is the same file on every
machine, no byte of it can change unnoticed, and nothing in it can unfold to more than it is.
"""

import io
import json
import re
import zipfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

from pydantic import ValidationError
from pydantic_core import from_json

from src.answering.rules import AnswerRules
from src.dossier import chain
from src.dossier.blobs import by_hash, named, sha256_of
from src.dossier.files import is_newer
from src.dossier.journal import fold, receipt_of
from src.dossier.models import Dossier, Frozen
from src.dossier.receipt import Receipt
from src.errors import NoAnswerYet, PackRefused, UnknownAnswer
from src.export import as_html
from src.export.compose import compose
from src.export.layout import page
from src.export.memo import MemoReceipt
from src.export.receipts import answer_turn, memo_receipt

EPOCH = (1980, 1, 1, 0, 0, 0)
"""The earliest time that a zip can name, for members whose time means nothing."""

_PLAIN_FILE = 0o100644 << 16


def archived(members: Mapping[str, bytes], *, compressed: bool) -> bytes:
    """Return an archive of these members, in their order."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name, data in members.items():
            member = zipfile.ZipInfo(name, EPOCH)
            member.compress_type = zipfile.ZIP_DEFLATED if compressed else zipfile.ZIP_STORED
            member.create_system, member.external_attr = 3, _PLAIN_FILE
            archive.writestr(member, data)
    return buffer.getvalue()


def rewritten(archive: bytes) -> bytes:
    """Return an archive of our own making with the same members, and without the time at which it was made."""
    with zipfile.ZipFile(io.BytesIO(archive)) as made:
        return archived({name: made.read(name) for name in made.namelist()}, compressed=True)


SCHEMA = 1
"""Version of the form of a pack; a higher one is refused."""

LARGEST = 96 * 1024 * 1024
"""Bytes of a pack; a larger one is neither written nor opened. Its pictures may have 80 MB."""

MOST_MEMBERS = 10_000

SUFFIX = ".tess"
MEDIA_TYPE = "application/vnd.tess.pack"

MANIFEST, JOURNAL, STATE, MEMO = "manifest.json", "journal.jsonl", "state.json", "memo.html"
BLOBS = "blobs/"

MEMBER = re.compile(
    r"manifest\.json|journal\.jsonl|state\.json|memo\.html|sources/[0-9]{1,5}\.json|receipts/a[0-9]{1,9}(-[0-9]{1,5})?\.json"
    r"|blobs/[0-9a-f]{64}"
)
"""Every name that a member may have; match it whole."""


class Member(Frozen):
    """What the manifest says of one member."""

    sha256: str
    size: int


class Manifest(Frozen):
    """What is in a pack, sealed."""

    format: str = "tess-pack"
    schema_version: int = SCHEMA
    program: str
    """Version of TESS that made the pack."""
    dossier_id: str
    version: int
    members: dict[str, Member]
    seal: str = ""
    """SHA-256 over all of the above. It is no signature: whoever changes a pack on purpose can seal it anew."""


class PackedReceipt(Frozen):
    """What an answer was made of."""

    answer: str
    receipt: Receipt | None
    """The journal's, whole; null for an answer from before there were receipts, and for a forgotten one."""
    memo: MemoReceipt
    """What the memo tells of it."""


def packed(
    lines: Sequence[bytes],
    dossier: Dossier,
    program: str,
    rules: AnswerRules | None,
    contents: Iterable[bytes] = (),
) -> bytes:
    """Return the pack of a dossier whose journal has these lines; the same bytes every time.

    Without the ``rules`` of its desk there is no memo in it; ``contents`` are the blobs that the journal names.
    Raises ``PackRefused`` where it would be larger than what can be opened.
    """
    members = {JOURNAL: b"".join(lines), STATE: written(dossier)}
    for number, source in enumerate(dossier.sources, start=1):
        members[f"sources/{number}.json"] = written(source)
    if dossier.answers:
        known = chain.verify(lines)
        for answer in dossier.answers:
            receipt = packed_receipt(known, answer.id, program)
            members[f"receipts/{answer.id}.json"] = written(receipt)
        if rules:
            memo = compose(known, dossier.answers[-1].id, program, rules)
            members[MEMO] = as_html.html(page(memo)).encode()
    members |= {f"{BLOBS}{name}": piece for name, piece in by_hash(contents).items()}
    manifest = Manifest(
        program=program,
        dossier_id=dossier.id,
        version=dossier.version,
        members={name: described(data) for name, data in members.items()},
    )
    sealed = manifest.model_copy(update={"seal": seal_of(manifest)})
    pack = archived({MANIFEST: written(sealed), **members}, compressed=False)
    if len(pack) > LARGEST or len(members) >= MOST_MEMBERS:
        raise PackRefused(problem="too_large", member=dossier.id)
    return pack


def packed_receipt(known: Sequence[chain.Line], answer_id: str, program: str) -> PackedReceipt:
    turn = answer_turn(known, answer_id)
    kept = receipt_of(turn.entry, turn.answer.id)
    return PackedReceipt(answer=turn.answer.id, receipt=kept, memo=memo_receipt(turn, program))


def described(data: bytes) -> Member:
    return Member(sha256=sha256_of(data), size=len(data))


def seal_of(manifest: Manifest) -> str:
    return sha256_of(_canonical(manifest.model_dump(mode="json", exclude={"seal"})))


def written(value: Frozen) -> bytes:
    """Return a value as a member of a pack holds it."""
    return _canonical(value.model_dump(mode="json")) + b"\n"


def _canonical(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()


def state_of(lines: Sequence[bytes], stored: Dossier) -> Dossier:
    """Return what the journal adds up to; what was stored, for a dossier that has no journal yet."""
    return fold(chain.turns(lines)) or stored


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


def opened(data: bytes, name: str = "pack") -> Pack:
    """Return the pack that these bytes are; ``name`` is what a refusal calls the whole of it.

    Raises ``PackRefused``, and ``JournalBroken`` where its journal is none.
    """
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
    names = {f"{BLOBS}{text}": text for text in named(chain.turns(lines))}
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
        except (NoAnswerYet, UnknownAnswer) as error:
            # A state with answers, and no journal of them.
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
        for info in listed:
            members[info.filename] = _member(archive, info, members)
    again = archived(members, compressed=False)
    if again != data:
        raise PackRefused(problem="part_changed", member=_differing(data, again, listed, name))
    return members


def _member(archive: zipfile.ZipFile, info: zipfile.ZipInfo, known: Mapping[str, bytes]) -> bytes:
    called = info.filename[:80]
    if not MEMBER.fullmatch(info.filename):
        raise PackRefused(problem="bad_name", member=ascii(called))
    if info.filename in known:
        raise PackRefused(problem="twice", member=called)
    if info.compress_type != zipfile.ZIP_STORED or info.compress_size != info.file_size:
        raise PackRefused(problem="squeezed", member=called)
    try:
        return archive.read(info)
    except (zipfile.BadZipFile, EOFError, RuntimeError, ValueError, OSError) as error:
        raise PackRefused(problem="part_changed", member=called) from error


def _differing(data: bytes, again: bytes, listed: list[zipfile.ZipInfo], name: str) -> str:
    """Return the member in whose part of the archive the first byte differs; the whole, where it is in none."""
    pairs = enumerate(zip(data, again, strict=False))
    place = next((n for n, (number, other) in pairs if number != other), min(len(data), len(again)))
    before = [info for info in listed if info.header_offset <= place]
    return max(before, key=lambda zip_info: zip_info.header_offset).filename if before else name


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
