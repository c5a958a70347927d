-- The better grade that a finding's domain has once its cause and others are mended together.

-- next_grade: 0 where the cause is none of them, and until a scan computes it.
-- next_causes: how many causes that takes, this one among them.
alter table karte.finding
  add column next_grade smallint not null default 0,
  add column next_causes smallint not null default 0;
