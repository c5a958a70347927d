-- Names that may be the organisation's, found from what it has proved; and new subdomains that are scanned as
-- they appear.

-- state: 1 new, 2 added, 3 dismissed. strength: 1 strong, 2 medium, 3 weak.
create table karte.candidate (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  name text not null,
  state smallint not null default 1,
  strength smallint not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  judged_by text,
  judged_at timestamptz,
  unique (workspace_id, name)
);
create index candidate_order on karte.candidate (workspace_id, state, strength, name, id);

-- How one was found: from what, by what relation, with what as evidence, on which day first and last.
-- relation: 1 certificate, 2 redirect, 3 certificate log, 4 zone file, 5 address file, 6 name server, 7 mail host,
-- 8 look-alike.
create table karte.candidate_path (
  candidate_id uuid not null references karte.candidate on delete cascade,
  workspace_id uuid not null references karte.workspace on delete cascade,
  relation smallint not null,
  origin text not null,
  evidence text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (candidate_id, relation, origin)
);

-- When a workspace was looked at last; null while nobody has.
create table karte.candidate_search (
  workspace_id uuid primary key references karte.workspace on delete cascade,
  asked_at timestamptz not null,
  finished_at timestamptz
);

alter table karte.candidate enable row level security;
alter table karte.candidate force row level security;
create policy own on karte.candidate using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
alter table karte.candidate_path enable row level security;
alter table karte.candidate_path force row level security;
create policy own on karte.candidate_path using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
alter table karte.candidate_search enable row level security;
alter table karte.candidate_search force row level security;
create policy own on karte.candidate_search using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));

-- Who agreed, with the consent that stands, to scans of subdomains as they appear; it ends with that consent.
alter table karte.consent add column new_hosts_by text;
alter table karte.consent add column new_hosts_at timestamptz;

-- Of a scan of what is new: the only hosts that are looked at. A process before this one scans the whole domain.
alter table karte.run add column hosts text[];
