-- Runs, what they find, and the life of what they found.

-- state: 1 queued, 2 running, 3 finished, 4 cancelled, 5 refused, 6 failed.
-- kind: 1 manual, 2 scheduled, 3 re-check. phase: 1 waiting, 2 proof, 3 examining, 4 storing, 5 done.
create table karte.run (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  kind smallint not null,
  state smallint not null default 1,
  phase smallint not null default 1,
  version integer not null default 1,
  done integer not null default 0,
  total integer not null default 0,
  account_id text,
  -- Of a re-check: the finding that is looked at again.
  finding_id uuid,
  -- The contract and month whose quota it took, so that it can be given back.
  quota_owner text,
  quota_month text,
  queued_at timestamptz not null,
  started_at timestamptz,
  heartbeat_at timestamptz,
  finished_at timestamptz,
  -- The process that has it, and how often one took it.
  worker uuid,
  attempts smallint not null default 0,
  cancel_asked boolean not null default false,
  problem text,
  score smallint,
  grade smallint,
  score_version text,
  new_findings integer not null default 0,
  closed_findings integer not null default 0
);

create unique index run_under_way on karte.run (domain_id) where state in (1, 2);
create index run_queue on karte.run (workspace_id, queued_at, id) where state = 1;
create index run_running on karte.run (heartbeat_at) where state = 2;
create index run_domain on karte.run (domain_id, queued_at, id);
create index run_workspace on karte.run (workspace_id, queued_at, id);

-- What the engine said at the end of a run, and what it reported: for comparing two runs.
create table karte.run_result (
  run_id uuid primary key references karte.run on delete cascade,
  workspace_id uuid not null,
  domain_id uuid not null,
  result jsonb not null,
  findings jsonb not null
);

create table karte.grade_history (
  run_id uuid primary key references karte.run on delete cascade,
  workspace_id uuid not null,
  domain_id uuid not null,
  at timestamptz not null,
  score smallint,
  grade smallint not null,
  score_version text not null
);

create index grade_history_domain on karte.grade_history (domain_id, at);

-- type: 1 domain, 2 host, 3 ip, 4 service. state: 1 candidate, 2 approved, 3 dependency,
-- 4 monitor-only, 5 ignored, 6 not ours. judged: a person said so, and no run changes it.
create table karte.asset (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  key text not null,
  type smallint not null,
  name text not null,
  state smallint not null,
  judged boolean not null default false,
  grade smallint not null default 9,
  detail jsonb not null,
  open_findings integer not null default 0,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  missing_since timestamptz,
  search_text text not null generated always as (lower(name)) stored,
  grams text[] not null generated always as (karte.bigrams(name)) stored,
  unique (domain_id, key)
);

create index asset_by_name on karte.asset (workspace_id, name, id);
create index asset_by_first_seen on karte.asset (workspace_id, first_seen_at, id);
create index asset_by_last_seen on karte.asset (workspace_id, last_seen_at, id);
create index asset_by_type on karte.asset (workspace_id, type, name, id);
create index asset_grams on karte.asset using gin (grams);
create index asset_trigrams on karte.asset using gin (search_text karte.gin_trgm_ops);

-- state: 1 new, 2 open, 3 accepted, 4 fixed, 5 gone. severity: 1 critical to 5 information.
create table karte.finding (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  key text not null,
  check_id text not null,
  category smallint not null,
  host text not null,
  severity smallint not null,
  state smallint not null,
  is_open smallint not null generated always as (case when state <= 2 then 1 else 0 end) stored,
  evidence_digest text not null,
  unconfirmed_since timestamptz,
  accepted_reason smallint,
  accepted_until timestamptz,
  accepted_by text,
  accepted_text text,
  acceptance_noticed boolean not null default false,
  reopened integer not null default 0,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  closed_at timestamptz,
  assignee text,
  due_on date not null default 'infinity',
  -- What the domain's score would gain without it.
  points real not null default 0,
  -- The engine's finding as it was reported last.
  report jsonb not null,
  unique (domain_id, key)
);

create index finding_by_severity on karte.finding (workspace_id, is_open, severity, id);
create index finding_by_age on karte.finding (workspace_id, is_open, first_seen_at, id);
create index finding_by_last_seen on karte.finding (workspace_id, is_open, last_seen_at, id);
create index finding_by_host on karte.finding (workspace_id, is_open, host, id);
create index finding_by_due on karte.finding (workspace_id, is_open, due_on, id);
create index finding_by_points on karte.finding (workspace_id, is_open, points, id);
create index finding_by_check on karte.finding (workspace_id, is_open, check_id, severity, id);
create index finding_by_category on karte.finding (workspace_id, is_open, category, severity, id);
create index finding_by_assignee on karte.finding (workspace_id, assignee, severity, id) where assignee is not null;
create index finding_by_state on karte.finding (workspace_id, state, severity, id);
create index finding_accepted on karte.finding (accepted_until) where state = 3;

