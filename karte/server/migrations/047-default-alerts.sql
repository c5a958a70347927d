-- What every member is told who has not said otherwise, and the week's digest.
alter table karte.member
  add column alerts_mail boolean not null default true,
  add column alerts_bell boolean not null default true,
  add column weekly_mail boolean not null default true,
  -- The Monday of the latest digest, so that each is written once.
  add column weekly_mailed_on date;

-- Where somebody has made rules already, they have chosen: these stand as they were made.
update karte.member m set alerts_mail = false, alerts_bell = false
where exists (select from karte.alert_rule r where r.workspace_id = m.workspace_id);

-- For jobs that are not about one workspace. A rule of the kind, or the default, may want to know.
create function karte.workspaces_told_of(wanted smallint) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id from karte.workspace w
  where w.closed_at is null and (
    exists (select from karte.alert_rule r where r.workspace_id = w.id and r.kind = wanted)
    or exists (select from karte.member m where m.workspace_id = w.id and m.suspended_at is null
      and (m.alerts_mail or m.alerts_bell)))
$$;

create function karte.workspaces_with_digests() returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id from karte.workspace w
  where w.closed_at is null and exists (
    select from karte.member m where m.workspace_id = w.id and m.suspended_at is null and m.weekly_mail)
$$;
