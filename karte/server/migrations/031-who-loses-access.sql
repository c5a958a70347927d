-- The same workspaces, and with each how many other people lose their access. Suspended ones have none.
drop function karte.owned_alone(text);
create function karte.owned_alone(account text)
returns table (workspace_id uuid, name text, others integer)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id, w.name,
    (select count(*)::integer from karte.member p
      where p.workspace_id = w.id and p.account_id <> account and p.suspended_at is null)
  from karte.member m join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and m.role = 4 and m.suspended_at is null and w.closed_at is null
    and not exists (select from karte.member o
      where o.workspace_id = w.id and o.account_id <> account and o.role = 4
        and o.suspended_at is null and o.deleted_on is null)
  order by w.name, w.id
$$;
