-- Several workspaces on one contract: what is over its measure, who may take a workspace over, and
-- what becomes of one that is closed.

-- Something offered to a member, which counts only with their word. what: 1 ownership, 2 contract.
create table karte.offer (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  what smallint not null check (what between 1 and 2),
  from_account text not null,
  to_account text not null,
  offered_at timestamptz not null,
  expires_at timestamptz not null,
  foreign key (workspace_id, to_account) references karte.member on delete cascade,
  unique (workspace_id, what)
);

alter table karte.offer enable row level security;
alter table karte.offer force row level security;
create policy own on karte.offer using (workspace_id = (select karte.workspace_now()));

-- When two_factor was heard last: a sign-in or the portal's word, whichever came later, counts.
alter table karte.member add column two_factor_at timestamptz not null default '-infinity';

-- The functions below look at all workspaces of one contract, and tell no more than a count, a
-- moment or the ids of what their argument names.

create function karte.contract_owner_now() returns text
language sql stable security definer set search_path = karte, pg_catalog as
$$ select w.contract_owner from karte.workspace w where w.id = karte.workspace_now() $$;

-- Domains on the contract of the present workspace, counted up to `most`.
create function karte.contract_domains(most integer) returns bigint
language sql stable security definer set search_path = karte, pg_catalog as $$
  select count(*) from (
    select from karte.workspace w join karte.domain d on d.workspace_id = w.id
    where w.contract_owner = karte.contract_owner_now() and w.closed_at is null
      and d.deleted_at is null
    limit most) counted
$$;

-- The first domain that is too many where the contract of the present workspace holds `most`: the
-- oldest of all its workspaces stay live.
create function karte.first_domain_beyond(most integer)
returns table (added_at timestamptz, id uuid)
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  here uuid := karte.workspace_now();
  owner text := karte.contract_owner_now();
begin
  if not exists (select from karte.workspace w where w.contract_owner = owner and w.id <> here
      and w.closed_at is null) then
    return query select d.added_at, d.id from karte.domain d
      where d.workspace_id = here and d.deleted_at is null
      order by d.added_at, d.id offset most limit 1;
    return;
  end if;
  return query select o.added_at, o.id
    from karte.workspace w cross join lateral (
      select d.added_at, d.id from karte.domain d
      where d.workspace_id = w.id and d.deleted_at is null
      order by d.added_at, d.id limit most + 1) o
    where w.contract_owner = owner and w.closed_at is null
    order by o.added_at, o.id offset most limit 1;
end $$;

-- People of the present workspace's contract and open invitations to it, but for one account.
create function karte.contract_people(at timestamptz, but_for text) returns bigint
language sql stable security definer set search_path = karte, pg_catalog as $$
  select (select count(distinct m.account_id) from karte.member m
      join karte.workspace w on w.id = m.workspace_id
      where w.contract_owner = karte.contract_owner_now() and w.closed_at is null
        and m.suspended_at is null and m.account_id is distinct from but_for)
    + (select count(*) from karte.invitation i join karte.workspace w on w.id = i.workspace_id
      where w.contract_owner = karte.contract_owner_now() and w.closed_at is null
        and i.expires_at > at)
$$;

-- Whether somebody is beyond the people that the workspace's plan holds. The contract's owner comes
-- first, then owners, then who joined first.
create function karte.is_beyond_people(workspace uuid, account text) returns boolean
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  owner text;
  most integer;
  place bigint;
begin
  select w.contract_owner, (a.answer -> 'entitlements' ->> 'users')::integer into owner, most
    from karte.workspace w left join karte.contract_answer a on a.contract_owner = w.contract_owner
    where w.id = workspace;
  if most is null then return false; end if;
  select p.place into place from (
    select x.account_id,
      row_number() over (order by x.account_id = owner desc, x.role desc, x.joined_at, x.account_id)
        as place
    from (select m.account_id, max(m.role) as role, min(m.joined_at) as joined_at
      from karte.member m join karte.workspace w on w.id = m.workspace_id
      where w.contract_owner = owner and w.closed_at is null and m.suspended_at is null
      group by m.account_id) x) p
    where p.account_id = account;
  return coalesce(place > most, false);
end $$;

-- Every workspace that somebody is a member of, suspended or not: for what the portal tells of them.
create function karte.memberships_of(account text) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select m.workspace_id from karte.member m join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and w.closed_at is null order by m.workspace_id
$$;

-- Any workspace that lives on a contract.
create function karte.workspace_on_contract(owner text) returns uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id from karte.workspace w where w.contract_owner = owner and w.closed_at is null
  order by w.created_at limit 1
$$;

-- Contracts not heard of since `before` on which something happens by itself; one workspace of each.
create function karte.contracts_unheard(before timestamptz, most integer) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select (array_agg(w.id order by w.created_at))[1]
  from karte.workspace w left join karte.contract_answer a on a.contract_owner = w.contract_owner
  where w.closed_at is null and (a.heard_at is null or a.heard_at < before)
    and exists (select from karte.domain d where d.workspace_id = w.id and d.deleted_at is null
      and d.schedule > 0)
  group by w.contract_owner order by min(a.heard_at) nulls first limit most
$$;

-- The closed workspaces that somebody owned, which can be opened again for a while.
create function karte.closed_of(account text)
returns table (workspace_id uuid, name text, closed_at timestamptz)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id, w.name, w.closed_at from karte.member m
  join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and m.role = 4 and m.suspended_at is null and w.closed_at is not null
  order by w.closed_at desc
$$;

create index workspace_closed on karte.workspace (closed_at) where closed_at is not null;

create or replace function karte.refuse_activity_change() returns trigger
language plpgsql as $$ begin
  -- The log goes with its workspace, and only so; nobody but the schema's owner may delete at all.
  if tg_op = 'DELETE' and current_setting('karte.purging', true) = 'on' then return null; end if;
  raise exception 'activity entries are append-only';
end $$;

-- Removes everything of one workspace that was closed before a moment. Returns its id, or nothing
-- when there is none left.
create function karte.purge_closed(before timestamptz) returns uuid
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  gone uuid;
begin
  select w.id into gone from karte.workspace w
    where w.closed_at <= before order by w.closed_at limit 1 for update skip locked;
  if gone is null then return null; end if;
  perform set_config('karte.purging', 'on', true);
  delete from karte.activity a where a.workspace_id = gone;
  perform set_config('karte.purging', '', true);
  delete from karte.asset_observation o where o.workspace_id = gone;
  delete from karte.place p where p.workspace_id = gone;
  delete from karte.workspace w where w.id = gone;
  return gone;
end $$;

create function karte.workspaces_on_contract(owner text) returns bigint
language sql stable security definer set search_path = karte, pg_catalog as $$
  select count(*) from karte.workspace w where w.contract_owner = owner and w.closed_at is null
$$;

-- Removes invitations and offers that nobody can take any more, and the places of sessions that are
-- long over. Returns how many rows.
create function karte.purge_expired(at timestamptz) returns bigint
language sql security definer set search_path = karte, pg_catalog as $$
  with invitations as (delete from karte.invitation where expires_at < at - interval '30 days' returning 1),
    offers as (delete from karte.offer where expires_at < at returning 1),
    places as (delete from karte.place where karte.place.at < $1 - interval '90 days' returning 1)
  select (select count(*) from invitations) + (select count(*) from offers)
    + (select count(*) from places)
$$;
