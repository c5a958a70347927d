-- Files that karte makes, and the reports that most of them are.

-- What is known of a file. Its content is sealed, and stands where `store` says.
create table karte.file (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  -- Of which group's domains it tells; null for more than one group's. The content outlives the
  -- group: only the purge removes both.
  group_id uuid,
  name text not null,
  media_type text not null,
  bytes bigint not null,
  -- Of the content before it was sealed.
  sha256 bytea not null,
  store text not null check (store in ('database', 's3')),
  -- Written, read back and found whole.
  stored_at timestamptz,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index file_expires_at on karte.file (expires_at);
create index file_workspace on karte.file (workspace_id);

create table karte.file_content (
  file_id uuid primary key references karte.file on delete cascade,
  workspace_id uuid not null,
  sealed bytea not null
);

-- state: 1 waiting, 2 being made, 3 ready, 4 failed. form: 1 pdf, 2 csv, 3 json.
create table karte.report_schedule (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  group_id uuid references karte.domain_group on delete cascade,
  form smallint not null,
  language text not null check (language in ('ja', 'en')),
  recipients text[] not null,
  created_by text not null,
  created_at timestamptz not null
);

create index report_schedule_workspace on karte.report_schedule (workspace_id, created_at, id);

create table karte.report (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  -- Of one group, of one domain, or (both null) of the whole workspace.
  group_id uuid references karte.domain_group on delete cascade,
  domain_id uuid references karte.domain on delete cascade,
  form smallint not null,
  language text not null check (language in ('ja', 'en')),
  from_day date not null,
  to_day date not null,
  -- Who asked; null for a schedule.
  account_id text,
  schedule_id uuid references karte.report_schedule on delete set null,
  recipients text[] not null,
  state smallint not null default 1,
  progress smallint not null default 0,
  problem text check (problem in ('too-large', 'store-full', 'not-allowed', 'fault')),
  file_id uuid references karte.file on delete set null,
  requested_at timestamptz not null,
  finished_at timestamptz,
  expires_at timestamptz not null
);

create index report_workspace on karte.report (workspace_id, requested_at, id);
create index report_expires_at on karte.report (expires_at);
-- A month of a schedule is made once, however often the moment comes.
create unique index report_of_schedule on karte.report (schedule_id, from_day);

-- Who is restricted to groups sees what tells of one of these groups only.
do $$ declare t text; begin
  foreach t in array array['file', 'report', 'report_schedule'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and (not (select karte.restricted_now())
        or group_id = any ((select karte.groups_now())::uuid[])))', t);
  end loop;
  alter table karte.file_content enable row level security;
  alter table karte.file_content force row level security;
  create policy own on karte.file_content using (workspace_id = (select karte.workspace_now())
    and (not (select karte.restricted_now()) or file_id in (select f.id from karte.file f)));
end $$;

-- The work of jobs that are not about one workspace: they learn ids only.

create function karte.expired_files(at timestamptz, most integer)
returns table (workspace_id uuid, file_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.file f where f.expires_at <= at
  order by f.expires_at limit most
$$;

create function karte.purge_reports(at timestamptz) returns bigint
language sql security definer set search_path = karte, pg_catalog as $$
  with gone as (delete from karte.report r where r.expires_at <= at returning 1)
  select count(*) from gone
$$;

create function karte.report_schedules()
returns table (workspace_id uuid, schedule_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select s.workspace_id, s.id from karte.report_schedule s
  join karte.workspace w on w.id = s.workspace_id and w.closed_at is null
  order by s.workspace_id, s.id
$$;
