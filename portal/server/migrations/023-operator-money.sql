-- An operator may leave a contract alone too.
alter table portal.parked_contract drop constraint parked_contract_reason_check;
alter table portal.parked_contract add constraint parked_contract_reason_check check (
  reason in ('missed-months', 'broken-books', 'unknown-charge', 'refused-request', 'operator')
);

-- For whom a notice is, and until when it is shown.
alter table portal.notice
  add column audience text not null default 'all'
    check (audience in ('all', 'detailed', 'free', 'security24')),
  add column shown_until timestamptz,
  add constraint notice_shown_after check (shown_until is null or shown_until > published_at);
