-- A charge whose holder is present may wait for 3-D Secure, and then has somewhere to return to.
alter table sandbox.payment_charge
  drop constraint payment_charge_status_check,
  add constraint payment_charge_status_check
    check (status in ('succeeded', 'failed', 'requires_action')),
  add column return_url text,
  add column wrong_codes integer not null default 0,
  add check (status <> 'requires_action' or return_url is not null);

create index payment_charge_waiting on sandbox.payment_charge (created_at)
  where status = 'requires_action';
