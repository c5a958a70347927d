-- How often the company had moved the money of a dispute when its state was written down: a closed
-- one that has moved again was opened again.
alter table portal.dispute add column movements integer not null default 0;

-- The day on which it happened, also where its month was closed and it is posted into a later one:
-- on that day the payment company's ledger must have it too.
alter table portal.ledger_posting add column happened_on date;
create index ledger_posting_taken on portal.ledger_posting (happened_on)
  where kind in ('fee', 'payout', 'dispute', 'dispute-won');
