-- Wider: sign_in_attempt_kind_check.
-- A sign-in at a provider, in a browser that is signed in to another account: it waits for a press.
alter table portal.sign_in_attempt
  drop constraint sign_in_attempt_kind_check,
  add constraint sign_in_attempt_kind_check
    check (kind in ('otp', 'reset', 'link', 'step-up', 'factor', 'other-account'));

-- Visits that a provider's own page began: one that never answers them would be asked for ever.
alter table portal.sso_visit add column began_at_provider boolean not null default false;
