-- Invoices, the attempts to charge them, and the books. Nothing here hangs on the account by a
-- foreign key: tax law keeps it for years after the account is gone. Names and addresses stand in
-- one sealed snapshot per invoice; nothing that was issued is ever changed or deleted.

create table portal.invoice (
  id uuid primary key,
  kind text not null check (kind in ('invoice', 'credit-note')),
  -- Given last, without gaps; null while it is a draft.
  number bigint unique,
  contract_id uuid not null,
  account_id uuid not null,
  -- The 1st of the month that is paid for.
  period date not null check (extract(day from period) = 1),
  state text not null check (state in ('draft', 'open', 'paid', 'void', 'uncollectible')),
  issued_on date not null,
  due_on date not null,
  -- Yen with tax; late charges stand beside it, outside the tax.
  amount integer not null check (amount >= 0),
  tax_percent integer not null,
  tax_amount integer not null check (tax_amount >= 0),
  late_charge integer not null default 0 check (late_charge >= 0),
  total integer not null check (total = amount + late_charge),
  snapshot bytea,
  snapshot_hash text,
  -- Of a credit note: the invoice it corrects.
  corrects uuid references portal.invoice,
  paid_on date,
  -- The course of an unpaid invoice.
  first_failed_on date,
  next_try_at timestamptz,
  needs_holder boolean not null default false,
  created_at timestamptz not null,
  check ((kind = 'credit-note') = (corrects is not null)),
  check ((state = 'draft') = (number is null)),
  check (state = 'draft' or (snapshot is not null and snapshot_hash is not null)),
  check ((state = 'paid') = (paid_on is not null))
);

create unique index invoice_month on portal.invoice (contract_id, period) where kind = 'invoice';
create index invoice_account on portal.invoice (account_id, issued_on desc);
create index invoice_issued on portal.invoice (issued_on);
create index invoice_unpaid on portal.invoice (next_try_at)
  where state = 'open' and kind = 'invoice';

-- The last number given. Its lock is held from the last statement of issuing to the commit.
create table portal.invoice_number (
  only_row boolean primary key default true check (only_row),
  last bigint not null
);
insert into portal.invoice_number (last) values (0);

create function portal.refuse_invoice_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'draft' and (
    (new.kind, new.number, new.contract_id, new.account_id, new.period, new.issued_on, new.due_on,
      new.amount, new.tax_percent, new.tax_amount, new.late_charge, new.total, new.snapshot,
      new.snapshot_hash, new.corrects)
    is distinct from
    (old.kind, old.number, old.contract_id, old.account_id, old.period, old.issued_on, old.due_on,
      old.amount, old.tax_percent, old.tax_amount, old.late_charge, old.total, old.snapshot,
      old.snapshot_hash, old.corrects)
  ) then
    raise exception 'issued invoices are immutable';
  end if;
  return new;
end
$$;
create trigger invoice_immutable before update or delete on portal.invoice
  for each row execute function portal.refuse_invoice_change();

-- One try to charge an invoice; it stands here before the payment company is called.
create table portal.charge_attempt (
  id uuid primary key,
  invoice_id uuid not null references portal.invoice,
  attempt_number integer not null check (attempt_number > 0),
  account_id uuid not null,
  amount integer not null check (amount > 0),
  gateway text not null,
  gateway_card text not null,
  card_last4 text not null,
  -- For ever ours; the company forgets its copy after a day.
  idempotency_key text not null unique,
  -- The company's id where it makes a charge before it confirms it.
  prepared text,
  gateway_charge text,
  state text not null check (state in ('created', 'sent', 'unknown', 'succeeded', 'failed')),
  failure text check (failure in ('declined', 'card', 'authentication', 'gateway')),
  failure_code text,
  created_at timestamptz not null,
  sent_at timestamptz,
  finished_at timestamptz,
  unique (invoice_id, attempt_number),
  unique (gateway, gateway_charge),
  check ((state = 'failed') = (failure is not null)),
  check ((state = 'succeeded') <= (gateway_charge is not null))
);

-- At most one success, and a new attempt only after the former one is known to have failed.
create unique index charge_attempt_success on portal.charge_attempt (invoice_id)
  where state = 'succeeded';
create unique index charge_attempt_open on portal.charge_attempt (invoice_id)
  where state in ('created', 'sent', 'unknown');
create index charge_attempt_created on portal.charge_attempt (created_at) where state = 'created';
create index charge_attempt_unanswered on portal.charge_attempt (sent_at)
  where state in ('sent', 'unknown');
create index charge_attempt_finished on portal.charge_attempt (finished_at);

