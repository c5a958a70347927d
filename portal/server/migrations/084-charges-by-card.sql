-- Concurrently.
-- Support finds a member by a card's last four digits and the day of a charge: all of a month's charges
-- are on one day.
create index concurrently if not exists charge_attempt_card on portal.charge_attempt (card_last4, finished_at)
  where finished_at is not null;
