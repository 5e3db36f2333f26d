-- The dossiers in which something that a person confirmed may be left to carry out.
create table effects (dossier_id text primary key references dossiers (id) on delete cascade);
