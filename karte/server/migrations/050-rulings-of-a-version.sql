-- A policy that was changed and switched on again says something else than it said: what a severity was said by
-- is one version of it. Null, where an older process wrote it, is whichever version is in force.
alter table karte.finding add column ruled_version integer;

create or replace function karte.rulings_ended(today date, most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f
  left join karte.policy p on p.id = f.ruled_by and p.enabled
    and p.version = coalesce(f.ruled_version, p.version)
  where f.ruled_by is not null and (f.ruled_until < today or p.id is null)
  order by f.workspace_id, f.id limit most
$$;
