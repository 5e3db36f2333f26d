-- The order of changes comes from a sequence: no clock decides what is newest.
create sequence dossier_changes;

create table dossiers (
    id text primary key,
    desk text not null default '',
    version integer not null default 0,
    created_at timestamptz not null default now(),
    -- The number of the last change, which no other state of any dossier has.
    changed bigint not null default 0,
    -- UTF-8: what a user writes may hold a NUL, which text can't.
    title bytea not null default '',
    -- The dossier as the journal adds up to it at snapshot_version, as JSON; beyond: bytes of the lines after it.
    snapshot bytea,
    snapshot_version integer not null default 0,
    beyond bigint not null default 0
);

create index dossiers_by_change on dossiers (changed);

create table journal (
    dossier_id text not null references dossiers (id),
    version integer not null,
    -- The bytes of the line, line feed included, as every store has them.
    line bytea not null,
    -- SHA-256 of the message id: it may hold a NUL, and be longer than an index takes.
    message_id bytea,
    primary key (dossier_id, version)
);

create index journal_by_message on journal (dossier_id, message_id) where message_id is not null;

-- Statistics keep samples of values, and what was erased must not live on in them.
alter table dossiers alter column title set statistics 0, alter column snapshot set statistics 0;
alter table journal alter column line set statistics 0;
