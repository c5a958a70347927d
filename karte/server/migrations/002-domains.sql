-- Domains and what is read of them. Codes are smallint because row level security keeps other
-- comparisons from using an index: only leakproof operators may run before a policy.

-- Every two neighbouring characters, for searches inside words of any script from two characters on.
create function karte.bigrams(words text) returns text[]
language sql immutable parallel safe strict as $$
  select coalesce(array_agg(distinct substr(lower(words), n, 2)), '{}')
  from generate_series(1, length(words) - 1) n
$$;

-- proof: 0 none, 1 proved, 2 lapsed. schedule: 0 none, 1 daily, 2 weekly, 3 monthly.
-- grade: 1 A to 5 E, 9 none.
create table karte.domain (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  name text not null,
  name_unicode text not null,
  registrable text not null,
  label text not null default '',
  proof smallint not null default 0,
  proof_token text not null,
  proof_method smallint,
  proof_covers text,
  proof_covers_domain boolean,
  proved_at timestamptz,
  proof_until timestamptz,
  proof_checked_at timestamptz,
  proof_failures jsonb not null default '[]',
  consented boolean not null default false,
  schedule smallint not null default 0,
  next_run_at timestamptz not null default 'infinity',
  last_run_at timestamptz not null default '-infinity',
  grade smallint not null default 9,
  score smallint,
  score_version text,
  previous_grade smallint,
  previous_score smallint,
  open_critical integer not null default 0,
  open_high integer not null default 0,
  open_medium integer not null default 0,
  open_low integer not null default 0,
  open_info integer not null default 0,
  -- By which lists are sorted: severity before number.
  open_weight bigint not null default 0,
  assets integer not null default 0,
  added_at timestamptz not null,
  added_by text,
  import_id uuid,
  deleted_at timestamptz,
  search_text text not null generated always as
    (lower(name || ' ' || name_unicode || ' ' || label)) stored,
  grams text[] not null generated always as
    (karte.bigrams(name || ' ' || name_unicode || ' ' || label)) stored
);

create unique index domain_name on karte.domain (workspace_id, name) where deleted_at is null;
create index domain_by_name on karte.domain (workspace_id, name, id) where deleted_at is null;
create index domain_by_grade on karte.domain (workspace_id, grade, id) where deleted_at is null;
create index domain_by_findings on karte.domain (workspace_id, open_weight, id) where deleted_at is null;
create index domain_by_last_run on karte.domain (workspace_id, last_run_at, id) where deleted_at is null;
create index domain_by_next_run on karte.domain (workspace_id, next_run_at, id) where deleted_at is null;
create index domain_by_added on karte.domain (workspace_id, added_at, id) where deleted_at is null;
create index domain_by_proof on karte.domain (workspace_id, proof, name, id) where deleted_at is null;
create index domain_due on karte.domain (next_run_at) where deleted_at is null and schedule > 0;
create index domain_proved on karte.domain (name) where proof = 1 and deleted_at is null;
create index domain_grams on karte.domain using gin (grams);
create index domain_trigrams on karte.domain using gin (search_text karte.gin_trgm_ops);

create table karte.group_member (
  workspace_id uuid not null references karte.workspace on delete cascade,
  group_id uuid not null references karte.domain_group on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  primary key (group_id, domain_id)
);

create index group_member_domain on karte.group_member (domain_id, group_id);

-- Each consent as it was given; the last one that was not withdrawn counts.
create table karte.consent (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  account_id text not null,
  organisation text not null,
  version text not null,
  hosting text not null check (hosting in ('yes', 'no', 'unknown')),
  ip_address inet,
  at timestamptz not null,
  withdrawn_at timestamptz
);

create index consent_domain on karte.consent (domain_id, at);

-- A file or pasted text that was checked; what it says row by row.
create table karte.import (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  state text not null check (state in ('checked', 'applied', 'undone')),
  file_name text not null,
  encoding text not null,
  separator text not null,
  account_id text not null,
  at timestamptz not null,
  applied_at timestamptz,
  undone_at timestamptz,
  added integer not null,
  existing integer not null,
  refused integer not null,
  new_groups jsonb not null,
  rows jsonb not null
);

