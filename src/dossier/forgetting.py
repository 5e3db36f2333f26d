"""Erasing what was said in turns without breaking their journal's chain. Pure: lines in, lines out.

The line of an erased turn keeps its hash and loses its content. What stands in its place is in a line that is added:
the same change with a fixed mark for every text. Sources and selection stay, so that later turns still add up.
"""

import re
from collections.abc import Iterable, Sequence
from datetime import datetime

from src.dossier import chain
from src.dossier.erasing import CONTAINED, Copies, changed, erase, texts_of
from src.dossier.journal import Erasure, JournalEntry, Turn, fold, turn_beside
from src.dossier.models import Dossier, Picture, Source
from src.dossier.patch import DossierPatch
from src.errors import OnHold, UnknownVersion


def forget(
    lines: Sequence[bytes],
    versions: Sequence[int] | None,
    now: datetime,
    salt: str,
    author: str = "local",
    reply: str = "",
) -> list[bytes]:
    """Return the journal without the texts of these turns (None: of all), and without their copies in other turns.

    A forgetting has no texts, so it stays; where there is nothing left to erase the lines come back as they are.
    Raises ``JournalBroken``, ``OnHold`` or ``UnknownVersion``.
    """
    known = chain.verify(lines)
    entries = chain.entries(known)
    dossier = _checked(entries, versions)
    chosen = {entry.version for entry in entries if versions is None or entry.version in versions}
    replaced = _replaced(entries, chosen)
    if not replaced or not dossier:
        return list(lines)
    # Earlier forgettings that still tell something of a changed turn are erased with it.
    gone = {*replaced} | {
        line.version
        for line in known
        if line.content and any(erasure.version in replaced for erasure in line.content.erases)
    }
    kept = [chain.erased(line) if line.version in gone else line for line in known]
    # A line that stays is not written again: one of an earlier version of TESS lacks fields that its hash would miss.
    data = [
        chain.written(line) if line.version in gone else old
        for line, old in zip(kept, lines, strict=True)
    ]
    turns = {entry.version: _turn(entry) for entry in entries}
    told = {erasure.version for line in kept if line.content for erasure in line.content.erases}
    empty = {line.version for line in kept if line.content is None}
    erasures = tuple(
        Erasure(version=version, turn=replaced.get(version, turns[version]))
        for version in sorted(empty - (told - set(replaced)))
    )
    about = {"author": author, "tenant": "", "reply": reply, "language": entries[-1].language}
    forgetting = turn_beside(dossier, DossierPatch(), **about, erases=erasures)
    return [*data, chain.sealed(forgetting, dossier.version + 1, now, kept[-1], salt).data]


def touched(before: Sequence[bytes], after: Sequence[bytes]) -> tuple[int, ...]:
    """Return the versions of the turns that read otherwise after a forgetting: those named, and those with copies."""
    # The forgetting itself is behind.
    pairs = zip(chain.turns(before), chain.turns(after), strict=False)
    return tuple(old.version for old, new in pairs if _turn(old) != _turn(new))


def _checked(entries: Sequence[JournalEntry], versions: Sequence[int] | None) -> Dossier | None:
    dossier = fold(entries)
    known = {entry.version for entry in entries}
    for version in versions or ():
        if version not in known:
            latest = str(dossier.version if dossier else 0)
            raise UnknownVersion(version=str(version), latest=latest)
    if dossier and dossier.on_hold:
        raise OnHold(dossier_id=dossier.id)
    return dossier


def _replaced(entries: Sequence[JournalEntry], chosen: set[int]) -> dict[int, Turn]:
    gone = chosen | _stand_on(entries, chosen)
    forgotten = [entry for entry in entries if entry.version in chosen and not entry.erases]
    ids = _ids(entries)
    added = (source for journal_entry in forgotten for source in journal_entry.patch.add_sources)
    names = (source.title for source in added if source.is_private)
    copies = Copies((text for entry in forgotten for text in texts_of(entry, ids)), names)
    new: dict[int, Turn] = {}
    for entry in entries:
        turn = _turn(entry)
        without = changed(turn, erase if entry.version in gone else copies.redacted)
        if without != turn and not entry.erases:
            new[entry.version] = without
    return new


def _ids(entries: Iterable[JournalEntry]) -> set[str]:
    patches = [entry.patch for entry in entries]
    sources = {source.id for patch in patches for source in patch.add_sources}
    return sources | {artifact.id for patch in patches for artifact in patch.put_artifacts}


def _stand_on(entries: Sequence[JournalEntry], chosen: set[int]) -> set[int]:
    """Return the turns with something of the client's own that a chosen one added, and those that made use of it."""
    private = [
        source
        for entry in entries
        if entry.version in chosen
        for source in entry.patch.add_sources
        if source.is_private
    ]
    gone = {source.id for source in private}
    unseen = {source.sha256 for source in private if isinstance(source, Picture)}
    found: set[int] = set()
    made: set[str] = set()
    for entry in entries:
        patch = entry.patch
        uses = any(gone.intersection(answer.source_ids) for answer in patch.add_answers)
        uses |= any(source.id in gone for source in patch.add_sources)
        uses |= any(_quotes(entry.reply, source) for source in private)
        uses |= any(unseen.intersection(tool.pictures) for tool in entry.tools)
        for artifact in patch.put_artifacts:
            stands = not (gone | made).isdisjoint(artifact.based_on)
            made = made | {artifact.id} if stands else made - {artifact.id}
            uses |= stands
        if uses:
            found.add(entry.version)
    return found


def _quotes(reply: str, source: Source) -> bool:
    """Return whether a reply quotes a source, as it may without an answer to store, or shows a passage of it."""
    plain = re.sub(r"\\(?=\W)", "", reply)
    text = " ".join(source.content.split())
    shown = re.findall(r"“([^”]+)”", plain) + re.findall(r"^\s*> ([^“]+)$", plain, re.MULTILINE)
    pieces = (" ".join(piece.split()) for each in shown for piece in each.split("…"))
    if any(len(piece) >= CONTAINED and piece in text for piece in pieces):
        return True
    return re.search(rf"{re.escape(source.title)}[^\n]*:\n> ", plain) is not None


def _turn(entry: JournalEntry) -> Turn:
    fields = {name: getattr(entry, name) for name in Turn.model_fields if name != "erases"}
    return Turn(**fields)
