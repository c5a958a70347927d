-- Signing out both ways at an organisation's provider.

alter table portal.sso_connection
  -- Whether who logs out here is left logged in there, is offered to log out there too, or is sent there.
  add column sign_out text not null default 'here' check (sign_out in ('here', 'offered', 'done')),
  -- Where a SAML provider takes our requests and answers to log out (HTTP-Redirect); null where it has none.
  add column slo_url text;

-- A login at an organisation's provider: which session there it was, so that one that ends there ends here too.
-- The session here names it, and before there is one whatever waits on the way (a second factor, a question).
create table portal.sso_login (
  id uuid primary key,
  connection_id uuid not null references portal.sso_connection on delete cascade,
  issuer text not null,
  subject text not null,
  -- The provider's own name of its session (sid, SessionIndex); null where it gives none.
  provider_session text,
  -- What says to the provider who is meant (an ID token, a NameID), sealed.
  hint bytea not null,
  created_at timestamptz not null,
  -- When no session can be left that began with it.
  expires_at timestamptz not null
);

create index sso_login_subject on portal.sso_login (connection_id, issuer, subject);
create index sso_login_provider_session on portal.sso_login (connection_id, provider_session);
create index sso_login_expiry on portal.sso_login (expires_at);

alter table portal.session
  add column sso_login_id uuid references portal.sso_login on delete set null;
alter table portal.sign_in_attempt
  add column sso_login_id uuid references portal.sso_login on delete set null;
alter table portal.sso_joining
  add column sso_login_id uuid references portal.sso_login on delete set null;
create index session_sso_login on portal.session (sso_login_id) where sso_login_id is not null;
create index sign_in_attempt_sso_login on portal.sign_in_attempt (sso_login_id)
  where sso_login_id is not null;
create index sso_joining_sso_login on portal.sso_joining (sso_login_id)
  where sso_login_id is not null;

-- Somebody was sent to a provider to log out there, and has not come back yet.
create table portal.sso_logout (
  state_digest text primary key,
  connection_id uuid not null references portal.sso_connection on delete cascade,
  -- Of SAML: the request that is answered.
  request_id text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index sso_logout_expiry on portal.sso_logout (expires_at);
create index sso_logout_connection on portal.sso_logout (connection_id);
