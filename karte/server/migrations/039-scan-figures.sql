-- How many scans wait and go on in all workspaces, for the operator's figures: no name, no result.
create function karte.scan_figures(at timestamptz)
returns table (queued integer, running integer, oldest_seconds double precision)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select count(*) filter (where r.state = 1)::integer, count(*) filter (where r.state = 2)::integer,
    coalesce(greatest(0, extract(epoch from at - min(r.queued_at) filter (where r.state = 1))), 0)
      ::double precision
  from karte.run r where r.state in (1, 2)
$$;
