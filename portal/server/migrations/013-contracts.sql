-- What a contract's state is derived from, day by day: facts with dates, never a state that a job
-- would have to keep true. The contract feature owns these tables.

alter table portal.contract
  -- Whether free_until ends a trial; otherwise those are the free days before the first 1st.
  add column has_trial boolean not null default false,
  -- The last day, once an end was asked for; it can be undone until that day is over.
  add column ends_on date,
  add column end_reason text check (
    end_reason in (
      'cancelled', 'replaced', 'trial-ended', 'price-refused', 'withdrawn', 'closed'
    )
  ),
  -- Unpaid after every retry: the plan rests on this day, and no new invoice is made.
  add column suspended_on date,
  -- Whether a month of it was ever invoiced.
  add column was_billed boolean not null default false,
  add constraint contract_end_has_reason check ((ends_on is null) = (end_reason is null)),
  add constraint contract_ended check (ended_on is null or ends_on = ended_on) not valid;

update portal.contract set has_trial = true where free_until is not null;
update portal.contract set ends_on = ended_on, end_reason = 'closed' where ended_on is not null;
alter table portal.contract validate constraint contract_ended;

create index contract_due on portal.contract (next_billing_on)
  where ended_on is null and next_billing_on is not null;
create index contract_ending on portal.contract (ends_on)
  where ended_on is null and ends_on is not null;

-- Trials that were given. card_digest is keyed and outlives the account, so that leaving and
-- coming back, or a second account with the same card, gives no second one; it names nobody.
create table portal.trial (
  id uuid primary key,
  plan text not null check (plan in ('detailed', 'free', 'security24')),
  account_id uuid not null,
  card_digest text,
  started_on date not null,
  unique (plan, account_id),
  unique (plan, card_digest)
);

insert into portal.trial (id, plan, account_id, started_on)
  select distinct on (plan, account_id) id, plan, account_id, started_on
  from portal.contract where has_trial order by plan, account_id, started_on;

-- Keyed digest of what the payment company knows a card's number by; null before it was asked.
alter table portal.card add column fingerprint_digest text;

-- Prices that follow the one in the settings, each from its day on; announced before it holds.
create table portal.plan_price (
  plan text not null check (plan in ('detailed', 'free', 'security24')),
  effective_on date not null check (extract(day from effective_on) = 1),
  monthly_price integer not null check (monthly_price >= 0),
  tax_percent integer not null check (tax_percent between 0 and 100),
  announced_at timestamptz not null,
  primary key (plan, effective_on)
);

-- A member's answer to an announced price; without one the old price holds to the eve of that day,
-- and the contract ends there.
create table portal.price_answer (
  contract_id uuid not null references portal.contract on delete cascade,
  effective_on date not null,
  accepted boolean not null,
  answered_at timestamptz not null,
  primary key (contract_id, effective_on)
);
