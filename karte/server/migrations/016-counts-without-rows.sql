-- Counts and long walks read indexes alone. A list's count goes through up to 10,000 entries, and a
-- search for frequent words walks a sorted list: with the rows themselves each entry was a page.
-- domain_id is in the indexes because the policies compare it.

drop index karte.finding_by_severity;
create index finding_by_severity on karte.finding (workspace_id, is_open, severity, id)
  include (domain_id, state);
drop index karte.finding_by_age;
create index finding_by_age on karte.finding (workspace_id, is_open, first_seen_at, id)
  include (domain_id, severity);
drop index karte.finding_by_check;
create index finding_by_check on karte.finding (workspace_id, is_open, check_id, severity, id)
  include (domain_id);
drop index karte.finding_by_category;
create index finding_by_category on karte.finding (workspace_id, is_open, category, severity, id)
  include (domain_id);
drop index karte.finding_by_state;
create index finding_by_state on karte.finding (workspace_id, state, severity, id)
  include (domain_id);

drop index karte.asset_by_name;
create index asset_by_name on karte.asset (workspace_id, name, id)
  include (domain_id, type, state, search_text);
drop index karte.asset_by_type;
create index asset_by_type on karte.asset (workspace_id, type, name, id)
  include (domain_id, state, search_text);

-- All that the list of domains can be narrowed by.
drop index karte.domain_by_name;
create index domain_by_name on karte.domain (workspace_id, name, id)
  include (grade, proof, schedule, open_weight, open_critical, open_high, open_medium, open_low,
    open_info, search_text)
  where deleted_at is null;

create index group_member_workspace on karte.group_member (workspace_id, domain_id, group_id);

-- An index is read alone only where its pages are known to hold nothing that somebody may not see.
-- Each run changes its domain, so that a fifth of the table, the default, would be days of runs.
alter table karte.domain set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table karte.finding set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);
alter table karte.asset set (autovacuum_vacuum_scale_factor = 0.02, autovacuum_analyze_scale_factor = 0.02);

-- Every policy on domains asks for these, once for each statement and only for restricted people. Taken
-- for a thousand rows it made each look-up of one row seem dear, so that tables were joined whole.
alter function karte.visible_domains() rows 20 cost 1;
