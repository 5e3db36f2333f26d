"""Pages of the dossiers in PostgreSQL."""

from src.dossier import journal_rows
from src.dossier import postgres_rows as rows
from src.dossier import postgres_sql as sql
from src.dossier.finding import words_added
from src.dossier.listing import LARGEST_PAGE, Position
from src.dossier.postgres_rows import Database
from src.dossier.store import DossierPage, DossierQuery, DossierSummary
from src.errors import DossierUnreadable


async def page(
    database: Database, wanted: DossierQuery, start: Position, limit: int
) -> DossierPage:
    """Return the page behind this place."""
    window = LARGEST_PAGE if wanted.words else min(limit, LARGEST_PAGE)
    values = {
        "changed": start.changed,
        "tenant": wanted.tenant,
        "answered": wanted.answered,
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
        )
        for name, desk, version, created_at, title, tenant, _ in found
    )
    return DossierPage(dossiers=shown, next=str(Position(last[6], last[0])) if last else "")


async def _holding(database: Database, ids: list[str], words: bytes) -> set[str]:
    """Return those dossiers in whose texts these words stand, or stood before a change."""
    for (dossier_id,) in await (await database.execute(sql.WORDLESS, [ids])).fetchall():
        await _add_words(database, dossier_id)
    return {
        name for (name,) in await (await database.execute(sql.HOLDING, [ids, words])).fetchall()
    }


async def _add_words(database: Database, dossier_id: str) -> None:
    """Add the words of lines that were written by a version before there were any; a broken journal stays without."""
    lines = await rows.lines(database, sql.LINES, dossier_id)
    try:
        known = journal_rows.entries(dossier_id, journal_rows.parsed(dossier_id, lines))
    except DossierUnreadable:
        return
    versions = [entry.version for entry in known]
    words = [words_added(entry.patch) for entry in known]
    await database.execute(sql.SET_WORDS, [versions, words, dossier_id])
