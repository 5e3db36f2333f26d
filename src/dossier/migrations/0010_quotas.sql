-- What each tenant has used of its limits, counted for all servers: see src/identity/quotas.py.
create table quotas (tenant text primary key, used jsonb not null default '{}');
