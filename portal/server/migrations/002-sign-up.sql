-- An unfinished sign-up. Its holder is the browser with the cookie; the mailed link moves it to
-- another browser, whereupon the former cookie stops working. account_id is set when the
-- information was confirmed and the account exists, not yet agreed.

create table portal.sign_up_flow (
  id uuid primary key,
  cookie_digest text not null unique,
  origin text not null check (origin in ('register', 'external-id', 'login')),
  plan text not null check (plan in ('detailed', 'free', 'security24')),
  step text not null
    check (step in ('verification', 'information', 'confirmation', 'payment', 'agreement')),
  locale text not null check (locale in ('ja', 'en')),
  email_digest text not null,
  email bytea not null,
  code_digest text,
  code_tries integer not null default 0,
  code_sent_at timestamptz,
  code_expires_at timestamptz,
  link_digest text unique,
  information bytea,
  password_hash text,
  external_issuer text,
  external_subject text,
  account_id uuid unique references portal.account on delete cascade,
  created_at timestamptz not null,
  -- The browser's hold ends after hours; the sign-up itself can be resumed by sign-in for weeks.
  cookie_expires_at timestamptz not null,
  expires_at timestamptz not null,
  check ((external_issuer is null) = (external_subject is null)),
  check (step not in ('payment', 'agreement') or account_id is not null),
  check (step <> 'confirmation' or information is not null)
);

create index sign_up_flow_email on portal.sign_up_flow (email_digest);
create index sign_up_flow_expiry on portal.sign_up_flow (expires_at);

-- What was agreed to, as it stood on the screen.
create table portal.agreement (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  documents jsonb not null,
  shown jsonb not null,
  locale text not null check (locale in ('ja', 'en')),
  promotional_mail boolean not null,
  agreed_at timestamptz not null,
  ip_address inet not null,
  device text not null
);

create index agreement_account on portal.agreement (account_id);

-- The plan a member is on; one open contract for each account.
create table portal.contract (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  plan text not null check (plan in ('detailed', 'free', 'security24')),
  free_until date,
  next_billing_on date,
  monthly_price integer check (monthly_price >= 0),
  tax_percent numeric(5, 2) not null,
  started_on date not null,
  ended_on date,
  created_at timestamptz not null
);

create unique index contract_open on portal.contract (account_id) where ended_on is null;
