-- Ways to prove oneself beside the mailed code: an authenticator app (RFC 6238) and recovery codes.
-- The account's mfa_enabled is on while there is an app, so a version that does not know these tables
-- still asks for a second factor.

-- At most one app that counts and one that is being set up; the old one holds until the new one is proved.
create table portal.totp_secret (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  secret bytea not null,
  created_at timestamptz not null,
  -- Null until the first code was right.
  confirmed_at timestamptz,
  -- The time step of the last code that was taken; no code of it or before is taken again.
  last_step integer,
  -- The time step of a code that was refused because the clock was off; it is not taken when its time comes.
  burnt_step integer,
  last_used_at timestamptz
);

create index totp_secret_account on portal.totp_secret (account_id);
create unique index totp_secret_in_force on portal.totp_secret (account_id)
  where confirmed_at is not null;
create unique index totp_secret_set_up on portal.totp_secret (account_id)
  where confirmed_at is null;

create table portal.recovery_code (
  account_id uuid not null references portal.account on delete cascade,
  code_digest text not null,
  created_at timestamptz not null,
  used_at timestamptz,
  primary key (account_id, code_digest)
);

-- By which way the second factor of a session was proved: "email", "app", "recovery-code".
alter table portal.session add column second_way text;
