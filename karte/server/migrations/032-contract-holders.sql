-- Whether a workspace lives on somebody's contract. Asked before the workspace is entered, of a
-- person's own memberships.
create function karte.holds_contract(workspace uuid, account text) returns boolean
language sql stable security definer set search_path = karte, pg_catalog as $$
  select exists (select from karte.workspace w
    where w.id = workspace and w.contract_owner = account)
$$;
