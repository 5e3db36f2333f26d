"""Commands that only look: lists, the log, a state, its hash, what differs, why, whether all is as it was written."""

import argparse
import sys
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta

from src.commands.changing import confirmed
from src.commands.printing import print_json, show, tell
from src.commands.running import (
    BROKEN,
    DIFFERENT,
    DONE,
    REFUSED,
    in_store,
    pack_at,
    read_pack,
    speaking,
    words_of,
)
from src.dossier.listing import filled
from src.dossier.models import Dossier
from src.dossier.store import DossierQuery, DossierSummary
from src.dossier_service import STANDING, AsSent, DossierService, VerifiedJournal
from src.errors import UnknownAnswer
from src.spoken import said, spoken
from src.wording.history import comparison_text, dossier_text, event_text, log_text


def dossiers(options: argparse.Namespace) -> int:
    """Print the dossiers, the last changed first."""
    found = in_store(options, lambda service: _found(service, options))
    if options.json:
        print_json([summary.model_dump(mode="json", exclude={"tenant"}) for summary in found])
        return DONE
    now = datetime.now(UTC)
    rows = [_row(summary, now) for summary in found]
    if sys.stdout.isatty():
        _draw(rows)
    else:
        print("\n".join("\t".join(row) for row in rows), end="\n" if rows else "")
    if not found:
        tell(said("There are no such dossiers."))
    elif len(found) == options.limit:
        tell(said("There may be more: --limit N."))
    return DONE


async def _found(service: DossierService, options: argparse.Namespace) -> Sequence[DossierSummary]:
    archived = None if options.all else options.archived
    wanted = DossierQuery(desk=options.desk or "", labels=tuple(options.label), archived=archived)
    if options.words:
        page = await service.find(options.words, options.limit, among=wanted)
        return [dossier.summary for dossier in page.found]
    return (await filled(service.store, wanted, "", options.limit)).dossiers


def _row(summary: DossierSummary, now: datetime) -> tuple[str, ...]:
    marks = [*summary.labels, *([said("archived")] if summary.archived else [])]
    title = " ".join(summary.title.split())
    named = f"{title} [{', '.join(marks)}]" if marks else title
    return (named, summary.desk, age(now - summary.updated_at), summary.id)


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

    async def changed(service: DossierService) -> Dossier:
        add, remove = ((), options.labels) if options.remove else (options.labels, ())
        return await service.label(options.dossier, add, remove)

    return _listed(options, in_store(options, changed))


def archive(options: argparse.Namespace) -> int:
    """Leave a dossier out of lists, or put it back."""
    return _listed(
        options,
        in_store(options, lambda service: service.archive(options.dossier, not options.off)),
    )


def _listed(options: argparse.Namespace, dossier: Dossier) -> int:
    told = {"dossier_id": dossier.id, "version": dossier.version}
    told |= {"labels": list(dossier.labels), "archived": dossier.archived}
    state = said("archived") if dossier.archived else said("not archived")
    return show(
        options, told, f"{dossier.id}: {', '.join(dossier.labels) or said('no labels')}; {state}"
    )


def delete(options: argparse.Namespace) -> int:
    """Erase a whole dossier once that was confirmed."""
    in_store(
        options, lambda service: service.at(options.dossier)
    )  # refused before anybody is asked
    if not confirmed(options, said("the whole dossier")):
        return REFUSED
    in_store(options, lambda service: service.delete(options.dossier))
    erased = {"dossier_id": options.dossier}
    return show(options, erased, said("{dossier} is erased.", dossier=options.dossier))


def log(options: argparse.Namespace) -> int:
    """Print every turn in brief."""
    lines = in_store(options, lambda dossiers: dossiers.log(options.dossier))
    if options.json:
        print_json([line.model_dump(mode="json") for line in lines])
        return DONE
    words = words_of(options, in_store(options, lambda dossiers: dossiers.at(options.dossier)))
    for line in lines:
        print(log_text(line, words))
    return DONE


def state(options: argparse.Namespace) -> int:
    """Print a dossier as it is, or as it was."""
    version = options.then if options.version is None else options.version
    dossier = in_store(options, lambda dossiers: dossiers.at(options.dossier, version))
    text = dossier_text(dossier, words_of(options, dossier))
    return show(options, dossier.model_dump(mode="json"), text)


def hashed(options: argparse.Namespace) -> int:
    """Print the SHA-256 of a state."""
    found = in_store(options, lambda dossiers: dossiers.hash(options.dossier, options.version))
    return show(options, {"dossier_id": options.dossier, "sha256": found}, found)


def diff(options: argparse.Namespace) -> int:
    """Print what differs; nothing where nothing does."""
    found = in_store(options, lambda dossiers: dossiers.diff(options.a, options.b))
    if options.json:
        print_json(found.model_dump(mode="json", exclude_defaults=True))
    elif not found.is_empty:
        desk = in_store(options, lambda records: records.named(options.a)).desk
        words = speaking(options)(desk).wordings[spoken()]
        print(comparison_text(found, options.a, options.b, words))
    return DONE if found.is_empty else DIFFERENT


def why(options: argparse.Namespace) -> int:
    """Print what happened to a source, or what the model saw."""
    if options.as_sent:
        return _as_sent(options)
    if options.source is None:
        tell(said("Name a source: its id, its title or its number."))
        return BROKEN
    events = in_store(options, lambda dossiers: dossiers.why(options.dossier, options.source))
    if options.json:
        print_json([event.model_dump(mode="json", exclude_defaults=True) for event in events])
        return DONE
    words = words_of(options, in_store(options, lambda dossiers: dossiers.at(options.dossier)))
    for event in events:
        print(event_text(event, words))
    return DONE


def _as_sent(options: argparse.Namespace) -> int:
    sent, part = in_store(
        options, lambda dossiers: _sent(dossiers, options.dossier, options.source)
    )
    if options.json:
        print_json(sent.model_dump(mode="json"))
    else:
        print(part)
        tell(said("answer {answer}: {match}", answer=sent.answer, match=said(_MATCH[sent.matches])))
    return BROKEN if sent.matches is False else DONE


_MATCH = {
    True: "exactly what was sent, by its recorded SHA-256",
    False: "not what was sent: the recorded SHA-256 is another",
    None: "rebuilt; no SHA-256 is recorded to check it by",
}


async def _sent(dossiers: DossierService, dossier_id: str, named: str | None) -> tuple[AsSent, str]:
    """Return what was sent for an answer, and the part that is asked for: all, or that of one source."""
    try:
        sent = await dossiers.as_sent(dossier_id, named)
        return sent, sent.text
    except UnknownAnswer:
        if named is None:
            raise
    return await dossiers.source_as_sent(dossier_id, named)


def verify(options: argparse.Namespace) -> int:
    """Tell whether the journal is as it was written, that of a dossier or that in a pack, or those of all dossiers."""
    if options.all:
        from src.commands.verifying import verify_all

        return verify_all(options)
    found = _verified(options)
    if options.json:
        print_json({"ok": found.state == "same", **found.model_dump(mode="json")})
    elif found.state == "same":
        print(said("ok {count} entries", count=found.entries))
    else:
        problem = said(STANDING[found.state])
        tell(said("{count} sound entries, but {problem}", count=found.entries, problem=problem))
    return DONE if found.state == "same" else BROKEN


def _verified(options: argparse.Namespace) -> VerifiedJournal:
    path = pack_at(options.dossier)
    if path is None:
        return in_store(options, lambda dossiers: dossiers.verify(options.dossier))
    return VerifiedJournal(entries=len(read_pack(options, path).lines), state="same")
