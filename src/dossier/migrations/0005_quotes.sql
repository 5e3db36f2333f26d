-- What the answers of the dossier quote, or quoted once, for the list of stale answers; null where that is still to be
-- read.
alter table dossiers add column quotes bytea;
alter table dossiers alter column quotes set default '';
