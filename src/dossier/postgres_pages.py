"""Pages of the dossiers in PostgreSQL."""

import asyncio

from src.dossier import journal_rows
from src.dossier import postgres_rows as rows
from src.dossier import postgres_sql as sql
from src.dossier.answers import Quoted, quotes_from, quotes_in
from src.dossier.finding import words_added
from src.dossier.listing import LARGEST_PAGE, Position
from src.dossier.postgres_rows import Database
from src.dossier.store import DossierPage, DossierQuery, DossierSummary
from src.errors import DossierUnreadable, JournalBroken, UnknownVersion

QUOTED_PAGE = 100
"""Dossiers of one page where their quotes are asked for: of each the whole journal may have to be read."""


async def page(
    database: Database, wanted: DossierQuery, start: Position, limit: int
) -> DossierPage:
    """Return the page behind this place."""
    window = LARGEST_PAGE if wanted.words else min(limit, LARGEST_PAGE)
    if wanted.answered:
        window = min(window, QUOTED_PAGE)
    values = {
        "changed": start.changed,
        **wanted.model_dump(include={"tenant", "answered", "desk", "archived"}),
        "labels": list(wanted.labels),
        "desks": list(wanted.desks),
        "limit": window + 1,
    }
    query = sql.PAGE.format(whose="" if wanted.tenant is None else sql.OF_TENANT)
    found = await (await database.execute(query, values)).fetchall()
    more, found = len(found) > window, found[:window]
    last = found[-1] if more else None
    if wanted.words:
        holding = await _holding(database, [row[0] for row in found], wanted.words)
        found = [row for row in found if row[0] in holding]
        if len(found) > limit:
            found = found[:limit]
            last = found[-1]
    shown = tuple(
        DossierSummary(
            id=name,
            desk=desk,
            version=version,
            created_at=created_at,
            title=title.decode(),
            tenant=tenant,
            updated_at=updated_at,
            labels=labels,
            archived=archived,
        )
        for name, desk, version, created_at, title, tenant, updated_at, labels, archived, _ in found
    )
    following = str(Position(last[-1], last[0])) if last else ""
    quotes = await _quotes(database, [row[0] for row in found]) if wanted.answered else {}
    return DossierPage(dossiers=shown, next=following, quotes=quotes)


async def _quotes(database: Database, ids: list[str]) -> dict[str, tuple[Quoted, ...]]:
    """Return what the answers of these dossiers quote; of those of which that is not known it is read."""
    told = dict(await (await database.execute(sql.QUOTES, [ids])).fetchall())
    for text in ids:
        if text not in told:
            told |= await _read_quotes(database, text)
    every = {entry: quotes_from(data) for entry, data in told.items()}
    return {entry: quotes for entry, quotes in every.items() if quotes is not None}


async def _read_quotes(database: Database, dossier_id: str) -> dict[str, bytes]:
    """Read and keep what the answers of a dossier quote; nothing where it can't be read."""
    try:
        held = await rows.read(database, dossier_id)
        lines = await rows.lines(database, sql.LINES, dossier_id)
        entries = await asyncio.to_thread(journal_rows.read, dossier_id, lines)
        known = await asyncio.to_thread(quotes_in, entries)
    except (DossierUnreadable, JournalBroken, UnknownVersion):
        return {}  # who reads the whole dossier says what is wrong with it
    if held is None:
        return {}
    await database.execute(sql.SET_QUOTES, [known, dossier_id, held.changed])
    return {dossier_id: known}


async def _holding(database: Database, ids: list[str], words: bytes) -> set[str]:
    for (dossier_id,) in await (await database.execute(sql.WORDLESS, [ids])).fetchall():
        await _add_words(database, dossier_id)
    return {
        name for (name,) in await (await database.execute(sql.HOLDING, [ids, words])).fetchall()
    }


async def _add_words(database: Database, dossier_id: str) -> None:
    """Add the words of lines that were written by a version before there were any; a broken journal stays without."""
    lines = await rows.lines(database, sql.LINES, dossier_id)
    try:
        known = journal_rows.read(dossier_id, lines)
    except DossierUnreadable:
        return
    versions = [entry.version for entry in known]
    words = [words_added(entry.patch) for entry in known]
    await database.execute(sql.SET_WORDS, [versions, words, dossier_id])
