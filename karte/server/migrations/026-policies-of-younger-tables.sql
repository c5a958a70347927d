-- The tables that came after 008 compare with the workspace as that made all others do: not behind a
-- sub-select, which would let the largest workspace be planned as an average one.
do $$ declare
  p record;
begin
  for p in select tablename, policyname,
      regexp_replace(qual, '\( SELECT (karte\.)?workspace_now\(\) AS workspace_now\)',
        'karte.workspace_now()', 'g') as condition
    from pg_policies where schemaname = 'karte' and qual ~ 'SELECT (karte\.)?workspace_now\(\)' loop
    execute format('alter policy %I on karte.%I using (%s)', p.policyname, p.tablename, p.condition);
  end loop;
end $$;
