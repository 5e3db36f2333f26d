"""The tables of ``PostgresStore``: where they are, and how they came to be what they are."""

from typing import Any

import psycopg
from psycopg.conninfo import conninfo_to_dict, make_conninfo

from src.dossier import postgres_sql as sql
from src.errors import BadSettings


def address(url: str) -> str:
    """Return how to connect, with limits for what may hang; ``BadSettings`` where it is no address of a database."""
    try:
        given = conninfo_to_dict(url)
        missing = {name: value for name, value in sql.CONNECTION.items() if name not in given}
        return make_conninfo(url, **missing)
    except psycopg.ProgrammingError:
        raise BadSettings(  # without the cause, which can hold a part of the password
            problem="the address of the database is to look like postgresql://user:password@host:5432/name"
        ) from None


def migrate(conninfo: str) -> None:
    """Make the tables, or bring them up to date; ``BadSettings`` where that can't be done."""
    try:
        with psycopg.connect(conninfo, autocommit=True) as database, database.transaction():
            database.execute("set local lock_timeout = '10s'")
            database.execute("select pg_advisory_xact_lock(%s)", [sql.MIGRATION_LOCK])
            _migrate(database)
    except psycopg.Error as error:
        told = " ".join((error.diag.message_primary or str(error)).split())
        raise BadSettings(problem=f"the database can't be used: {told}") from error


def _migrate(database: psycopg.Connection[tuple[Any, ...]]) -> None:
    (known,) = database.execute("select to_regclass('tess_migrations')").fetchone() or (None,)
    if not known:
        database.execute(
            "create table tess_migrations (number integer primary key, name text not null, "
            "applied timestamptz not null default now())"
        )
    (done,) = database.execute("select count(*) from tess_migrations").fetchone() or (0,)
    if done > len(sql.MIGRATIONS):
        raise BadSettings(
            problem=f"the database was last used by a newer version of TESS (its tables are at step {done}, this "
            f"version knows {len(sql.MIGRATIONS)}); use that version"
        )
    for number, step in enumerate(sql.MIGRATIONS[done:], start=done + 1):
        database.execute(step.read_bytes())
        database.execute(
            "insert into tess_migrations (number, name) values (%s, %s)", [number, step.stem]
        )
