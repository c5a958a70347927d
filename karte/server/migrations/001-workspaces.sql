-- Workspaces, their people, and the fence around them.
--
-- The application connects as a role that owns nothing and cannot bypass row level security. Every
-- transaction says which workspace it is about (app.workspace) and, for a person who is restricted
-- to groups, which ones (app.groups, an array literal); without the first no row is seen.

-- The functions of this schema that look beyond one workspace run as its owner.
do $$ begin
  if not (select rolsuper or rolbypassrls from pg_roles where rolname = current_user) then
    raise exception 'The owner of the schema karte needs BYPASSRLS.';
  end if;
end $$;

create extension if not exists pg_trgm with schema karte;

create function karte.workspace_now() returns uuid
language sql stable parallel safe as
$$ select nullif(current_setting('app.workspace', true), '')::uuid $$;

create function karte.restricted_now() returns boolean
language sql stable parallel safe as
$$ select coalesce(current_setting('app.groups', true), '') <> '' $$;

create function karte.groups_now() returns uuid[]
language sql stable parallel safe as
$$ select nullif(current_setting('app.groups', true), '')::uuid[] $$;

create table karte.workspace (
  id uuid primary key,
  name text not null,
  -- The portal account whose contract the workspace lives on.
  contract_owner text not null,
  created_at timestamptz not null,
  closed_at timestamptz
);

create index workspace_contract on karte.workspace (contract_owner);

-- role: 1 viewer, 2 member, 3 admin, 4 owner.
create table karte.member (
  workspace_id uuid not null references karte.workspace on delete cascade,
  account_id text not null,
  role smallint not null check (role between 1 and 4),
  restricted boolean not null default false,
  -- Name and address, sealed.
  personal bytea not null,
  two_factor boolean not null default false,
  joined_at timestamptz not null,
  last_seen_at timestamptz,
  -- The visit before the present one: what changed since is told on the overview.
  visited_at timestamptz,
  suspended_at timestamptz,
  primary key (workspace_id, account_id)
);

create index member_account on karte.member (account_id);

create table karte.domain_group (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  name text not null,
  created_at timestamptz not null,
  unique (workspace_id, name)
);

create table karte.member_group (
  workspace_id uuid not null,
  account_id text not null,
  group_id uuid not null references karte.domain_group on delete cascade,
  primary key (workspace_id, account_id, group_id),
  foreign key (workspace_id, account_id) references karte.member on delete cascade
);

create index member_group_group on karte.member_group (group_id);

create table karte.invitation (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  token_digest text not null unique,
  -- The address, sealed, and its digest.
  personal bytea not null,
  email_digest text not null,
  role smallint not null check (role between 1 and 4),
  -- Null sees everything.
  group_ids uuid[],
  invited_by text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  unique (workspace_id, email_digest)
);

-- Manual runs used in a month, by contract: workspaces of one contract share it.
create table karte.quota_use (
  contract_owner text not null,
  month text not null,
  used integer not null,
  primary key (contract_owner, month)
);

-- Re-checks of single findings by day of Asia/Tokyo.
create table karte.recheck_use (
  workspace_id uuid not null references karte.workspace on delete cascade,
  day text not null,
  used integer not null,
  primary key (workspace_id, day)
);

-- What the portal last said of a contract: an answer for while it cannot be asked.
create table karte.contract_answer (
  contract_owner text primary key,
  answer jsonb not null,
  heard_at timestamptz not null
);

-- Who did what, append-only and chained by workspace, as the portal's log is.
create table karte.activity (
  workspace_id uuid not null,
  id bigint not null,
  at timestamptz not null,
  action text not null,
  -- Null for what karte did by itself.
  account_id text,
  ip_address inet,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null,
  primary key (workspace_id, id)
);

create index activity_at on karte.activity (workspace_id, at, id);

create function karte.activity_hash(
  previous bytea, workspace_id uuid, id bigint, at timestamptz, action text, account_id text,
  ip_address inet, detail jsonb
) returns bytea
language sql immutable as $$
  select sha256(previous || convert_to(jsonb_build_array(
    workspace_id, id, (extract(epoch from at) * 1000)::bigint, action, account_id,
    host(ip_address), detail)::text, 'UTF8'))