-- Double entry, append-only: what the payment company, the bank and the members owe and are owed
-- are sums. Debits are positive, credits negative; each posting is made once and adds up to zero.
create table portal.ledger_posting (
  id uuid primary key,
  kind text not null check (
    kind in (
      'issued', 'paid', 'refunded', 'fee', 'payout', 'dispute', 'dispute-won', 'dispute-lost'
    )
  ),
  -- What happened: an invoice, an attempt, a refund, the company's own name.
  source text not null,
  posted_on date not null,
  created_at timestamptz not null,
  unique (kind, source)
);

create table portal.ledger_entry (
  sequence bigint generated always as identity primary key,
  posting_id uuid not null references portal.ledger_posting,
  account text not null check (
    account in (
      'receivable', 'revenue', 'tax', 'late-charge', 'gateway', 'bank', 'fees', 'disputed', 'loss'
    )
  ),
  amount integer not null check (amount <> 0),
  invoice_id uuid
);
create index ledger_entry_posting on portal.ledger_entry (posting_id);
create index ledger_entry_invoice on portal.ledger_entry (invoice_id);
create index ledger_posting_day on portal.ledger_posting (posted_on);

create function portal.check_ledger() returns trigger
language plpgsql as $$
begin
  if exists (
    select from ledger_added group by posting_id having sum(amount) <> 0
  ) then
    raise exception 'a posting must add up to zero';
  end if;
  return null;
end
$$;
create trigger ledger_balanced after insert on portal.ledger_entry
  referencing new table as ledger_added
  for each statement execute function portal.check_ledger();

create function portal.refuse_ledger_change() returns trigger
language plpgsql as $$
begin
  raise exception 'the ledger is append-only';
end
$$;
create trigger ledger_entry_append_only before update or delete or truncate on portal.ledger_entry
  for each statement execute function portal.refuse_ledger_change();
create trigger ledger_posting_append_only
  before update or delete or truncate on portal.ledger_posting
  for each statement execute function portal.refuse_ledger_change();

-- A late charge arises when an overdue invoice is paid, and stands on the next one.
create table portal.late_charge (
  invoice_id uuid primary key references portal.invoice,
  contract_id uuid not null,
  principal integer not null,
  days integer not null,
  amount integer not null check (amount > 0),
  arose_on date not null,
  billed_on_invoice uuid references portal.invoice
);
create index late_charge_unbilled on portal.late_charge (contract_id)
  where billed_on_invoice is null;

create table portal.refund (
  id uuid primary key,
  invoice_id uuid not null references portal.invoice,
  attempt_id uuid not null references portal.charge_attempt,
  amount integer not null check (amount > 0),
  reason text not null,
  operator text not null,
  idempotency_key text not null unique,
  gateway_refund text,
  state text not null check (state in ('created', 'pending', 'succeeded', 'failed', 'cancelled')),
  credit_note uuid references portal.invoice,
  created_at timestamptz not null,
  finished_at timestamptz
);
create index refund_open on portal.refund (created_at) where state in ('created', 'pending');
create index refund_attempt on portal.refund (attempt_id);

create table portal.dispute (
  id text primary key,
  attempt_id uuid not null references portal.charge_attempt,
  amount integer not null,
  state text not null check (state in ('open', 'won', 'lost')),
  changed_at timestamptz not null
);

-- A single-use link in a mail about a failed payment.
create table portal.pay_link (
  token_digest text primary key,
  invoice_id uuid not null references portal.invoice,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index pay_link_expiry on portal.pay_link (expires_at);

-- A contract that the run leaves alone until somebody has looked at it.
create table portal.parked_contract (
  contract_id uuid primary key,
  reason text not null check (
    reason in ('missed-months', 'broken-books', 'unknown-charge', 'refused-request')
  ),
  detail text not null,
  parked_at timestamptz not null
);

-- The operator's word that missed months may be billed, one document a day.
alter table portal.contract add column may_catch_up boolean not null default false;

-- What the nightly comparison with the payment company's ledger found.
create table portal.reconciliation (
  day date primary key,
  finished_at timestamptz not null,
  movements integer not null,
  total integer not null
);
create table portal.reconciliation_difference (
  day date not null references portal.reconciliation on delete cascade,
  kind text not null check (
    kind in ('charge', 'fee', 'refund', 'dispute', 'dispute_won', 'payout')
  ),
  source text not null,
  ours integer not null,
  theirs integer not null,
  actor text not null check (actor in ('operator', 'payment-company', 'bank')),
  primary key (day, kind, source)
);

-- When the next write may go to the payment company; shared by every process.
create table portal.gateway_pace (
  gateway text primary key,
  next_at timestamptz not null
);

-- The documents that were handed out: made from the snapshot at the first request, kept as made.
create table portal.invoice_document (
  invoice_id uuid not null references portal.invoice,
  locale text not null check (locale in ('ja', 'en')),
  -- Sealed: names and addresses stand in it.
  pdf bytea not null,
  sha256 text not null,
  made_at timestamptz not null,
  primary key (invoice_id, locale)
);
