-- What dossiers are told apart by in a list, and when the last turn of each was committed.
alter table dossiers add column labels text[] not null default '{}', add column archived boolean not null default false,
    add column updated_at timestamptz;
alter table dossiers alter column labels set statistics 0;

-- A line begins with fields that are plain ASCII, its time among them.
update dossiers d set updated_at = (
    select substring(encode(substring(line from 1 for 200), 'escape') from '"time":"([^"]+)"')::timestamptz
    from journal where dossier_id = d.id and version = d.version
);

-- Documents of the client are looked through, too: lines that may hold one are read once more when they are asked for.
update journal set words = null
where position('"client":true'::bytea in line) > 0 or position('"kind":"picture"'::bytea in line) > 0;
