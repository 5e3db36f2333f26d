"""Commands for the list of dossiers: what there is, what they are told apart by, and taking one away."""

import argparse
import sys
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from src.commands.changing import confirmed
from src.commands.printing import tell
from src.commands.running import DONE, REFUSED, in_store, print_json
from src.spoken import said

if TYPE_CHECKING:
    from collections.abc import Sequence

    from src.dossier.models import Dossier
    from src.dossier.store import DossierSummary
    from src.dossier_service import DossierService

USUAL_LIMIT = 50


def dossiers(options: argparse.Namespace) -> int:
    """Print the dossiers, the last changed first."""
    found = in_store(options, lambda service: _found(service, options))
    if options.json:
        print_json([one.model_dump(mode="json", exclude={"tenant"}) for one in found])
        return DONE
    now = datetime.now(UTC)
    rows = [_row(one, now) for one in found]
    if sys.stdout.isatty():
        _draw(rows)
    else:
        print("\n".join("\t".join(row) for row in rows), end="\n" if rows else "")
    if not found:
        tell(said("There are no such dossiers."))
    elif len(found) == options.limit:
        tell(said("There may be more: --limit N."))
    return DONE


async def _found(
    service: "DossierService", options: argparse.Namespace
) -> "Sequence[DossierSummary]":
    from src.dossier.store import DossierQuery

    archived = None if options.all else options.archived
    wanted = DossierQuery(desk=options.desk or "", labels=tuple(options.label), archived=archived)
    if options.words:
        page = await service.find(options.words, options.limit, among=wanted)
        return [one.summary for one in page.found]
    return await service.summaries(wanted, options.limit)


def _row(one: "DossierSummary", now: datetime) -> tuple[str, ...]:
    marks = [*one.labels, *([said("archived")] if one.archived else [])]
    title = " ".join(one.title.split())
    named = f"{title} [{', '.join(marks)}]" if marks else title
    return (named, one.desk, age(now - one.updated_at), one.id)


def age(passed: timedelta) -> str:
    """Return how long ago something was, in its largest unit."""
    minutes = int(passed.total_seconds()) // 60
    if minutes < 60:
        return said("{count} min", count=max(0, minutes))
    if minutes < 48 * 60:
        return said("{count} h", count=minutes // 60)
    return said("{count} d", count=minutes // (24 * 60))


def _draw(rows: list[tuple[str, ...]]) -> None:
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=None, show_header=False, pad_edge=False)
    table.add_column(overflow="ellipsis", no_wrap=True)
    for _ in range(3):
        table.add_column(no_wrap=True)
    for row in rows:
        table.add_row(*map(Text, row))
    Console(highlight=False).print(table)


def label(options: argparse.Namespace) -> int:
    """Give a dossier labels, or take them away."""

    async def changed(service: "DossierService") -> "Dossier":
        add, remove = ((), options.labels) if options.remove else (options.labels, ())
        return await service.label(options.dossier, add, remove)

    return _listed(options, in_store(options, changed))


def archive(options: argparse.Namespace) -> int:
    """Leave a dossier out of lists, or put it back."""
    return _listed(
        options,
        in_store(options, lambda service: service.archive(options.dossier, not options.off)),
    )


def _listed(options: argparse.Namespace, dossier: "Dossier") -> int:
    if options.json:
        told = {"dossier_id": dossier.id, "version": dossier.version}
        print_json({**told, "labels": list(dossier.labels), "archived": dossier.archived})
        return DONE
    state = said("archived") if dossier.archived else said("not archived")
    print(f"{dossier.id}: {', '.join(dossier.labels) or said('no labels')}; {state}")
    return DONE


def delete(options: argparse.Namespace) -> int:
    """Erase a whole dossier once that was confirmed."""
    in_store(
        options, lambda service: service.at(options.dossier)
    )  # refused before anybody is asked
    if not options.yes and not confirmed(options.dossier, said("the whole dossier")):
        tell(said("Nothing was erased. Confirm with the dossier's id, or give --yes."))
        return REFUSED
    in_store(options, lambda service: service.delete(options.dossier))
    if options.json:
        print_json({"dossier_id": options.dossier})
    else:
        print(said("{dossier} is erased.", dossier=options.dossier))
    return DONE
