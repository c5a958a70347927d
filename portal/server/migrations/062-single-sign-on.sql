-- An organisation's own OpenID provider. There is one connection for an organisation; its client secret is
-- sealed. A test counts for the configuration that it was made of (revision) and no other.

create table portal.sso_connection (
  id uuid primary key,
  organisation_id uuid not null unique references portal.organisation on delete cascade,
  issuer text not null,
  client_id text not null,
  client_secret bytea not null,
  scopes text not null,
  revision integer not null default 1,
  secret_changed_at timestamptz not null,
  -- Of the last test, what came (names of claims) and what is missing.
  test jsonb,
  -- When a test of this configuration succeeded, and when single sign-on was switched on.
  tested_at timestamptz,
  enabled_at timestamptz,
  created_at timestamptz not null,
  check (enabled_at is null or tested_at is not null)
);

-- Somebody at the provider, and the account that is theirs here. The address plays no part in it.
create table portal.sso_identity (
  id uuid primary key,
  connection_id uuid not null references portal.sso_connection on delete cascade,
  issuer text not null,
  subject text not null,
  account_id uuid not null references portal.account on delete cascade,
  linked_at timestamptz not null,
  unique (connection_id, issuer, subject),
  unique (connection_id, account_id)
);

create index sso_identity_account on portal.sso_identity (account_id);

create trigger sso_identity_revision
  after insert or update or delete on portal.sso_identity
  for each row execute function portal.raise_owner_revision();
create trigger organisation_member_revision
  after insert or update or delete on portal.organisation_member
  for each row execute function portal.raise_owner_revision();

-- A visit to a provider that has not come back yet: of one browser, and answered once. A test is its
-- owner's; its revision says what it was a test of.
create table portal.sso_visit (
  state_digest text primary key,
  browser_digest text not null,
  connection_id uuid not null references portal.sso_connection on delete cascade,
  revision integer not null,
  tester_id uuid references portal.account on delete cascade,
  secrets bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sso_visit_expiry on portal.sso_visit (expires_at);
create index sso_visit_connection on portal.sso_visit (connection_id);
create index sso_visit_tester on portal.sso_visit (tester_id);

-- Somebody came from a provider for the first time, and is asked whether to join.
create table portal.sso_joining (
  token_digest text primary key,
  connection_id uuid not null references portal.sso_connection on delete cascade,
  issuer text not null,
  subject text not null,
  email_digest text not null,
  -- Address and name, sealed.
  personal bytea not null,
  provider_amr text[],
  provider_acr text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sso_joining_expiry on portal.sso_joining (expires_at);
create index sso_joining_connection on portal.sso_joining (connection_id);

-- Who came to have an account by joining has no plan of their own while they are a member.
alter table portal.organisation_member add column has_own_plan boolean not null default true;

-- The authentication class that a provider states (acr), beside its methods.
alter table portal.session add column provider_acr text;
alter table portal.sign_in_attempt add column provider_acr text;
