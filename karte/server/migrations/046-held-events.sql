-- For how long the oldest event that the streams hold back has waited, in the whole system: while a
-- transaction that writes goes on, in any database of the server, nothing that came later is given.
create function karte.stream_figures(at timestamptz) returns double precision
language sql stable security definer set search_path = karte, pg_catalog as $$
  select coalesce(greatest(0, extract(epoch from at - min(held.since))), 0)::double precision
  from karte.workspace w
  cross join lateral (
    select e.at as since from karte.finding_event e
    where e.workspace_id = w.id and e.kind = 'state'
      and e.xact >= (select pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
    order by e.xact, e.id limit 1
  ) as held
$$;
