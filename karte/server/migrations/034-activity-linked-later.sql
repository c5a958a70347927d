-- An act writes its entry without waiting for any other of its workspace; entries are linked
-- afterwards, in portions, and each workspace has a chain of its own (kit/007). What was chained until
-- now stays as it is, and its end is what a workspace's first header names.

-- Until now ids were positions, dense for each workspace; no log comes near this number.
create sequence karte.activity_id start 1000000000;

alter table karte.activity
  alter column previous_hash drop not null,
  alter column hash drop not null;

-- An entry's leaf in a Merkle tree (RFC 9162, section 2.1.1).
create function karte.activity_leaf(
  workspace_id uuid, id bigint, at timestamptz, action text, account_id text, ip_address inet,
  detail jsonb
) returns bytea
language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(jsonb_build_array(
    workspace_id, id, (extract(epoch from at) * 1000)::bigint, action, account_id,
    host(ip_address), detail)::text, 'UTF8'))
$$;

-- Appends to the present workspace's log. As the owner, because the application's role has its rights
-- to new tables a moment after they are there.
create or replace function karte.append_activity(
  new_at timestamptz, new_action text, new_account_id text, new_ip_address inet, new_detail jsonb
) returns bigint
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  here uuid := karte.workspace_now();
  by_token text := nullif(current_setting('app.token', true), '');
  detail jsonb := new_detail;
  new_id bigint := nextval('karte.activity_id');
begin
  -- An entry says by which token something was done.
  if by_token is not null then detail := detail || jsonb_build_object('token', by_token); end if;
  insert into karte.activity (workspace_id, id, at, action, account_id, ip_address, detail)
  values (here, new_id, new_at, new_action, new_account_id, new_ip_address, detail);
  insert into kit.chain_pending (entry, log) values (new_id, here::text);
  return new_id;
end $$;

-- A call that was under way in the old function, waiting for the lock, inserts a chained entry after
-- this: it becomes an unlinked one.
create function karte.unchain_activity() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  new.id := nextval('karte.activity_id');
  new.previous_hash := null;
  new.hash := null;
  insert into kit.chain_pending (entry, log) values (new.id, new.workspace_id::text);
  return new;
end $$;

create trigger activity_unchained before insert on karte.activity
  for each row when (new.hash is not null) execute function karte.unchain_activity();

-- Headers of other workspaces are not seen, but by who links them all.
do $$ declare t text; begin
  foreach t in array array['chain_pending', 'chain_header'] loop
    execute format('alter table kit.%I enable row level security', t);
    execute format('create policy own on kit.%I using (log = karte.workspace_now()::text
      or current_setting(''kit.linking'', true) = ''on'')', t);
  end loop;
end $$;

-- As before, and what links the workspace's log goes with it.
create or replace function karte.purge_here() returns void
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  gone uuid;
begin
  select w.id into gone from karte.workspace w
    where w.id = nullif(current_setting('app.workspace', true), '')::uuid
      and w.closed_at is not null for update;
  if gone is null then return; end if;
  perform set_config('karte.purging', 'on', true), set_config('kit.purging', 'on', true);
  delete from karte.activity a where a.workspace_id = gone;
  delete from kit.chain_pending p where p.log = gone::text;
  delete from kit.chain_header h where h.log = gone::text;
  perform set_config('karte.purging', '', true), set_config('kit.purging', '', true);
  delete from karte.asset_observation o where o.workspace_id = gone;
  delete from karte.place p where p.workspace_id = gone;
  delete from karte.workspace w where w.id = gone;
end $$;
