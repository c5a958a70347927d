-- What an organisation asks of its members' sign-ins, each kind from a day on. Of one kind there may be the
-- rule that holds and one to come; the latest whose day has come is the one that holds.
create table portal.organisation_rule (
  organisation_id uuid not null references portal.organisation on delete cascade,
  kind text not null,
  holds_from timestamptz not null,
  -- As the contract has it.
  rule jsonb not null,
  set_at timestamptz not null,
  -- How many of the reminders are done, and up to which account the next one has gone out.
  reminders integer not null default 0,
  reminded_up_to uuid,
  primary key (organisation_id, kind, holds_from)
);

-- Only what is to come is reminded of.
create index organisation_rule_reminders on portal.organisation_rule (holds_from) where reminders < 3;

-- Whom no rule keeps out, so that a mistake or an outage never keeps everybody out.
alter table portal.organisation
  add column break_glass_id uuid references portal.account on delete set null;
create index organisation_break_glass on portal.organisation (break_glass_id)
  where break_glass_id is not null;

-- Wider: sign_in_attempt_kind_check.
-- A sign-in whose proofs were right, and which waits for the factor that the organisation asks for.
alter table portal.sign_in_attempt
  drop constraint sign_in_attempt_kind_check,
  add constraint sign_in_attempt_kind_check
    check (kind in ('otp', 'reset', 'link', 'step-up', 'factor'));
