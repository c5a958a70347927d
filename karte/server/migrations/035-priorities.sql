-- The order of work: how urgent each finding is, kept where lists are sorted (decision 64).

-- exploitation: 0 none, 1 unknown, 2 possible, 3 likely, 4 usable, 5 perhaps exploited, 6 exploited.
-- exposure: bits; 1 main name, 2 data, 4 behind a sign-in. overdue_days: working days beyond the due
-- day. settle_on: the day from which these have to be looked at again; every day that is not yet
-- settled has passed. What a version before this one writes is settled by the job.
alter table karte.finding
  add column exploitation smallint not null default 0,
  add column exposure smallint not null default 0,
  add column overdue_days smallint not null default 0,
  add column settle_on date not null default '-infinity',
  add column priority integer not null default 0,
  -- Rises from the most urgent to the least: priority, days overdue, then who has waited longest.
  add column work_order bigint not null default 0;

-- Formula 1, as `priorityOf` in karte/contract/priority.ts has it.
create function karte.finding_priority(
  severity smallint, exploitation smallint, exposure smallint, overdue smallint
) returns integer
language sql immutable parallel safe as $$
  select ((array[1000, 200, 40, 8, 1])[severity]::bigint
    * (array[100, 100, 120, 150, 150, 150, 400])[exploitation + 1]
    * (100 + 25 * (exposure & 1) + 25 * (exposure >> 1 & 1) - 20 * (exposure >> 2 & 1))
    * (100 + 2 * least(greatest(overdue, 0), 15)) + 500000)::bigint / 1000000
$$;

-- Where in the order of work findings of a priority begin.
create function karte.first_of_priority(priority integer) returns bigint
language sql immutable parallel safe as $$ select (9999 - priority)::bigint * 100000000 $$;

create function karte.order_work() returns trigger
language plpgsql set search_path = karte, pg_catalog as $$
begin
  new.priority := karte.finding_priority(new.severity, new.exploitation, new.exposure, new.overdue_days);
  new.work_order := karte.first_of_priority(new.priority) + (999 - least(new.overdue_days, 999)) * 100000
    + greatest(0, floor(extract(epoch from new.first_seen_at) / 86400))::bigint;
  -- Whoever changes the day or opens it again need not know how it is settled.
  if tg_op = 'UPDATE' and new.settle_on = old.settle_on and (new.due_on <> old.due_on
      or (new.state <= 2 and old.state > 2)) then
    new.settle_on := '-infinity';
  end if;
  return new;
end $$;

create trigger finding_order before insert or update on karte.finding
  for each row execute function karte.order_work();

create index finding_to_settle on karte.finding (settle_on, workspace_id)
  where is_open = 1 and settle_on < 'infinity';

-- For the job: open findings whose place has to be looked at again. It names ids and nothing else.
create function karte.findings_to_settle(today date, most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f
  where f.is_open = 1 and f.settle_on < 'infinity' and f.settle_on <= today
  order by f.settle_on, f.workspace_id limit most
$$;
