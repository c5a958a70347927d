-- A rule may tell of what a saved view shows: list and query as of karte.saved_view, kept with the rule
-- because views belong to a person and may go.
alter table karte.alert_rule
  add column view_list smallint check (view_list between 1 and 2),
  add column view_name text,
  add column view_query text,
  add constraint alert_rule_view check (num_nulls(view_list, view_name, view_query) in (0, 3));
