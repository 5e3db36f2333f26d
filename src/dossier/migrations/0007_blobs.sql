-- Pictures, by the SHA-256 that the journal names them by; in the transaction of the lines that do.
create table blobs (
    dossier_id text not null,
    sha256 text not null,
    content bytea not null,
    primary key (dossier_id, sha256)
);

-- They are compressed already, and no sample of what was erased may live on.
alter table blobs alter column content set storage external, alter column content set statistics 0;
