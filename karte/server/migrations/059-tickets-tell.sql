-- GitHub tells of issues as they change (decision 130).
alter table karte.ticket_system
  -- The secret that its webhook signs with; null where none is listened to.
  add column hook_sealed bytea,
  add column hook_heard_at timestamptz,
  -- Digests of the last deliveries: one that comes again is no news.
  add column hook_seen text[] not null default '{}';

-- For a delivery, which comes without a session: whose connection it names, and what it has to be signed with.
create function karte.ticket_hook(system uuid) returns table (workspace_id uuid, sealed bytea)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select s.workspace_id, s.hook_sealed from karte.ticket_system s
  join karte.workspace w on w.id = s.workspace_id
  where s.id = system and s.hook_sealed is not null and w.closed_at is null
$$;
