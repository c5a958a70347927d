-- The payment company's own books. No column ever holds a card number or a security code:
-- a card is its brand, last four digits, expiry, holder, behaviour and a keyed fingerprint.

create table sandbox.payment_token (
  id text primary key,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  holder text not null,
  behaviour text not null,
  fingerprint text not null
);

create table sandbox.payment_card (
  id text primary key,
  created_at timestamptz not null,
  deleted_at timestamptz,
  customer_ref text not null,
  brand text not null,
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint not null,
  expiry_year smallint not null,
  holder text not null,
  behaviour text not null,
  fingerprint text not null
);

create table sandbox.payment_registration (
  id text primary key,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  expires_at timestamptz not null,
  -- Set while authenticated: when the issuer's confirmation comes in.
  settles_at timestamptz,
  status text not null check (
    status in ('requires_action', 'authenticated', 'succeeded', 'failed', 'expired', 'cancelled')
  ),
  failure text check (failure in ('declined', 'three_d_secure', 'token', 'gateway')),
  decline_code text,
  customer_ref text not null,
  return_url text not null,
  locale text,
  wrong_codes smallint not null default 0,
  token_id text references sandbox.payment_token (id),
  card_id text references sandbox.payment_card (id),
  check ((status = 'succeeded') = (card_id is not null)),
  check ((status = 'failed') = (failure is not null))
);

create index payment_registration_open on sandbox.payment_registration (expires_at)
  where status in ('requires_action', 'authenticated');

create table sandbox.payment_charge (
  id text primary key,
  created_at timestamptz not null,
  idempotency_key text not null unique,
  card_id text not null references sandbox.payment_card (id),
  amount integer not null check (amount > 0),
  currency text not null check (currency = 'JPY'),
  description text not null,
  status text not null check (status in ('succeeded', 'failed')),
  failure text,
  decline_code text
);

create table sandbox.payment_refund (
  id text primary key,
  created_at timestamptz not null,
  idempotency_key text not null unique,
  charge_id text not null references sandbox.payment_charge (id),
  amount integer not null check (amount > 0)
);

-- Answers given to an Idempotency-Key; kept for ever.
create table sandbox.payment_idempotency (
  key text primary key,
  request_hash text not null,
  created_at timestamptz not null,
  -- json, not jsonb: a repeated answer is the same to the byte.
  answer json
);

-- Every change of state, and how telling the merchant about it goes.
-- Attempts are scheduled by the machine's clock, not by the movable one.
create table sandbox.payment_event (
  sequence bigint generated always as identity primary key,
  id text not null unique,
  created_at timestamptz not null,
  type text not null,
  data jsonb not null,
  attempts integer not null default 0,
  next_attempt_at timestamptz default now(),
  delivered_at timestamptz,
  last_error text
);

create index payment_event_due on sandbox.payment_event (next_attempt_at)
  where next_attempt_at is not null;

-- Switches of the control page; one row.
create table sandbox.payment_switch (
  only_row boolean primary key default true check (only_row),
  hold_webhooks boolean not null default false
);

insert into sandbox.payment_switch default values;
