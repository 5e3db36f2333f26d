drop table if exists origin; drop table if exists dossiers; drop table if exists texts;
create table origin (version integer not null, boot text not null, inode integer not null, made text not null);
create table dossiers (
    number integer primary key,
    id text not null unique,
    changed integer not null,
    journal text not null,
    state text not null,
    tenant text,
    desk text,
    version integer,
    created_at text,
    title text,
    answers integer,
    quoted integer,
    updated_at text,
    labels text,
    archived integer
);
create index dossiers_by_change on dossiers (changed, id);
create index dossiers_by_tenant on dossiers (tenant, changed, id);
create table texts (dossier integer not null, quotes blob not null, words blob not null);
create index texts_by_dossier on texts (dossier);
