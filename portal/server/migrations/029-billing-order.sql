-- The month's run goes through the contracts in this order, a batch at a time: without the id every
-- batch would sort all that are due on one day.
drop index portal.contract_due;
create index contract_due on portal.contract (next_billing_on, id)
  where ended_on is null and next_billing_on is not null;