$$;

-- Appends to the present workspace's log. The lock orders its writers until they commit: call it
-- last in a transaction.
create function karte.append_activity(
  new_at timestamptz, new_action text, new_account_id text, new_ip_address inet, new_detail jsonb
) returns bigint
language plpgsql as $$
declare
  here uuid := karte.workspace_now();
  last_id bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtext('karte.activity'), hashtext(here::text));
  select a.id, a.hash into last_id, last_hash from karte.activity a
    where a.workspace_id = here order by a.id desc limit 1;
  last_id := coalesce(last_id, 0) + 1;
  last_hash := coalesce(last_hash, '\x'::bytea);
  insert into karte.activity values (here, last_id, new_at, new_action, new_account_id,
    new_ip_address, new_detail, last_hash, karte.activity_hash(last_hash, here, last_id, new_at,
      new_action, new_account_id, new_ip_address, new_detail));
  return last_id;
end $$;

-- The first entry of the present workspace whose place in the chain is wrong; none when whole.
create function karte.first_broken_activity() returns bigint
language sql stable as $$
  select checked.id from (
    select a.*, coalesce(lag(a.hash) over (order by a.id), '\x'::bytea) as expected_previous,
      row_number() over (order by a.id) as expected_id
    from karte.activity a where a.workspace_id = karte.workspace_now()
  ) checked
  where checked.previous_hash <> checked.expected_previous or checked.id <> checked.expected_id
    or checked.hash <> karte.activity_hash(checked.previous_hash, checked.workspace_id, checked.id,
      checked.at, checked.action, checked.account_id, checked.ip_address, checked.detail)
  order by checked.id limit 1
$$;

create function karte.refuse_activity_change() returns trigger
language plpgsql as $$ begin
  raise exception 'activity entries are append-only';
end $$;

create trigger activity_append_only before update or delete or truncate on karte.activity
  for each statement execute function karte.refuse_activity_change();

alter table karte.workspace enable row level security;
alter table karte.workspace force row level security;
create policy own on karte.workspace using (id = (select karte.workspace_now()));

do $$ declare t text; begin
  foreach t in array array['member', 'domain_group', 'member_group', 'invitation', 'recheck_use',
    'activity'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now()))', t);
  end loop;
  foreach t in array array['quota_use', 'contract_answer'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (contract_owner =
      (select w.contract_owner from karte.workspace w where w.id = (select karte.workspace_now())))', t);
  end loop;
end $$;

-- What has to be known before a workspace is: where a person belongs, and what a link invites to.
-- These run as the schema's owner; each gives the caller only what its argument already names.

create function karte.workspaces_of(account text)
returns table (workspace_id uuid, name text, role smallint, restricted boolean, groups uuid[])
language sql stable security definer set search_path = karte, pg_catalog as $$
  select m.workspace_id, w.name, m.role, m.restricted,
    array(select g.group_id from karte.member_group g
      where g.workspace_id = m.workspace_id and g.account_id = m.account_id)
  from karte.member m join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and m.suspended_at is null and w.closed_at is null
  order by w.name, w.id
$$;

create function karte.invitation_workspace(digest text) returns uuid
language sql stable security definer set search_path = karte, pg_catalog as
$$ select i.workspace_id from karte.invitation i where i.token_digest = digest $$;

create function karte.contract_workspaces(owner text)
returns table (workspace_id uuid, name text, domains bigint)
language plpgsql stable security definer set search_path = karte, pg_catalog as $$ begin
  -- Only of the contract that the present workspace lives on.
  if owner is distinct from (select w.contract_owner from karte.workspace w
    where w.id = karte.workspace_now()) then return; end if;
  return query select w.id, w.name,
      (select count(*) from karte.domain d where d.workspace_id = w.id and d.deleted_at is null)
    from karte.workspace w where w.contract_owner = owner and w.closed_at is null
    order by w.name, w.id;
end $$;

-- Which workspace a session is at; known by the digest of the session's token.
create table karte.place (
  session_digest text primary key,
  account_id text not null,
  workspace_id uuid not null,
  at timestamptz not null
);

create index place_account on karte.place (account_id, at);
