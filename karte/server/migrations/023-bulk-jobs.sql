-- A large act on many domains is a job: it goes portion by portion, and what each portion changed is
-- kept with it, so that a worker that takes it up after another goes on where that one stood.
create table karte.bulk_portion (
  bulk_id uuid not null references karte.bulk_act on delete cascade,
  workspace_id uuid not null references karte.workspace on delete cascade,
  -- How many domains were done before it.
  portion integer not null,
  -- What it takes to undo it.
  before jsonb not null,
  primary key (bulk_id, portion)
);

alter table karte.bulk_portion enable row level security;
create policy own on karte.bulk_portion using (workspace_id = (select karte.workspace_now())
  and not (select karte.restricted_now()));

alter table karte.bulk_act
  drop constraint bulk_act_state_check,
  add constraint bulk_act_state_check
    check (state in ('waiting', 'working', 'done', 'failed', 'undoing', 'undone')),
  -- How many domains it is about, and how many of them were gone through.
  add column total integer not null default 0,
  add column reached integer not null default 0,
  -- Why it stopped.
  add column problem text;

create index bulk_act_under_way on karte.bulk_act (workspace_id, at)
  where state in ('waiting', 'working', 'undoing');

-- Acts until now were portions of their own.
alter table karte.bulk_act no force row level security;
insert into karte.bulk_portion
  select id, workspace_id, 0, before from karte.bulk_act where before is not null;
update karte.bulk_act set total = cardinality(domain_ids), reached = cardinality(domain_ids),
  skipped = (select coalesce(jsonb_agg(one || '{"names": []}'), '[]') from jsonb_array_elements(skipped) one);
alter table karte.bulk_act drop column before;
alter table karte.bulk_act force row level security;
alter table karte.bulk_portion force row level security;
