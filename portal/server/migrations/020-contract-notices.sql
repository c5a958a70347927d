-- What a contract's holder was told ahead of a day: once for each kind and day, whoever else runs.
create table portal.contract_notice (
  contract_id uuid not null references portal.contract on delete cascade,
  kind text not null check (kind in ('first-charge', 'price-announced', 'price-reminder')),
  -- The first charge's day, or the day from which a price holds.
  about date not null,
  sent_at timestamptz not null,
  primary key (contract_id, kind, about)
);
