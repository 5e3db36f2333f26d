"""Copies of dossiers from one store into another, hash for hash."""

from src.dossier import chain
from src.dossier.blobs import sound_blobs
from src.dossier.journal import fold
from src.dossier.models import Dossier, Frozen
from src.dossier.reconcile import reconciled
from src.dossier.store import DossierStore
from src.errors import StorageFailed, TessError


class Moved(Frozen):
    """What became of one dossier."""

    dossier_id: str
    problem: str = ""
    """Why it was not copied; empty where it is in the other store now."""
    already_there: bool = False
    entries: int = 0
    hash: str = ""
    """The hash of the last entry, which covers all before it."""


class _NotMoved(Exception):
    """Why a dossier is not copied."""


async def move(source: DossierStore, target: DossierStore, dossier_id: str) -> Moved:
    """Copy one dossier with its journal, check it on both sides, and say what became of it; the source stays.

    Raises ``StorageFailed`` where the other store takes no more: it would not take the next dossier either.
    """
    try:
        lines, dossier = await _whole(source, dossier_id)
        there = await target.lines(dossier_id)
        _refuse_another(lines, there)
        if there != lines:
            if not there and await target.load(dossier_id) is not None:
                raise _NotMoved("another dossier with this id is there")
            entries = chain.turns(lines)
            blobs = [blob async for blob in sound_blobs(source, dossier_id, entries)]
            await target.rewrite(dossier_id, lambda before: _refuse_another(lines, before), blobs)
        await _check(target, dossier, lines)
    except StorageFailed:
        raise
    except (TessError, _NotMoved) as error:
        return Moved(dossier_id=dossier_id, problem=str(error))
    return Moved(
        dossier_id=dossier_id,
        already_there=there == lines,
        entries=len(lines),
        hash=chain.read(len(lines), lines[-1]).hash,
    )


def _refuse_another(lines: list[bytes], there: list[bytes]) -> list[bytes]:
    if there and there != lines:
        raise _NotMoved("another dossier with this id is there")
    return lines


async def _check(target: DossierStore, dossier: Dossier, lines: list[bytes]) -> None:
    there = await target.lines(dossier.id)
    chain.verify(there)
    if there != lines or await target.load(dossier.id) != dossier:
        raise _NotMoved("what was read back is not what was written")
    async for _ in sound_blobs(target, dossier.id, chain.turns(there)):
        pass


async def _whole(source: DossierStore, dossier_id: str) -> tuple[list[bytes], Dossier]:
    try:
        lines = await source.lines(dossier_id)
        state = await source.load(dossier_id)
    except StorageFailed as error:
        raise _NotMoved(str(error)) from error
    if state is None:
        raise _NotMoved("it holds nothing")
    known = chain.verify(lines)
    dossier = fold(chain.entries(known))
    if dossier != state:
        if await source.lines(dossier_id) != lines:
            raise _NotMoved("it was changed meanwhile; stop the servers and copy it again")
        # The turns that it lacks: a dossier of the original program has no journal at all.
        last = known[-1] if known else None
        missing, dossier = reconciled(dossier, last, state, state.created_at)
        assert dossier is not None  # at least one turn
        if dossier.model_copy(update={"version": state.version}) != state:
            raise _NotMoved("its journal does not add up to it")
        lines = [*lines, *(pair.data for pair in missing)]
    return lines, dossier
