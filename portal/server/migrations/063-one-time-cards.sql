-- An invoice paid with a card for this once: the token of the company's fields, sealed, in the place of
-- a kept card, until the charge is decided. Such a try leaves the account, its card and the invoice's
-- course as they are.
alter table portal.charge_attempt
  add column is_one_time boolean not null default false,
  add column one_time_token bytea,
  add check (one_time_token is null or is_one_time),
  add check ((state in ('succeeded', 'failed')) <= (one_time_token is null));
