"""What ``PostgresStore`` says to the database."""

from pathlib import Path

MIGRATIONS = sorted((Path(__file__).parent / "migrations").glob("*.sql"))
"""The steps by which the tables came to be what they are; one that was released is never changed."""

MIGRATION_LOCK = 0x7E55
"""Key of the advisory lock under which one program at a time brings the tables up to date."""

CONNECTION = {
    "application_name": "tess",
    "connect_timeout": "5",
    "keepalives_idle": "5",
    "keepalives_interval": "2",
    "keepalives_count": "3",
    "tcp_user_timeout": "10000",
}
"""How long a connection may be silent before it counts as lost; the address may say otherwise."""

# The lock must be free before those who wait for it give up: a transaction whose client is gone ends first.
# A stronger synchronous_commit than ours is left as it is. A pooler gives each transaction another connection of the
# server, and keeps nothing for longer but what the server reports, as it does the time zone.
SESSION = "set timezone to 'UTC'"
TRANSACTION = """
select set_config('statement_timeout', '10s', true),
       set_config('idle_in_transaction_session_timeout', '8s', true),
       set_config('synchronous_commit',
                  case when current_setting('synchronous_commit') in ('off', 'local') then 'on'
                       else current_setting('synchronous_commit') end, true)
"""

LOCK = "select changed from dossiers where id = %s for update"
NEW = "insert into dossiers (id) values (%s) on conflict do nothing"

CHANGED = "select changed from dossiers where id = %s"
# One statement sees one moment: snapshot and lines belong together.
STATE = """
select changed, snapshot, beyond, version,
       array(select line from journal where dossier_id = d.id and version >= d.snapshot_version order by version)
from dossiers d where id = %s and changed > 0
"""
LINES = "select line from journal where dossier_id = %s order by version"
LINES_FROM = (
    "select line from journal where dossier_id = %s and version >= %s order by version limit %s"
)
MESSAGE = "select 1 from journal where dossier_id = %s and message_id = %s limit 1"
PAGE = """
select id, desk, version, created_at, title, tenant, coalesce(updated_at, created_at), labels, archived, changed
from dossiers
where changed > 0 and changed < %(changed)s {whose} and not (%(answered)s and unanswered = version)
    and %(desk)s in ('', desk) and (%(desks)s::text[] = '{{}}' or desk = any(%(desks)s::text[]))
    and labels @> %(labels)s::text[] and coalesce(archived = %(archived)s, true)
order by changed desc limit %(limit)s
"""
OF_TENANT = "and tenant = %(tenant)s"
HOLDING = """
select distinct dossier_id from journal where dossier_id = any(%s) and (words is null or position(%s in words) > 0)
"""
WORDLESS = "select distinct dossier_id from journal where dossier_id = any(%s) and words is null"
SET_WORDS = """
update journal set words = new.words from unnest(%s::integer[], %s::bytea[]) as new (version, words)
where dossier_id = %s and journal.version = new.version and journal.words is null
"""
QUOTES = "select id, quotes from dossiers where id = any(%s) and quotes is not null"
SET_QUOTES = "update dossiers set quotes = %s where id = %s and changed = %s"
IDS = "select id from dossiers where changed > 0 order by changed"

INSERT = """
insert into journal (dossier_id, version, line, message_id, words)
select %s, * from unnest(%s::integer[], %s::bytea[], %s::bytea[], %s::bytea[])
"""
DELETE = "delete from journal where dossier_id = %s"
PUT_BLOB = """
insert into blobs (dossier_id, sha256, content) values (%s, %s, %b)
on conflict (dossier_id, sha256) do update set content = excluded.content where blobs.content <> excluded.content
"""
BLOB = "select content from blobs where dossier_id = %s and sha256 = %s"
BLOBS = "select sha256 from blobs where dossier_id = %s"
KEEP_BLOBS = "delete from blobs where dossier_id = %s and sha256 <> all(%s)"
DELETE_DOSSIER = "delete from dossiers where id = %s"
# What does not change is not written anew; null and anything are null.
UPDATE = """
update dossiers
set desk = %s, version = %s, created_at = %s, title = %s, tenant = %s, unanswered = %s, beyond = %s,
    updated_at = %s, labels = %s, archived = %s, quotes = case when %s = ''::bytea then quotes else quotes || %s end,
    changed = nextval('dossier_changes')
where id = %s
returning changed
"""
SNAPSHOT = "update dossiers set snapshot = %s, snapshot_version = %s, beyond = 0 where id = %s"

# Schemas of one database keep dossiers of one id apart.
LEASE = "select pg_try_advisory_xact_lock(hashtextextended(current_schema() || %s, 32341))"
LEASES = "select set_config('idle_in_transaction_session_timeout', '0', true)"
"""A lease is a lock of a transaction in which nothing else happens, for as long as it takes."""
ALIVE = "select 1"
UNSETTLE = "insert into effects select id from dossiers where id = %s on conflict do nothing"
SETTLE = "delete from effects where dossier_id = %s"
UNSETTLED = "select dossier_id from effects order by dossier_id"
