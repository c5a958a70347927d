-- Members, what proves them, and where they are signed in.
-- Personal data stands in one sealed column per row (AES-256-GCM, key id inside); an address is
-- found by email_digest, an HMAC of it in lower case, so that a copy of the table names nobody.

create table portal.account (
  id uuid primary key,
  email_digest text not null unique,
  personal bytea not null,
  user_type text not null check (user_type in ('1', '2')),
  language text not null check (language in ('ja', 'en')),
  is_agree_service boolean not null default false,
  mfa_enabled boolean not null default false,
  password_reset_required boolean not null default false,
  promotional_mail boolean not null default false,
  created_at timestamptz not null,
  closed_at timestamptz
);

create index account_unfinished on portal.account (created_at) where not is_agree_service;

create table portal.credential (
  account_id uuid primary key references portal.account on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null
);

-- One row for each identity at an external provider; never found by e-mail.
create table portal.external_identity (
  issuer text not null,
  subject text not null,
  account_id uuid not null references portal.account on delete cascade,
  linked_at timestamptz not null,
  primary key (issuer, subject)
);

create index external_identity_account on portal.external_identity (account_id);

create table portal.session (
  id uuid primary key,
  token_digest text not null unique,
  account_id uuid not null references portal.account on delete cascade,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  last_seen_at timestamptz not null,
  expires_at timestamptz not null,
  device text not null,
  ip_address inet not null
);

create index session_account on portal.session (account_id);
create index session_expiry on portal.session (expires_at);

-- Browsers a member has signed in from; a new one is told by mail and throttled more strictly.
create table portal.known_device (
  account_id uuid not null references portal.account on delete cascade,
  token_digest text not null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  primary key (account_id, token_digest)
);

-- A sign-in that waits for its one-time password, a new password or the link of an external ID.
create table portal.sign_in_attempt (
  id uuid primary key,
  token_digest text not null unique,
  account_id uuid not null references portal.account on delete cascade,
  kind text not null check (kind in ('otp', 'reset', 'link')),
  code_digest text,
  code_expires_at timestamptz,
  code_sent_at timestamptz,
  tries integer not null default 0,
  external_issuer text,
  external_subject text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sign_in_attempt_expiry on portal.sign_in_attempt (expires_at);

create table portal.password_reset (
  account_id uuid primary key references portal.account on delete cascade,
  code_digest text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table portal.email_change (
  account_id uuid primary key references portal.account on delete cascade,
  email_digest text not null,
  email bytea not null,
  code_digest text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create table portal.email_change_undo (
  token_digest text primary key,
  account_id uuid not null references portal.account on delete cascade,
  email_digest text not null,
  email bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index email_change_undo_account on portal.email_change_undo (account_id);
