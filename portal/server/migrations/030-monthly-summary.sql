-- Whether a member gets the monthly summary by mail; and which months each was told, once each.
alter table portal.account add column monthly_summary boolean not null default true;

create table portal.monthly_summary (
  account_id uuid not null references portal.account on delete cascade,
  -- The 1st of the month that it is about.
  month date not null,
  -- nothing: no workspace of theirs lived on their contract.
  outcome text not null check (outcome in ('mailed', 'nothing')),
  at timestamptz not null,
  primary key (account_id, month)
);
create index monthly_summary_at on portal.monthly_summary (at);
