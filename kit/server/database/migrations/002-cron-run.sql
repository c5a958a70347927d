-- One row per cron entry: the last moment it was due and has been enqueued for. Whoever advances
-- it enqueues the job in the same transaction, so each moment is enqueued once.
create table cron_run (
  name text primary key,
  last_due timestamptz not null
);
