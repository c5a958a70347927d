-- Passkeys (WebAuthn): a way to sign in that is both factors. The account's mfa_enabled is on while
-- there is one, as it is with an authenticator app.

create table portal.passkey (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  -- Base64url, as browsers and authenticators name it; unique everywhere.
  credential_id text not null unique,
  rp_id text not null,
  -- COSE, as the authenticator gave it.
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  -- Names the kind of authenticator; it is for the name only.
  aaguid uuid not null,
  -- Whether it may be copied to other devices, which never changes, and whether it has been.
  backup_eligible boolean not null,
  backed_up boolean not null,
  -- What the member calls it, sealed.
  name bytea not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  -- When its owner was last told that there is a copy of it.
  copy_told_at timestamptz
);

create index passkey_account on portal.passkey (account_id);

-- Challenges that were answered. Until then one stands nowhere: it is signed, so that a stranger who
-- asks for many writes nothing.
create table portal.passkey_challenge (
  digest text primary key,
  expires_at timestamptz not null
);

create index passkey_challenge_expiry on portal.passkey_challenge (expires_at);

-- A session may have begun with a passkey. The version before writes the two old words only.
alter table portal.session drop constraint session_first_factor_check;
alter table portal.session add constraint session_first_factor_check
  check (first_factor in ('password', 'external', 'passkey')) not valid;
