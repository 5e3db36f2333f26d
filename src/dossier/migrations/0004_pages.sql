-- What a search looks through: the texts that a turn brought, folded; null where a version before this one wrote the
-- line. Beside the line, so that it goes when the line goes.
alter table journal add column words bytea;
alter table journal alter column words set statistics 0;

-- The version at which the dossier was seen to hold no answer.
alter table dossiers add column unanswered integer not null default 0;

create index dossiers_by_tenant on dossiers (tenant, changed);
