-- The payment company keeps a refund's key for a day from its first sending on; only then may the same
-- request be repeated. What was open before has been sent, within minutes of its making.
alter table portal.refund
  add column sent_at timestamptz,
  -- An operator's word that the company never made it: it is asked for once more, and given up.
  add column released_at timestamptz,
  add constraint refund_released_after check (released_at is null or sent_at is not null);
update portal.refund set sent_at = created_at where state = 'created';

alter table portal.parked_contract drop constraint parked_contract_reason_check;
alter table portal.parked_contract add constraint parked_contract_reason_check check (
  reason in (
    'missed-months', 'broken-books', 'unknown-charge', 'unknown-refund', 'refused-request', 'operator'
  )
);
