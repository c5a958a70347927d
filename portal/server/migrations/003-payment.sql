-- Cards as the payment company names them; their numbers never come here (PCI SAQ A).

create table portal.card (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  gateway text not null,
  gateway_card text not null,
  brand text not null check (brand in ('visa', 'mastercard', 'jcb', 'amex', 'diners')),
  last4 text not null check (last4 ~ '^[0-9]{4}$'),
  expiry_month smallint not null check (expiry_month between 1 and 12),
  expiry_year smallint not null,
  holder bytea not null,
  created_at timestamptz not null,
  removed_at timestamptz,
  unique (gateway, gateway_card)
);

create unique index card_present on portal.card (account_id) where removed_at is null;

-- One try to register a card. Every transition is a compare-and-set on state; the identifier is
-- the browser's, and the idempotency key towards the payment company.
create table portal.card_attempt (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  purpose text not null check (purpose in ('sign-up', 'replace')),
  state text not null check (
    state in (
      'created', 'requires_action', 'authenticated', 'succeeded', 'failed', 'expired', 'cancelled'
    )
  ),
  failure text check (failure in ('declined', 'three_d_secure', 'token', 'gateway', 'network')),
  gateway text not null,
  registration text,
  redirect_url text,
  -- The browser's single-use token, sealed, kept while the attempt is open: when no answer came,
  -- the same request is repeated under the same idempotency key to learn what happened.
  card_token bytea,
  return_digest text not null unique,
  return_used_at timestamptz,
  locale text not null check (locale in ('ja', 'en')),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  check ((state = 'failed') = (failure is not null)),
  check (card_token is null or state in ('created', 'requires_action', 'authenticated')),
  check (state <> 'requires_action' or (registration is not null and redirect_url is not null)),
  unique (gateway, registration)
);

create index card_attempt_open on portal.card_attempt (created_at)
  where state in ('created', 'requires_action', 'authenticated');
create index card_attempt_account on portal.card_attempt (account_id);

-- Events of the payment company that were dealt with; a repeated one has no second effect.
create table portal.payment_event (
  gateway text not null,
  event text not null,
  received_at timestamptz not null,
  primary key (gateway, event)
);
