-- What an operator asked a member to confirm, and since when an answer is waited for (specification 9: ten
-- days, after which the membership may be cancelled). The text is in the mail alone.
create table portal.inquiry (
  id uuid primary key,
  account_id uuid not null references portal.account on delete cascade,
  -- The day of notice, in Tokyo; it is not counted.
  asked_on date not null,
  answered_on date,
  check (answered_on is null or answered_on >= asked_on)
);
create unique index inquiry_open on portal.inquiry (account_id) where answered_on is null;
