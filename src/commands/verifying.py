"""Every journal of the store verified in one run, and what stays known of that: when it was, and what came of it."""

import argparse
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

from pydantic import BaseModel, ValidationError

from src.commands.running import BROKEN, DONE, in_store, print_json
from src.disk import replace_file
from src.spoken import said

if TYPE_CHECKING:
    from src.dossier_service import DossierService

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
    keep(options.read_settings().tess_data_dir, found)
    if options.json:
        print_json({"ok": not found.broken, **found.model_dump(mode="json")})
    else:
        for one in found.broken:
            print(f"{one.dossier_id}: {one.problem}")
        print(
            said(
                "{count} verified, {broken} broken", count=found.verified, broken=len(found.broken)
            )
        )
    return BROKEN if found.broken else DONE


async def _verified(dossiers: "DossierService") -> Verification:
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    verified = 0
    broken: list[BrokenJournal] = []
    ids, hidden = await dossiers.ids(), not console.is_terminal
    for dossier_id in track(ids, "verifying", console=console, transient=True, disable=hidden):
        found = await dossiers.examine(dossier_id)
        if found and found.problem:
            broken.append(BrokenJournal(dossier_id=dossier_id, problem=found.problem))
        verified += bool(found and not found.problem)
    return Verification(at=datetime.now(UTC), verified=verified, broken=broken)


def keep(folder: Path, found: Verification) -> None:
    """Keep what came of it, in place of what was known before."""
    replace_file(folder / NAME, found.model_dump_json().encode())


def last(folder: Path) -> Verification | None:
    """Return what came of it when it was last done; None where nothing is known of that."""
    try:
        return Verification.model_validate(json.loads((folder / NAME).read_bytes()))
    except (OSError, ValueError, ValidationError):
        return None
