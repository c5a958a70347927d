-- Browsers in which a sign-in does without the second factor for thirty days, because its owner gave
-- it there and asked for this. A version that does not know them asks for it as before.

create table portal.trusted_browser (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  -- The cookie holds two tokens of which hashes are kept. The first stays and names the browser, so
  -- that a second one from long ago is known for a copy.
  series_digest text not null unique,
  -- The second, which each use replaces, and the one before, which is good for a moment more.
  token_digest text not null,
  former_digest text,
  rotated_at timestamptz not null,
  -- As sessions have it, for a person to recognise.
  device text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null
);

create index trusted_browser_account on portal.trusted_browser (account_id);
create index trusted_browser_expiry on portal.trusted_browser (expires_at);

-- What protects an account has changed: no browser is trusted any more. Triggers, so that no feature
-- has to think of it, the version before this one neither. They run as the owner, because that
-- version's role has its rights to a new table a moment after it is there.
create function portal.end_trust() returns trigger
language plpgsql security definer set search_path = portal, pg_catalog as $$
declare
  account uuid;
begin
  if tg_table_name = 'account' then
    account := new.id;
  elsif tg_op = 'DELETE' then
    account := old.account_id;
  else
    account := new.account_id;
  end if;
  delete from portal.trusted_browser where account_id = account;
  return null;
end
$$;

create trigger account_ends_trust
  after update of email_digest, mfa_enabled, password_reset_required, closed_at on portal.account
  for each row when (
    new.email_digest <> old.email_digest
    or new.mfa_enabled <> old.mfa_enabled
    or new.password_reset_required and not old.password_reset_required
    or new.closed_at is not null and old.closed_at is null
  ) execute function portal.end_trust();

create trigger credential_ends_trust
  after insert or delete or update of password_hash on portal.credential
  for each row execute function portal.end_trust();

create trigger passkey_ends_trust after insert or delete on portal.passkey
  for each row execute function portal.end_trust();

create trigger recovery_code_ends_trust after insert or delete on portal.recovery_code
  for each row execute function portal.end_trust();

create trigger app_ends_trust after update of confirmed_at on portal.totp_secret
  for each row execute function portal.end_trust();

create trigger removed_app_ends_trust after delete on portal.totp_secret
  for each row when (old.confirmed_at is not null) execute function portal.end_trust();