create index import_at on karte.import (workspace_id, at, id);

-- "All that match", fixed at one moment.
create table karte.selection (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  account_id text not null,
  domain_ids uuid[] not null,
  at timestamptz not null
);

-- One act on many domains; `before` has what it takes to undo it.
create table karte.bulk_act (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  account_id text not null,
  act jsonb not null,
  domain_ids uuid[] not null,
  state text not null check (state in ('waiting', 'done', 'undone')),
  done integer not null default 0,
  skipped jsonb not null default '[]',
  before jsonb,
  at timestamptz not null,
  undone_at timestamptz
);

-- How many domains of a workspace have each score; kept by a trigger, so that a grade over 100,000
-- domains is read from a hundred rows. -1: examined without a score, -2: never examined.
create table karte.score_count (
  workspace_id uuid not null references karte.workspace on delete cascade,
  score smallint not null,
  domains integer not null,
  primary key (workspace_id, score)
);

create table karte.open_count (
  workspace_id uuid not null references karte.workspace on delete cascade,
  severity smallint not null,
  findings bigint not null,
  primary key (workspace_id, severity)
);

create table karte.workspace_grade (
  workspace_id uuid not null references karte.workspace on delete cascade,
  day date not null,
  score smallint,
  grade smallint not null,
  score_version text not null,
  primary key (workspace_id, day)
);

create function karte.score_slot(score smallint, last_run_at timestamptz) returns smallint
language sql immutable as
$$ select coalesce(score, case when last_run_at = '-infinity' then -2 else -1 end)::smallint $$;

-- Rows are taken in one order, so that two runs that end together never wait in a circle.
create function karte.count_added() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.score_count as known (workspace_id, score, domains)
    select workspace_id, slot, sum(n) from (
      select workspace_id, karte.score_slot(score, last_run_at) as slot, 1 as n
      from added where deleted_at is null) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, slot having sum(n) <> 0 order by workspace_id, slot
    on conflict (workspace_id, score) do update set domains = known.domains + excluded.domains;
  insert into karte.open_count as known (workspace_id, severity, findings)
    select workspace_id, severity, sum(n) from (
      select d.workspace_id, o.severity,  o.n as n from added d,
        lateral (values (1::smallint, d.open_critical), (2::smallint, d.open_high),
          (3::smallint, d.open_medium), (4::smallint, d.open_low), (5::smallint, d.open_info)) o (severity, n)
      where d.deleted_at is null and o.n <> 0) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, severity having sum(n) <> 0 order by workspace_id, severity
    on conflict (workspace_id, severity) do update set findings = known.findings + excluded.findings;
  return null;
end $$;

create function karte.count_removed() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.score_count as known (workspace_id, score, domains)
    select workspace_id, slot, sum(n) from (
      select workspace_id, karte.score_slot(score, last_run_at) as slot, -1 as n
      from removed where deleted_at is null) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, slot having sum(n) <> 0 order by workspace_id, slot
    on conflict (workspace_id, score) do update set domains = known.domains + excluded.domains;
  insert into karte.open_count as known (workspace_id, severity, findings)
    select workspace_id, severity, sum(n) from (
      select d.workspace_id, o.severity, - o.n as n from removed d,
        lateral (values (1::smallint, d.open_critical), (2::smallint, d.open_high),
          (3::smallint, d.open_medium), (4::smallint, d.open_low), (5::smallint, d.open_info)) o (severity, n)
      where d.deleted_at is null and o.n <> 0) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, severity having sum(n) <> 0 order by workspace_id, severity
    on conflict (workspace_id, severity) do update set findings = known.findings + excluded.findings;
  return null;
end $$;

