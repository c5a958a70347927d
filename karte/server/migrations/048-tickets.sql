-- Tickets of what is to be fixed, in ticket systems of the customer's own. One cause, one ticket in each system.

-- kind: 1 backlog, 2 github.
create table karte.ticket_system (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  kind smallint not null,
  label text not null,
  origin text not null,
  project text not null,
  issue_type text,
  -- In which its tickets are written.
  language text not null check (language in ('ja', 'en')),
  -- As whom the key signs in there, and the system's own ids, as it answered when it was asked.
  author text not null,
  ids jsonb not null,
  -- The key.
  sealed bytea not null,
  created_by text not null,
  created_at timestamptz not null,
  heard_at timestamptz,
  problem text,
  -- Until when it asked us to wait.
  wait_until timestamptz,
  -- Changes before this moment have been read.
  heard_until timestamptz
);
create index ticket_system_workspace on karte.ticket_system (workspace_id, created_at, id);

-- The row stands before the system is called: pressing twice, or a call whose answer is lost, makes one ticket.
-- state: 1 waiting, 2 open, 3 in-work, 4 said-done, 5 verified, 6 failed, 7 gone.
-- act, what is to be done there next: 1 create, 2 close, 3 reopen (still there), 4 reopen (back).
create table karte.ticket (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  system_id uuid not null references karte.ticket_system on delete cascade,
  -- As the system has them: who sees a part of the workspace sees its tickets, not the connection.
  system_kind smallint not null,
  system_label text not null,
  cause text not null,
  -- The finding that it is named after.
  domain_id uuid not null references karte.domain on delete cascade,
  finding_id uuid not null,
  state smallint not null,
  act smallint,
  -- Tells one change there from the next, in the mark that it leaves.
  act_number integer not null default 0,
  act_at timestamptz,
  -- Set before the call that creates: while it stands, nobody knows whether the ticket is there.
  begun_at timestamptz,
  looks smallint not null default 0,
  tries smallint not null default 0,
  remote_id text,
  remote_key text,
  url text,
  problem text,
  said_at timestamptz,
  waits_for text,
  -- When a check's word was last passed on: what it said before that is no news.
  judged_at timestamptz,
  heard_at timestamptz,
  -- The ticket that this one goes on from, which could not be reopened.
  former_key text,
  created_by text,
  created_at timestamptz not null
);
create unique index ticket_once on karte.ticket (workspace_id, cause, system_id) where state <> 7;
create index ticket_system_act on karte.ticket (system_id, act_at) where act is not null;
create index ticket_domain on karte.ticket (domain_id);

alter table karte.ticket_system enable row level security;
alter table karte.ticket_system force row level security;
create policy own on karte.ticket_system using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
alter table karte.ticket enable row level security;
alter table karte.ticket force row level security;
create policy own on karte.ticket using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));

-- For the look of every quarter of an hour: systems that have tickets.
create function karte.ticket_systems_in_use() returns table (workspace_id uuid, id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select s.workspace_id, s.id from karte.ticket_system s
  join karte.workspace w on w.id = s.workspace_id
  where w.closed_at is null
    and exists (select from karte.ticket t where t.system_id = s.id and t.state < 6)
$$;