create table karte.finding_event (
  id bigint generated always as identity primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null,
  finding_id uuid not null references karte.finding on delete cascade,
  at timestamptz not null,
  kind text not null check (kind in ('state', 'comment', 'assignment', 'acceptance-notice')),
  account_id text,
  run_id uuid,
  reason text,
  from_state smallint,
  to_state smallint,
  assignee text,
  text text
);

create index finding_event_finding on karte.finding_event (finding_id, id);
create index finding_event_at on karte.finding_event (workspace_id, at, reason);

-- Which run saw which asset and how it was: by month, so that old months can be moved away.
create table karte.asset_observation (
  workspace_id uuid not null,
  domain_id uuid not null,
  asset_id uuid not null,
  run_id uuid not null,
  seen_at timestamptz not null,
  grade smallint not null,
  primary key (asset_id, run_id, seen_at)
) partition by range (seen_at);

create index asset_observation_workspace on karte.asset_observation (workspace_id, seen_at);

-- Makes the partitions of the month of `day` and of the two after it. For a job; safe to repeat.
create function karte.prepare_months(day date) returns void
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  month date;
  part text;
begin
  perform pg_advisory_xact_lock(hashtext('karte.prepare_months'));
  for month in select generate_series(date_trunc('month', day)::date,
      date_trunc('month', day)::date + interval '2 months', interval '1 month')::date loop
    part := 'asset_observation_' || to_char(month, 'YYYY_MM');
    continue when to_regclass('karte.' || part) is not null;
    execute format('create table karte.%I partition of karte.asset_observation
      for values from (%L) to (%L)', part, month, (month + interval '1 month')::date);
    execute format('alter table karte.%I enable row level security', part);
    execute format('alter table karte.%I force row level security', part);
    -- Reached through its parent, whose policy counts; by itself it shows nothing.
    execute format('create policy nothing on karte.%I using (false)', part);
  end loop;
end $$;

do $$ declare t text; begin
  foreach t in array array['run', 'run_result', 'grade_history', 'asset', 'finding', 'finding_event',
    'asset_observation'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())))', t);
  end loop;
end $$;

create function karte.find_assets(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
begin
  return query
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now()
      and a.grams @> karte.bigrams(needle) and strpos(a.search_text, needle) > 0
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
    order by a.name limit most;
end $$;

-- `*` in the pattern stands for anything.
create function karte.find_assets_like(pattern text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := replace(replace(replace(replace(lower(pattern),
    '\', '\\'), '%', '\%'), '_', '\_'), '*', '%');
begin
  return query
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now() and a.search_text like needle
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
    order by a.name limit most;
end $$;

create function karte.find_similar_assets(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
begin
  return query
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now() and needle operator(karte.<%) a.search_text
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
    order by needle operator(karte.<<->) a.search_text, a.name limit most;
end $$;

-- The work of the processes that run diagnoses; it is not about one workspace, so it is done here
-- and tells no more than which run is to be worked on.

-- Takes the next run: one whose worker has been silent since `stale`, else a queued one of the
-- workspace that has the fewest running, so that a large workspace does not keep a small one waiting.
create function karte.take_run(process uuid, at timestamptz, beat timestamptz, stale timestamptz)
returns table (run_id uuid, workspace_id uuid)
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  chosen uuid;
begin
  select r.id into chosen from karte.run r
    where r.state = 2 and r.heartbeat_at < stale
    order by r.heartbeat_at limit 1 for update skip locked;
  if chosen is null then
    select r.id into chosen from karte.run r
      join (select w.workspace_id as id, count(*) filter (where w.state = 2) as running
            from karte.run w where w.state in (1, 2) group by w.workspace_id) busy
        on busy.id = r.workspace_id
      where r.state = 1
      order by busy.running, r.queued_at, r.id limit 1 for update of r skip locked;
  end if;
  if chosen is null then return; end if;
  return query update karte.run r set state = 2, worker = process, attempts = r.attempts + 1,
      started_at = coalesce(r.started_at, at), heartbeat_at = beat, version = r.version + 1
    where r.id = chosen returning r.id, r.workspace_id;
end $$;

-- How many runs a worker should look at: queued ones, and those whose worker is silent.
create function karte.runs_waiting(stale timestamptz) returns bigint
language sql stable security definer set search_path = karte, pg_catalog as $$
  select count(*) from karte.run where state = 1 or (state = 2 and heartbeat_at < stale)
$$;

create function karte.due_domains(at timestamptz, most integer)
returns table (workspace_id uuid, domain_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select d.workspace_id, d.id from karte.domain d
  where d.schedule > 0 and d.deleted_at is null and d.next_run_at <= at
  order by d.next_run_at limit most
$$;

create function karte.acceptances_due(at timestamptz, most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f
  where f.state = 3 and f.accepted_until <= at order by f.accepted_until limit most
$$;

create function karte.run_workspace(run uuid) returns uuid
language sql stable security definer set search_path = karte, pg_catalog as
$$ select r.workspace_id from karte.run r where r.id = run $$;

-- One address is examined by one process at a time, whoever asked; within the process the engine's
-- own governor keeps the pace.
create table karte.address_lease (
  address text primary key,
  process uuid not null,
  until timestamptz not null
);

select karte.prepare_months(current_date);
