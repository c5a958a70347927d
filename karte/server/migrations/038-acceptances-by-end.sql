-- The overview names the acceptances of its workspace that end next.
create index finding_accepted_until on karte.finding (workspace_id, accepted_until, id)
  include (domain_id) where state = 3;
