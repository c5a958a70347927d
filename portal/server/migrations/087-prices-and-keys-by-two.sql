-- Wider: staff_request_act_check.
-- Prices and new keys at the operator's console are asked for by one person and confirmed by another
-- (features/staff). They are about no member.
alter table portal.staff_request
  drop constraint staff_request_act_check,
  add constraint staff_request_act_check
    check (act in ('refund', 'close-member', 'appoint-staff', 'remove-staff', 'restore-address',
      'recover-member', 'announce-price', 'rotate-signing-keys', 'rotate-data-keys')),
  alter column account_id drop not null,
  -- Of a price: from when, yen a month with tax, and the tax in it.
  add column effective_on date check ((act = 'announce-price') = (effective_on is not null)),
  add column monthly_price integer check (monthly_price > 0)
    check ((act = 'announce-price') = (monthly_price is not null)),
  add column tax_percent integer check (tax_percent between 0 and 100)
    check ((act = 'announce-price') = (tax_percent is not null)),
  -- Everything else is about somebody.
  add column is_of_service boolean generated always as
    (act in ('announce-price', 'rotate-signing-keys', 'rotate-data-keys')) stored
    check (is_of_service = (account_id is null));
