-- Every card that was on file while a trial ran has had its one trial (Service Terms, article 7), the
-- one that began it and those that replaced it. Outlives the account, as the trial does.
create table portal.trial_card (
  card_digest text primary key,
  account_id uuid not null,
  since date not null
);
create index trial_card_account on portal.trial_card (account_id);
insert into portal.trial_card (card_digest, account_id, since)
  select card_digest, account_id, started_on from portal.trial where card_digest is not null;
alter table portal.trial drop column card_digest;
