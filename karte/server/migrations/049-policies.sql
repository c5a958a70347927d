-- What is done by itself with what a scan brings.

create table karte.policy (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  name text not null,
  -- In English names, with the account for "me".
  query text not null,
  place integer not null,
  enabled boolean not null default false,
  -- Counts what the query and the acts were; a trial is of one of them.
  version integer not null default 1,
  tried_version integer,
  -- severity_how: 1 raise, 2 lower.
  severity_how smallint,
  severity_to smallint,
  severity_until date,
  severity_reason text,
  assignee text,
  label text,
  alerts boolean not null default false,
  alert_people text[] not null default '{}',
  alert_webhook boolean not null default false,
  -- No reference: a system that is disconnected leaves the policy as it was written.
  ticket_system uuid,
  created_by text not null,
  created_at timestamptz not null,
  acted integer not null default 0,
  acted_at timestamptz,
  held integer not null default 0
);
create index policy_workspace on karte.policy (workspace_id, place, id);

-- What policies did with a finding: the origin of their acts. It outlives the policy, with its name.
create table karte.policy_hit (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  finding_id uuid not null references karte.finding on delete cascade,
  policy_id uuid not null,
  name text not null,
  run_id uuid not null,
  at timestamptz not null,
  severity smallint,
  reason text,
  until date,
  -- The first of its cause that is told of, and to whom.
  alerts boolean not null,
  alert_people text[] not null,
  alert_webhook boolean not null,
  primary key (run_id, policy_id, finding_id)
);
create index policy_hit_finding on karte.policy_hit (finding_id, at);
create index policy_hit_domain on karte.policy_hit (domain_id);

create table karte.finding_label (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  finding_id uuid not null references karte.finding on delete cascade,
  label text not null,
  primary key (finding_id, label)
);
create index finding_label_label on karte.finding_label (workspace_id, lower(label), finding_id);
create index finding_label_domain on karte.finding_label (domain_id);

-- Where a policy says how severe a finding is, `severity` is the policy's, as lists, order and counts have it,
-- and `check_severity` what the check said last.
alter table karte.finding add column check_severity smallint;
alter table karte.finding add column ruled_severity smallint;
alter table karte.finding add column ruled_by uuid;
-- The last day of it.
alter table karte.finding add column ruled_until date;
create index finding_ruled on karte.finding (ruled_by) where ruled_by is not null;

alter table karte.policy enable row level security;
alter table karte.policy force row level security;
create policy own on karte.policy using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
alter table karte.policy_hit enable row level security;
alter table karte.policy_hit force row level security;
create policy own on karte.policy_hit using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));
alter table karte.finding_label enable row level security;
alter table karte.finding_label force row level security;
create policy own on karte.finding_label using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));

-- For the look of every minute: severities that no policy says any more.
create function karte.rulings_ended(today date, most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f
  left join karte.policy p on p.id = f.ruled_by and p.enabled
  where f.ruled_by is not null and (f.ruled_until < today or p.id is null)
  order by f.workspace_id, f.id limit most
$$;
