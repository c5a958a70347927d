-- What is stored already has its place by severity at once, by the trigger; the job settles the rest.
update karte.finding set work_order = 0;

create index finding_by_work on karte.finding (workspace_id, is_open, work_order, id)
  include (domain_id, severity, state);
create index finding_by_check_work on karte.finding (workspace_id, is_open, check_id, work_order, id)
  include (domain_id);
create index finding_by_category_work on karte.finding (workspace_id, is_open, category, work_order, id)
  include (domain_id);
create index finding_by_assignee_work on karte.finding (workspace_id, assignee, work_order, id)
  where assignee is not null;
create index finding_by_state_work on karte.finding (workspace_id, state, work_order, id)
  include (domain_id);
-- Lists that were sorted by severity are read in the order of work now, which keeps it.
drop index karte.finding_by_check;
drop index karte.finding_by_category;
drop index karte.finding_by_assignee;
drop index karte.finding_by_state;
