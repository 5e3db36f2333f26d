"""A dossier as its two files add up to it, and how it is rolled forward over what is new of them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from pydantic_core import from_json

from src.dossier import chain
from src.dossier.files import Stamp
from src.dossier.journal import JournalEntry, after, fold
from src.dossier.journal_file import Piece, following, sound, verified
from src.dossier.models import Dossier
from src.dossier.reconcile import continues
from src.dossier.state_file import Mark, State
from src.errors import DossierUnreadable


@dataclass(frozen=True)
class View:
    """A dossier, and where its files stood when they added up to it."""

    dossier: Dossier | None
    last: chain.Line | None = None
    """The last line of the journal, without its content."""
    mark: Mark | None = None
    """Where that line stands."""
    journal: Stamp | None = None
    state: Stamp | None = None
    state_end: int | None = None
    """Length of the journal that the state file adds up to; None where it has to be written anew."""
    ids: dict[str, int] | None = None
    """Versions by message id. A hint: what it says is looked up in the journal. None: not read yet."""
    is_sure: bool = False
    """True where it was read or written by the holder of the lock: then no line of it can be taken back."""
    is_named: bool = False
    """True where this process has put the name of the journal on stable storage."""

    def mentions(self, message_id: str) -> bool:
        """Return whether a turn may have been committed under this message id."""
        return self.ids is None or message_id in self.ids

    @property
    def end(self) -> int:
        """Where the next line goes."""
        return self.mark.end if self.mark else 0

    @property
    def size(self) -> int:
        """Bytes of the longer one of its files."""
        return max(self.end, self.state.size if self.state else 0)

    @property
    def is_ahead(self) -> bool:
        """Whether the state holds what the journal lacks."""
        journalled = self.last.version if self.last else 0
        return self.dossier is not None and (self.last is None or self.dossier.version > journalled)


def rolled(view: View, piece: Piece) -> View | None:
    """Return a view rolled forward over ``piece``, read from the start of the view's last line.

    None where that line does not stand there, or where something was erased: the whole journal has to be read then.
    """
    dossier, mark = view.dossier, view.mark
    if dossier is None or mark is None or not piece.lines:
        return None
    data = piece.lines[0]
    is_marked = len(data) == mark.end - mark.start and f'"hash":"{mark.hash}"'.encode() in data
    first = sound(data) if is_marked else None
    if first is None or first.version != dossier.version or first.dossier_id != dossier.id:
        return None
    later = following(dossier.id, first, piece.lines[1:])
    if any(line.content is None or line.content.erases for line in later):
        return None
    entries = [chain.entry(line, {}) for line in later]
    for entry in entries:
        dossier = after(dossier, entry)
    if view.ids is not None:
        view.ids.update(_ids(entries))
    size = sum(map(len, piece.lines))
    return replace(
        view,
        dossier=dossier,
        last=chain.erased(later[-1] if later else first),
        mark=mark_at(mark.start + size, piece.lines[-1], (later or [first])[-1].hash, mark.origin),
        journal=piece.stamp,
    )


def whole(dossier_id: str, state: State | None, piece: Piece | None) -> View:
    """Return the view of a whole journal and the state beside it; ``DossierUnreadable`` where they do not fit."""
    seen = View(None, state=state.stamp if state else None, journal=piece.stamp if piece else None)
    if piece is None or not piece.lines:
        return replace(seen, dossier=state.dossier if state else None, ids={})
    lines = verified(dossier_id, piece.lines)
    entries = chain.entries(lines)
    folded, last = fold(entries), lines[-1]
    size = sum(map(len, piece.lines))
    return replace(
        seen,
        dossier=_newest(state, folded, lines, entries),
        last=chain.erased(last),
        mark=mark_at(size, piece.lines[-1], last.hash, lines[0].hash),
        ids=_ids(entries),
    )


def mark_at(end: int, line: bytes, its_hash: str, origin: str) -> Mark:
    return Mark(start=end - len(line), end=end, hash=its_hash, origin=origin)


def ids_in(lines: Sequence[bytes]) -> dict[str, int]:
    """Return the versions by message id; ValueError, KeyError or TypeError where a line is none.

    Unchecked, as each of them is looked up in the checked journal before anything is made of it.
    """
    found: dict[int, str | None] = {}
    for document in map(from_json, lines):
        content = document["content"] or {"request": None, "erases": []}
        found[document["version"]] = _id_of(content)
        found.update((each["version"], _id_of(each["turn"])) for each in content.get("erases", ()))
    return {message_id: version for version, message_id in found.items() if message_id}


def _id_of(turn: dict[str, dict[str, str | None] | None]) -> str | None:
    return (turn["request"] or {}).get("message_id")


def _ids(entries: Iterable[JournalEntry]) -> dict[str, int]:
    return {entry.message_id: entry.version for entry in entries if entry.message_id}


def _newest(
    state: State | None,
    folded: Dossier | None,
    lines: Sequence[chain.Line],
    entries: Sequence[JournalEntry],
) -> Dossier | None:
    """Return the state where it is ahead of the journal, else what the journal adds up to."""
    # Once the original program's dossier has a journal, its content stands in the first line.
    if state is None or state.is_foreign or folded is None:
        return folded
    dossier, mark = state.dossier, state.mark
    if dossier.version > folded.version:
        # In a copy that was taken while something was erased, a state can be that of a later, rewritten journal.
        same = mark is not None and mark.origin == lines[0].hash
        return folded if same and not continues(folded, dossier) else dossier
    if mark and any(line.hash == mark.hash for line in lines):
        return folded
    then = fold(entry for entry in entries if entry.version <= dossier.version)
    if then is None or then.version != dossier.version or then.conversation != dossier.conversation:
        raise DossierUnreadable(dossier_id=dossier.id, problem="other_history")
    return folded
