-- The workspaces that live on somebody's own contract and that they see the whole of: what the
-- portal's monthly mail to them is about.
create function karte.workspaces_to_summarise(account text) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id from karte.workspace w
  join karte.member m on m.workspace_id = w.id and m.account_id = account
  where w.contract_owner = account and w.closed_at is null
    and m.suspended_at is null and not m.restricted
  order by w.created_at, w.id limit 100
$$;
