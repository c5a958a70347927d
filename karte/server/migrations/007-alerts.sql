-- Of what people are told, and what they were told.

-- kind: 1 finding.new, 2 grade.fell, 3 certificate.ends, 4 asset.new, 5 proof.lost,
-- 6 acceptance.ends. severity as of findings.
create table karte.alert_rule (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  kind smallint not null,
  severity smallint,
  days smallint,
  group_id uuid references karte.domain_group on delete cascade,
  mail boolean not null,
  bell boolean not null,
  webhook boolean not null,
  recipients text[] not null,
  created_by text not null,
  created_at timestamptz not null
);

create index alert_rule_workspace on karte.alert_rule (workspace_id, created_at, id);

-- In which language a member is written to; as the portal told it last.
alter table karte.member add column locale text not null default 'ja';

-- One piece of news of one domain. `key` keeps it from being told twice.
create table karte.alert (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  kind smallint not null,
  key text not null,
  at timestamptz not null,
  finding_id uuid,
  detail jsonb not null,
  unique (workspace_id, key)
);

create index alert_at on karte.alert (at);

-- Whom it was for, and how.
create table karte.alert_receipt (
  workspace_id uuid not null references karte.workspace on delete cascade,
  alert_id uuid not null references karte.alert on delete cascade,
  domain_id uuid not null,
  account_id text not null,
  at timestamptz not null,
  bell boolean not null,
  read_at timestamptz,
  mail boolean not null,
  mailed_at timestamptz,
  primary key (alert_id, account_id)
);

create index alert_receipt_bell on karte.alert_receipt (workspace_id, account_id, at, alert_id)
  where bell;
create index alert_receipt_mail on karte.alert_receipt (workspace_id, account_id)
  where mail and mailed_at is null;

do $$ declare t text; begin
  alter table karte.alert_rule enable row level security;
  alter table karte.alert_rule force row level security;
  create policy own on karte.alert_rule using (workspace_id = (select karte.workspace_now())
    and not (select karte.restricted_now()));
  foreach t in array array['alert', 'alert_receipt'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())))', t);
  end loop;
end $$;

-- For jobs that are not about one workspace.

create function karte.workspaces_with_rules(wanted smallint) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select distinct r.workspace_id from karte.alert_rule r where r.kind = wanted
$$;

create function karte.acceptances_ending(until timestamptz, most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f
  where f.state = 3 and not f.acceptance_noticed and f.accepted_until <= until
  order by f.accepted_until limit most
$$;

create function karte.purge_alerts(before timestamptz) returns bigint
language sql security definer set search_path = karte, pg_catalog as $$
  with gone as (delete from karte.alert a where a.at <= before returning 1)
  select count(*) from gone
$$;
