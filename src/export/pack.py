"""A dossier in one sealed file: the journal byte for byte, and what it adds up to; the same bytes for the same dossier.

A pack is a zip archive whose members are stored, not compressed: so the same dossier is the same file on every
machine, no byte of it can change unnoticed, and nothing in it can unfold to more than it is.
"""

import hashlib
import io
import json
import re
import zipfile
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from src.answering.rules import AnswerRules
from src.dossier import chain
from src.dossier.blobs import by_hash
from src.dossier.journal import fold, receipt_of
from src.dossier.models import Dossier, Frozen
from src.dossier.receipt import Receipt
from src.errors import PackRefused
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
    members |= {f"{BLOBS}{name}": one for name, one in by_hash(contents).items()}
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
    return Member(sha256=hashlib.sha256(data).hexdigest(), size=len(data))


def seal_of(manifest: Manifest) -> str:
    said = manifest.model_dump(mode="json", exclude={"seal"})
    return hashlib.sha256(_canonical(said)).hexdigest()


def written(value: Frozen) -> bytes:
    """Return a value as a member of a pack holds it."""
    return _canonical(value.model_dump(mode="json")) + b"\n"


def _canonical(value: Mapping[str, Any]) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True, indent=1).encode()


def state_of(lines: Sequence[bytes], stored: Dossier) -> Dossier:
    """Return what the journal adds up to; what was stored, for a dossier that has no journal yet."""
    return fold(chain.entries(chain.verify(lines))) or stored
