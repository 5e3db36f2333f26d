"""Every journal of the store verified in one run, and what stays known of that: when it was, and what came of it."""

import argparse
from datetime import UTC, datetime
from pathlib import Path

from pydantic import BaseModel

from src.commands.printing import show
from src.commands.running import BROKEN, DONE, in_store
from src.disk import failing_as_not_written, make_folder, replace_file
from src.dossier_service import STANDING, DossierService
from src.errors import DossierUnreadable, JournalBroken, PictureBroken, UnknownDossier, sentence
from src.spoken import said, spoken

NAME = "verified.json"


class BrokenJournal(BaseModel):
    """A dossier that is not as it was written."""

    dossier_id: str
    problem: str


class Verification(BaseModel):
    """What came of verifying all journals."""

    at: datetime
    """When it ended."""
    verified: int
    broken: list[BrokenJournal]


def verify_all(options: argparse.Namespace) -> int:
    """Verify every journal, tell which are broken, and keep when that was."""
    found = in_store(options, _verified)
    lines = [f"{journal.dossier_id}: {journal.problem}" for journal in found.broken]
    counts = {"count": found.verified, "broken": len(found.broken)}
    lines += [said("{count} verified, {broken} broken", **counts)]
    whole = {"ok": not found.broken, **found.model_dump(mode="json")}
    show(options, whole, "\n".join(lines))
    keep(options.read_settings().tess_data_dir, found)
    return BROKEN if found.broken else DONE


async def _verified(dossiers: DossierService) -> Verification:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    verified = 0
    broken: list[BrokenJournal] = []
    ids, hidden = await dossiers.store.ids(), not console.is_terminal
    for dossier_id in track(ids, "verifying", console=console, transient=True, disable=hidden):
        problem = await _problem(dossiers, dossier_id)
        if problem:
            broken.append(BrokenJournal(dossier_id=dossier_id, problem=problem))
        verified += problem == ""
    return Verification(at=datetime.now(UTC), verified=verified, broken=broken)


async def _problem(dossiers: DossierService, dossier_id: str) -> str | None:
    """Return what is wrong with a dossier and what to do; empty where it is sound, None where it is no more."""
    try:
        found = await dossiers.verify(dossier_id)
    except UnknownDossier:
        return None
    except (DossierUnreadable, JournalBroken, PictureBroken) as error:
        return sentence(error.code, error.details, spoken())
    problem = said(STANDING[found.state])
    told = "{count} sound entries, but {problem}"
    return said(told, count=found.entries, problem=problem) if problem else ""


def keep(folder: Path, found: Verification) -> None:
    """Keep what came of it, in place of what was known before; beside a database there may be no folder yet."""
    with failing_as_not_written(folder / NAME):
        make_folder(folder)
        replace_file(folder / NAME, found.model_dump_json().encode())


def last(folder: Path) -> Verification | None:
    """Return what came of it when it was last done; None where nothing is known of that."""
    try:
        return Verification.model_validate_json((folder / NAME).read_bytes())
    except (OSError, ValueError):
        return None
