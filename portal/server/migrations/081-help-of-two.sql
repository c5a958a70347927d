-- Wider: staff_request_act_check.
-- Help of two at the operator's console for who has lost every factor: it begins the delay of getting back
-- in (features/recovery).
alter table portal.staff_request
  drop constraint staff_request_act_check,
  add constraint staff_request_act_check
    check (act in ('refund', 'close-member', 'appoint-staff', 'remove-staff', 'restore-address', 'recover-member')),
  -- How the first made sure who asks.
  add column identity_checked text
    check (identity_checked in ('in-person', 'by-video', 'by-letter', 'by-organization'))
    check ((act = 'recover-member') = (identity_checked is not null));

-- Its mails say who began it.
alter table portal.recovery_delay add column by_staff boolean not null default false;
