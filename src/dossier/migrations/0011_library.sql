-- The collections of documentation, for servers that share no folder. A state is a whole collection, its files by path,
-- each as the hashes of its chunks; the newest one counts. No two have one id, also where the database was put back to
-- an earlier time. Tenant '' is everybody's.
create table library_states (
    number bigint generated always as identity primary key,
    id uuid not null default gen_random_uuid(),
    tenant text not null,
    collection text not null,
    fingerprint text not null,
    files jsonb not null,
    written timestamptz not null default now()
);
create index library_states_by_name on library_states (tenant, collection, number);

create table library_chunks (
    tenant text not null,
    sha256 text not null,
    content bytea not null,
    primary key (tenant, sha256)
);

-- A tenant reads its own and everybody's, and writes its own alone. This binds the owner of the tables too.
alter table library_states enable row level security, force row level security;
alter table library_chunks enable row level security, force row level security;
create policy reads on library_states for select
    using (tenant in ('', current_setting('tess.tenant', true)));
create policy writes on library_states
    using (tenant = coalesce(current_setting('tess.tenant', true), ''));
create policy reads on library_chunks for select
    using (tenant in ('', current_setting('tess.tenant', true)));
create policy writes on library_chunks
    using (tenant = coalesce(current_setting('tess.tenant', true), ''));
