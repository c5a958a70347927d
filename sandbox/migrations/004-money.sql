-- Money after the charge: refunds that take time or fail, disputes, the company's fee, and what it
-- pays out. payment_balance is the company's own ledger, append-only; a merchant reconciles with it.

alter table sandbox.payment_refund
  add column status text not null default 'succeeded'
    check (status in ('pending', 'succeeded', 'failed')),
  -- Set while pending: when the issuer answers.
  add column settles_at timestamptz;

create table sandbox.payment_dispute (
  id text primary key,
  created_at timestamptz not null,
  charge_id text not null unique references sandbox.payment_charge (id),
  amount integer not null check (amount > 0),
  status text not null check (status in ('open', 'won', 'lost'))
);

create table sandbox.payment_balance (
  sequence bigint generated always as identity primary key,
  created_at timestamptz not null,
  kind text not null
    check (kind in ('charge', 'fee', 'refund', 'dispute', 'dispute_won', 'payout')),
  -- Yen, as they change what the company owes the merchant.
  amount integer not null,
  -- The charge, refund or dispute; of a payout the month (YYYY-MM) that it pays.
  source text not null,
  unique (kind, source)
);

create index payment_balance_created on sandbox.payment_balance (created_at);
create index payment_charge_card on sandbox.payment_charge (card_id);
