-- All that the list of domains can be narrowed by, who answers for them too: a count of several filters
-- at once reads this index alone.
drop index karte.domain_by_name;
create index domain_by_name on karte.domain (workspace_id, name, id)
  include (grade, proof, schedule, open_weight, open_critical, open_high, open_medium, open_low,
    open_info, search_text, responsible_key)
  where deleted_at is null;
