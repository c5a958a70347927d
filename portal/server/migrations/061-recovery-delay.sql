-- Getting back in without password and second factor: a delay of 72 hours, in which the owner is told
-- and can stop it. A version that does not know it starts none.

create table portal.recovery_delay (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  -- The address whose mailbox began it: when the account has another one, nothing comes of it.
  email_digest text not null,
  started_at timestamptz not null,
  ends_at timestamptz not null,
  -- Until when its last link is good. The row stays that long, so that starts can be counted.
  finish_by timestamptz not null,
  stop_digest text not null unique,
  -- Of the link that sets the new password; mailed when the delay is over.
  finish_digest text unique,
  mails_sent smallint not null,
  outcome text check (outcome in ('stopped', 'proved', 'done')),
  closed_at timestamptz
);

create unique index recovery_delay_open on portal.recovery_delay (account_id) where outcome is null;
create index recovery_delay_account on portal.recovery_delay (account_id, started_at);
create index recovery_delay_expiry on portal.recovery_delay (finish_by);

-- Every session shows it with the profile.
create trigger recovery_delay_revision
  after insert or update or delete on portal.recovery_delay
  for each row execute function portal.raise_owner_revision();