create function karte.count_changed() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.score_count as known (workspace_id, score, domains)
    select workspace_id, slot, sum(n) from (
      select workspace_id, karte.score_slot(score, last_run_at) as slot, 1 as n
      from added where deleted_at is null
      union all
      select workspace_id, karte.score_slot(score, last_run_at) as slot, -1 as n
      from removed where deleted_at is null) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, slot having sum(n) <> 0 order by workspace_id, slot
    on conflict (workspace_id, score) do update set domains = known.domains + excluded.domains;
  insert into karte.open_count as known (workspace_id, severity, findings)
    select workspace_id, severity, sum(n) from (
      select d.workspace_id, o.severity,  o.n as n from added d,
        lateral (values (1::smallint, d.open_critical), (2::smallint, d.open_high),
          (3::smallint, d.open_medium), (4::smallint, d.open_low), (5::smallint, d.open_info)) o (severity, n)
      where d.deleted_at is null and o.n <> 0
      union all
      select d.workspace_id, o.severity, - o.n as n from removed d,
        lateral (values (1::smallint, d.open_critical), (2::smallint, d.open_high),
          (3::smallint, d.open_medium), (4::smallint, d.open_low), (5::smallint, d.open_info)) o (severity, n)
      where d.deleted_at is null and o.n <> 0) t
    where exists (select from karte.workspace w where w.id = workspace_id)
    group by workspace_id, severity having sum(n) <> 0 order by workspace_id, severity
    on conflict (workspace_id, severity) do update set findings = known.findings + excluded.findings;
  return null;
end $$;

create trigger domain_added after insert on karte.domain
  referencing new table as added for each statement execute function karte.count_added();
create trigger domain_changed after update on karte.domain
  referencing new table as added old table as removed
  for each statement execute function karte.count_changed();
create trigger domain_removed after delete on karte.domain
  referencing old table as removed for each statement execute function karte.count_removed();

-- The domains that a person who is restricted to groups may see.
create function karte.visible_domains() returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select m.domain_id from karte.group_member m
  where m.workspace_id = karte.workspace_now() and m.group_id = any (karte.groups_now())
$$;

alter table karte.domain enable row level security;
alter table karte.domain force row level security;
create policy own on karte.domain using (
  workspace_id = (select karte.workspace_now())
  and (not (select karte.restricted_now()) or id in (select karte.visible_domains()))
);

do $$ declare t text; begin
  foreach t in array array['group_member', 'consent'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())))', t);
  end loop;
  -- Sums over a whole workspace are not for people who see a part of it.
  foreach t in array array['score_count', 'open_count', 'workspace_grade', 'import',
    'bulk_act'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and not (select karte.restricted_now()))', t);
  end loop;
  foreach t in array array['selection'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now()))', t);
  end loop;
end $$;

-- Searches. Row level security keeps the operators of these indexes from being used, so they run as
-- the schema's owner and are fixed to the present workspace and, for restricted people, its groups.

create function karte.find_domains(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
begin
  return query
    select d.id from karte.domain d
    where d.workspace_id = karte.workspace_now() and d.deleted_at is null
      and d.grams @> karte.bigrams(needle) and strpos(d.search_text, needle) > 0
      and (not karte.restricted_now() or d.id in (select karte.visible_domains()))
    order by d.name limit most;
end $$;

-- Names that are nearly the words: a letter too many, missing or exchanged.
create function karte.find_similar_domains(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
begin
  return query
    select d.id from karte.domain d
    where d.workspace_id = karte.workspace_now() and d.deleted_at is null
      and needle operator(karte.<%) d.search_text
      and (not karte.restricted_now() or d.id in (select karte.visible_domains()))
    order by needle operator(karte.<<->) d.search_text, d.name limit most;
end $$;

-- Which of these names another workspace has proved to be its own.
create function karte.proved_elsewhere(names text[]) returns setof text
language sql stable security definer set search_path = karte, pg_catalog as $$
  select distinct d.name from karte.domain d
  where d.name = any (names) and d.proof = 1 and d.deleted_at is null
    and d.workspace_id <> karte.workspace_now()
$$;
