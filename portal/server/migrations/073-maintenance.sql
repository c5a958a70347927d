-- What an operator has closed for a while (features/maintenance): a row for each area, until somebody
-- ends it or its end has passed.
create table portal.maintenance (
  area text primary key check (
    area in ('sign-up', 'log-in', 'payment', 'management-application', 'everything')
  ),
  -- People read it.
  reason_ja text not null,
  reason_en text not null,
  started_at timestamptz not null,
  started_by text not null,
  -- Null: somebody ends it.
  ends_at timestamptz check (ends_at > started_at)
);
