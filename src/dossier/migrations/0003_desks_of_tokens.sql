-- The desks that a token opens; none named: all there are.
alter table tokens add column desks text[] not null default '{}';
