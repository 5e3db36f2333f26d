"""A turn on a dossier that others changed since it began: its edits on top of theirs, or refused. Pure.

What it added stands beside what others added. An artifact that both changed is merged three ways from the state that
the turn was made for; where both changed the same thing, the later turn is refused and told what it is.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any, NamedTuple

from pydantic import ValidationError

from src.dossier.journal import JournalEntry, Turn, fold
from src.dossier.models import Artifact, Dossier
from src.dossier.patch import DossierPatch
from src.dossier.plan import outdated, plans_in
from src.errors import ChangedMeanwhile

PARAGRAPH = "\n\n"

IDENTITIES = ("id", "number", "key")
"""Fields by which the things in a list are known again, where all of them have one."""

Things = Mapping[Any, Any]
"""What a JSON object has, by name; or a list, by what its entries are known again by."""


class EditsOverlap(Exception):
    """Two writers changed the same value; ``path``: its fields, joined by dots."""

    def __init__(self, path: str = "") -> None:
        super().__init__(path)
        self.path = path


_ABSENT = object()
"""What stands for a value that is not there: ``null`` is one."""


def merged(base: Any, theirs: Any, mine: Any, path: str = "") -> Any:
    """Return the value with what both made of ``base``; raises ``EditsOverlap`` where both changed the same thing."""
    if mine in (base, theirs):
        return theirs
    if theirs == base:
        return mine
    every = (base, theirs, mine)
    if all(isinstance(entry, dict) for entry in every):
        return _of_objects(base, theirs, mine, path)
    if all(isinstance(entry, list) for entry in every):
        return _of_lists(base, theirs, mine, path)
    if all(isinstance(entry, str) for entry in every) and base:
        return with_appended(base, theirs, mine, path)
    raise EditsOverlap(path)


def with_appended(base: str, theirs: str, mine: str, path: str = "") -> str:
    """Return a text to which both added whole lines; paragraphs at an end that both added stand in it once."""
    tails = [text.removeprefix(base) for text in (theirs, mine) if text.startswith(base)]
    if len(tails) < 2 or not all(tail.startswith("\n") for tail in tails):
        raise EditsOverlap(path)
    if not all(tail.startswith(PARAGRAPH) for tail in tails):
        return theirs + tails[1]
    there, added = (tail.split(PARAGRAPH)[1:] for tail in tails)
    same = SequenceMatcher(None, there, added, autojunk=False).find_longest_match()
    if same.a + same.size == len(there) or same.b + same.size == len(added):
        del added[same.b : same.b + same.size]
    return PARAGRAPH.join((theirs, *added))


def _of_objects(base: Things, theirs: Things, mine: Things, path: str) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for key in dict.fromkeys((*theirs, *mine)):
        was, there, here = (mapping.get(key, _ABSENT) for mapping in (base, theirs, mine))
        value = merged(was, there, here, f"{path}.{key}" if path else str(key))
        if value is not _ABSENT:
            found[key] = value
    return found


def _of_lists(base: list[Any], theirs: list[Any], mine: list[Any], path: str) -> list[Any]:
    identity = next((text for text in IDENTITIES if _are_known_by(text, base, theirs, mine)), None)
    if identity:
        return _of_things(identity, base, theirs, mine, path)
    end = len(base)
    if mine[:end] == base:
        there = theirs[end:] if theirs[:end] == base else []
        return [*theirs, *(entry for entry in mine[end:] if entry not in there)]
    if theirs[:end] == base:
        return [*mine, *theirs[end:]]
    raise EditsOverlap(path)


def _of_things(
    identity: str, base: list[Any], theirs: list[Any], mine: list[Any], path: str
) -> list[Any]:
    was, there, here = ({entry[identity]: entry for entry in each} for each in (base, theirs, mine))
    found = _of_objects(was, there, here, path)
    before, theirs_now, mine_now = (
        [key for key in each if key in found and key in was] for each in (was, there, here)
    )
    if before != mine_now != theirs_now != before:
        raise EditsOverlap(path)
    lead = there if mine_now == before else here
    return [found[key] for key in dict.fromkeys((*lead, *there, *here)) if key in found]


def _are_known_by(identity: str, *lists: list[Any]) -> bool:
    for each in lists:
        names = [row.get(identity) for row in each if isinstance(row, dict)]
        if len(names) < len(each) or not all(isinstance(name, str | int) for name in names):
            return False
        if len(set(names)) < len(names):
            return False
    return True


Data = dict[str, Any]

Rebase = Callable[[Data | None, Data, Data], Data]
"""Makes the data of an artifact out of what it was (None: it is new), what others made of it and what the turn did.

