-- One trial for an account and a card, whichever plan it was of (Service Terms, article 7). Of an
-- account that had two, the one that a card took stays.
delete from portal.trial t using portal.trial other
  where other.account_id = t.account_id and other.id <> t.id
    and (t.card_digest is null, t.started_on, t.id)
      > (other.card_digest is null, other.started_on, other.id);
update portal.trial t set card_digest = null
  where exists (select from portal.trial other
    where other.card_digest = t.card_digest and (other.started_on, other.id) < (t.started_on, t.id));
alter table portal.trial
  drop constraint trial_plan_account_id_key,
  drop constraint trial_plan_card_digest_key,
  add constraint trial_of_account unique (account_id),
  add constraint trial_of_card unique (card_digest);
