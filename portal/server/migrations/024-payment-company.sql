-- Movements of the company's ledger that are none of the kinds we know are differences by nature.
alter table portal.reconciliation_difference drop constraint reconciliation_difference_kind_check;
alter table portal.reconciliation_difference add constraint reconciliation_difference_kind_check
  check (kind in ('charge', 'fee', 'refund', 'dispute', 'dispute_won', 'payout', 'other'));

-- For how many days ahead its holder was last told that the card expires.
alter table portal.card add column warned_days smallint check (warned_days > 0);