Raises ``EditsOverlap``.
"""

REBASES: dict[tuple[str, str], Rebase] = {}
"""By desk and kind of artifact; a desk adds those of its kinds when it is made."""


def last_writer(base: Data | None, theirs: Data, mine: Data) -> Data:  # noqa: ARG001  # the shape of a rebase
    """Return what the turn made: a kind that each turn puts again, whatever was there."""
    return mine


def three_way(base: Data | None, theirs: Data, mine: Data) -> Data:
    """Return the data with the edits of both; what both remade overlaps."""
    found: Data = merged(base, theirs, mine)
    return found


def numbered(base: Data | None, theirs: Data, mine: Data) -> Data:
    """Return the data with the edits of both: a kind whose ids end in the version of their turn, and never collide."""
    return three_way(base, theirs, mine)


class _Meanwhile(NamedTuple):
    base: Dossier
    now: Dossier
    is_erased: bool
    """Whether something was erased meanwhile, which no edit made before may bring back."""


def may_meet(turn: Turn, now: Dossier) -> bool:
    """Whether a turn edits what may have been changed since; only then ``rebased`` needs the journal."""
    if turn.based_on >= now.version or not (turn.based_on or turn.request):
        return False
    patch = turn.patch
    edits = any(
        _rebase(now, artifact) is not last_writer and now.artifact(artifact.id) != artifact
        for artifact in patch.put_artifacts
    )
    return edits or bool(patch.remove_artifact_ids) or any(_other_texts(patch, now))


def rebased(turn: Turn, entries: Sequence[JournalEntry], now: Dossier) -> Turn:
    """Return the turn with its patch for ``now``, which these entries add up to; raises ``ChangedMeanwhile``."""
    base = fold(entry for entry in entries if entry.version <= turn.based_on)
    base = base or Dossier(id=now.id, desk=now.desk, created_at=now.created_at)
    is_erased = any(entry.erases for entry in entries if entry.version > turn.based_on)
    patch = _on_top(turn.patch, _Meanwhile(base, now, is_erased))
    _refuse(plan for plan in _stale_plans(base, now, patch))
    return turn if patch == turn.patch else turn.model_copy(update={"patch": patch})


def _on_top(patch: DossierPatch, meanwhile: _Meanwhile) -> DossierPatch:
    base, now, _ = meanwhile
    _refuse(text for text in _other_texts(patch, now) if base.source(text) is None)
    names = {artifact.id: _free_id(artifact, base, now) for artifact in patch.put_artifacts}
    puts = (_put(artifact, meanwhile) for artifact in _renamed(patch.put_artifacts, names))
    put_ids = {artifact.id for artifact in patch.put_artifacts}
    gone = tuple(id_ for id_ in patch.remove_artifact_ids if _is_removed(id_, put_ids, meanwhile))
    changes = {"put_artifacts": tuple(put for put in puts if put), "remove_artifact_ids": gone}
    return patch.model_copy(
        update={name: value for name, value in changes.items() if value != getattr(patch, name)}
    )


def _put(mine: Artifact, meanwhile: _Meanwhile) -> Artifact | None:
    """Return the artifact to put; None where others removed one that the turn put as it was."""
    base, theirs = meanwhile.base.artifact(mine.id), meanwhile.now.artifact(mine.id)
    rebase = _rebase(meanwhile.now, mine)
    if mine == base:
        return theirs
    if rebase is last_writer or theirs == mine:
        return mine
    if base and meanwhile.is_erased:
        raise ChangedMeanwhile(names=mine.id)
    if theirs == base:
        return mine
    if theirs is None or theirs.kind != mine.kind:
        raise ChangedMeanwhile(names=mine.id)
    try:
        return Artifact(
            id=mine.id,
            kind=mine.kind,
            title=merged(base.title if base else None, theirs.title, mine.title, "title"),
            data=rebase(base.data if base else None, theirs.data, mine.data),
            based_on=_bases(base, theirs, mine),
        )
    except EditsOverlap as overlap:
        path = f" ({overlap.path})" if overlap.path else ""
        raise ChangedMeanwhile(names=mine.id + path) from None
    except ValidationError:  # both together are too large
        raise ChangedMeanwhile(names=mine.id) from None


def _is_removed(artifact_id: str, put: set[str], meanwhile: _Meanwhile) -> bool:
    """Whether the turn takes an artifact out that it knew; raises ``ChangedMeanwhile`` where others changed it."""
    base, theirs = meanwhile.base.artifact(artifact_id), meanwhile.now.artifact(artifact_id)
    if base is None and theirs and artifact_id not in put:
        return False
    if (
        artifact_id in put
        or theirs in (None, base)
        or _rebase(meanwhile.now, theirs) is last_writer
    ):
        return True
    raise ChangedMeanwhile(names=artifact_id)


def _bases(base: Artifact | None, theirs: Artifact, mine: Artifact) -> tuple[str, ...]:
    gone = {*(base.based_on if base else ())} - ({*theirs.based_on} & {*mine.based_on})
    every = dict.fromkeys((*theirs.based_on, *mine.based_on))
    return tuple(text for text in every if text not in gone)


def _free_id(mine: Artifact, base: Dossier, now: Dossier) -> str:
    there = now.artifact(mine.id)
    if _rebase(now, mine) is not numbered or base.artifact(mine.id) or there in (None, mine):
        return mine.id
    return re.sub(rf"^({re.escape(mine.kind)}-)\d+", rf"\g<1>{now.version + 1}", mine.id)


def _renamed(made: Iterable[Artifact], names: dict[str, str]) -> Iterable[Artifact]:
    for artifact in made:
        update = {
            "id": names[artifact.id],
            "based_on": tuple(names.get(base, base) for base in artifact.based_on),
        }
        yield artifact.model_copy(update=update)


def _other_texts(patch: DossierPatch, now: Dossier) -> Iterable[str]:
    """Yield the ids of sources that a patch adds and that are there with another text, which would stay."""
    for source in patch.add_sources:
        there = now.source(source.id)
        if there and there.content != source.content:
            yield source.id


def _stale_plans(base: Dossier, now: Dossier, patch: DossierPatch) -> Iterable[str]:
    after = patch.apply(now)
    known = {pair.plan.digest for pair in plans_in(base)}
    put = {put_artifact.id for put_artifact in patch.put_artifacts}
    for artifact, plan in plans_in(after):
        is_met = artifact.id in put or not outdated(now, plan)
        if plan.digest not in known and is_met and outdated(after, plan):
            yield artifact.id


def _rebase(dossier: Dossier, artifact: Artifact) -> Rebase:
    return REBASES.get((dossier.desk, artifact.kind), three_way)


def _refuse(names: Iterable[str]) -> None:
    met = dict.fromkeys(names)
    if met:
        raise ChangedMeanwhile(names=", ".join(met))
