-- Every workspace that somebody is a member of, closed ones too: for an account that is deleted.
create function karte.every_membership_of(account text) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select m.workspace_id from karte.member m where m.account_id = account order by m.workspace_id
$$;

-- Workspaces that were closed before a moment, the oldest first.
create function karte.closed_before(before timestamptz, most integer) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id from karte.workspace w where w.closed_at <= before order by w.closed_at limit most
$$;

-- Removes everything of the closed workspace that the transaction is in.
create function karte.purge_here() returns void
language plpgsql security definer set search_path = karte, pg_catalog as $$
declare
  gone uuid;
begin
  select w.id into gone from karte.workspace w
    where w.id = nullif(current_setting('app.workspace', true), '')::uuid
      and w.closed_at is not null for update;
  if gone is null then return; end if;
  perform set_config('karte.purging', 'on', true);
  delete from karte.activity a where a.workspace_id = gone;
  perform set_config('karte.purging', '', true);
  delete from karte.asset_observation o where o.workspace_id = gone;
  delete from karte.place p where p.workspace_id = gone;
  delete from karte.workspace w where w.id = gone;
end $$;
drop function karte.purge_closed;

-- The workspaces that nobody else owns: they go with the account.
create function karte.owned_alone(account text) returns table (workspace_id uuid, name text)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id, w.name from karte.member m join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and m.role = 4 and w.closed_at is null
    and not exists (select from karte.member o
      where o.workspace_id = w.id and o.account_id <> account and o.role = 4)
  order by w.name, w.id
$$;
