"""The journal in brief: who changed what, and when. Pure."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from typing import Literal

from src.dossier.clarification import unasked
from src.dossier.journal import JournalEntry, states
from src.dossier.models import Dossier, Frozen, is_of_client
from src.masking.masking import Marks
from src.masking.personal import PERSONAL_DATA

ChangeKind = Literal[
    "imported",
    "undone",
    "redone",
    "found",
    "added",
    "removed",
    "left_out",
    "put_back",
    "answered",
    "answer_removed",
    "as_of",
    "renamed",
    "held",
    "released",
    "forgotten",
    "put",
    "replaced",
    "taken_out",
    "asked",
    "labelled",
    "unlabelled",
    "archived",
    "unarchived",
]


class Change(Frozen):
    """One thing that a turn did: to which sources or artifacts (titles), answers (ids) or turns (versions)."""

    kind: ChangeKind
    names: tuple[str, ...] = ()


class LogLine(Frozen):
    """One turn in brief."""

    version: int
    time: datetime
    author: str
    message: str
    """What the user said, personal data in it masked; empty for what is no turn of a conversation."""
    erased: bool
    changes: tuple[Change, ...]


def log(entries: Iterable[JournalEntry]) -> list[LogLine]:
    """Return every turn in brief, oldest first."""
    marks = Marks()
    return [
        LogLine(
            version=entry.version,
            time=entry.time,
            author=entry.author,
            message=PERSONAL_DATA.mask(entry.request.message, marks) if entry.request else "",
            erased=entry.erased,
            changes=(*_of_turns(entry), *_of_state(before, dossier)),
        )
        for entry, before, dossier in states(entries)
    ]


def _of_turns(entry: JournalEntry) -> Iterator[Change]:
    if entry.author == "import":
        yield Change(kind="imported")
    if entry.patch.undoes:
        yield Change(kind="undone", names=tuple(map(str, entry.patch.undoes)))
    if entry.patch.redoes:
        yield Change(kind="redone", names=tuple(map(str, entry.patch.redoes)))
    if entry.erases:
        yield Change(kind="forgotten", names=tuple(str(erase.version) for erase in entry.erases))


def _of_state(before: Dossier, now: Dossier) -> Iterator[Change]:
    titles = {source.id: source.title for source in (*before.sources, *now.sources)}
    had, has = ([source.id for source in state.sources] for state in (before, now))
    answered, answers = ([answer.id for answer in state.answers] for state in (before, now))
    brought = {source.id for source in now.sources if is_of_client(source)}
    moved = {
        "found": [titles[text] for text in has if text not in had and text not in brought],
        "added": [titles[text] for text in has if text not in had and text in brought],
        "removed": [titles[text] for text in had if text not in has],
        "left_out": [titles[text] for text in _dropped(before, now) if text in has],
        "put_back": [titles[text] for text in _dropped(now, before) if text in had],
        "answered": [answer for answer in answers if answer not in answered],
        "answer_removed": [text for text in answered if text not in answers],
        "as_of": [str(now.as_of or "-")] if now.as_of != before.as_of else [],
        "renamed": [now.title or "-"] if now.title != before.title else [],
        "labelled": [label for label in now.labels if label not in before.labels],
        "unlabelled": [label for label in before.labels if label not in now.labels],
        **_of_artifacts(before, now),
    }
    for kind, names in moved.items():
        if names:
            yield Change.model_validate({"kind": kind, "names": tuple(names)})
    if now.on_hold != before.on_hold:
        yield Change(kind="held" if now.on_hold else "released")
    if now.archived != before.archived:
        yield Change(kind="archived" if now.archived else "unarchived")


def _of_artifacts(before: Dossier, now: Dossier) -> dict[str, list[str]]:
    had, has = ({entry.id: entry for entry in unasked(state).artifacts} for state in (before, now))
    known = {artifact.id for artifact in before.artifacts}
    new = [artifact for artifact in now.artifacts if artifact.id not in known]
    return {
        "put": [artifact.label for artifact in new if artifact.id in has],
        "replaced": [entry.label for entry in has.values() if entry != had.get(entry.id, entry)],
        "taken_out": [artifact.label for artifact in had.values() if artifact.id not in has],
        "asked": [artifact.label for artifact in new if artifact.id not in has],
    }


def _dropped(dossier: Dossier, other: Dossier) -> list[str]:
    return [source_id for source_id in dossier.selected_ids if source_id not in other.selected_ids]
