-- What one person of the staff asks for and another confirms (features/staff). A row never changes but
-- for its decision, so that what is confirmed is what was shown.

create table portal.staff_request (
  id uuid primary key,
  act text not null check (act in ('refund', 'close-member')),
  account_id uuid not null references portal.account on delete cascade,
  -- Of a refund: the document's number, yen, and what stands on the credit note.
  invoice text,
  amount integer check (amount > 0),
  note text,
  check ((act = 'refund') = (invoice is not null and amount is not null and note is not null)),
  -- Why, for the audit log.
  reason text not null,
  asked_by uuid not null references portal.account on delete cascade,
  -- As the audit log names them.
  asked_name text not null,
  asked_at timestamptz not null,
  -- Nobody else could confirm it then: whoever asked may, a day later.
  is_alone boolean not null,
  expires_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'confirmed', 'withdrawn')),
  decided_name text,
  decided_at timestamptz,
  check ((state = 'waiting') = (decided_at is null) and (state = 'waiting') = (decided_name is null))
);
create index staff_request_account on portal.staff_request (account_id);
create index staff_request_asker on portal.staff_request (asked_by);
create index staff_request_expiry on portal.staff_request (expires_at);
