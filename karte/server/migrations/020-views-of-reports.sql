-- A report may be about what a saved view shows: list and query as of karte.saved_view, kept with the
-- report because views belong to a person and may go.
alter table karte.report
  add column view_list smallint check (view_list between 1 and 2),
  add column view_name text,
  add column view_query text,
  add constraint report_view check (num_nulls(view_list, view_name, view_query) in (0, 3)),
  add constraint report_scope check (num_nonnulls(group_id, domain_id, view_list) <= 1);

alter table karte.report_schedule
  add column view_list smallint check (view_list between 1 and 2),
  add column view_name text,
  add column view_query text,
  add constraint report_schedule_view check (num_nulls(view_list, view_name, view_query) in (0, 3)),
  add constraint report_schedule_scope check (num_nonnulls(group_id, view_list) <= 1);
