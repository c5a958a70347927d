-- Wrong second factors of an account since the last sign-in or step-up that was completed, however
-- many sign-ins they were spread over. One row for all browsers the account does not know
-- (browser_digest is empty), and one for each that it does, so that strangers who know the password
-- cannot use up what the owner's own browser has.

create table portal.second_factor_guess (
  account_id uuid not null references portal.account on delete cascade,
  browser_digest text not null,
  failures integer not null,
  last_failed_at timestamptz not null,
  told_at timestamptz,
  primary key (account_id, browser_digest)
);

-- A step-up asks a member who is signed in for the second factor again; its code belongs to the
-- session and ends with it.
alter table portal.sign_in_attempt
  drop constraint sign_in_attempt_kind_check,
  add constraint sign_in_attempt_kind_check check (kind in ('otp', 'reset', 'link', 'step-up')),
  add column session_id uuid unique references portal.session on delete cascade;
