-- Wider: staff_request_act_check.
-- Appointments, and ways back to a member's former address, at the operator's console are asked for by
-- one person and confirmed by another (features/staff). Whom it is about is account_id.
alter table portal.staff_request
  drop constraint staff_request_act_check,
  add constraint staff_request_act_check
    check (act in ('refund', 'close-member', 'appoint-staff', 'remove-staff', 'restore-address')),
  -- Of an appointment: what the audit log is to say of them, and what they are to be.
  add column staff_name text check ((act = 'appoint-staff') = (staff_name is not null)),
  add column staff_roles text[] check ((act = 'appoint-staff') = (staff_roles is not null)),
  -- Of a former address: when it was changed.
  add column changed_at timestamptz check ((act = 'restore-address') = (changed_at is not null));

-- When somebody used the console last, to the minute.
alter table portal.staff add column last_seen_at timestamptz;
