-- Whose a dossier is; empty where it was made without authentication.
alter table dossiers add column tenant text not null default '';

-- The tokens that were made. A token itself is kept nowhere.
create table tokens (
    jti text primary key,
    name text not null,
    tenant text not null,
    created timestamptz not null,
    expires timestamptz not null,
    revoked timestamptz
);
