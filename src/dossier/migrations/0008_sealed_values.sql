-- What desks hold for a while and nobody reads but who has the key: bytes that came sealed, each until its time.
create table sealed_values (
    key text primary key,
    sealed bytea not null,
    expires timestamptz not null
);
