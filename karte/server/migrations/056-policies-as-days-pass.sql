-- Until when a policy was looked at without a scan: what has begun to match since then, because days have passed, is
-- what the next look acts on.
alter table karte.policy add column looked_at timestamptz;

-- For the look of every morning: workspaces with policies that are on.
create function karte.workspaces_with_policies() returns table (workspace_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select distinct p.workspace_id from karte.policy p
  join karte.workspace w on w.id = p.workspace_id and w.closed_at is null
  where p.enabled order by 1
$$;
