-- Mended, was sha256:41cf4e9af949fe0190e85aebb7cafcfca9d6b390b9d74e8635cc9559ee30cae4: a function's own setting needs a superuser.
-- What the operator's own systems (CRM, accounting) are told, by webhooks. An event is a job in the
-- commit that makes it true, with the facts as they were then; nothing is written while no receiver
-- wants it.

-- Events that were handed on: a job that runs twice tells once.
create table portal.operator_event (
  id uuid primary key,
  at timestamptz not null
);
create index operator_event_at on portal.operator_event (at);

create function portal.tell_operator(event text, facts jsonb) returns void
language plpgsql as $$
begin
  if kit.webhook_wanted('operator', event) then
    perform graphile_worker.add_job(
      identifier => 'portal.operator-event',
      payload => json_build_object('id', gen_random_uuid(), 'type', event, 'data', facts)
    );
  end if;
end
$$;

create function portal.tell_operator_of_account() returns trigger
language plpgsql as $$
begin
  perform portal.tell_operator(
    case when new.closed_at is null then 'account.created' else 'account.closed' end,
    jsonb_build_object('account', new.id, 'userType',
      case new.user_type when '1' then 'organisation' else 'personal' end, 'language', new.language)
  );
  return null;
end
$$;

create trigger operator_account_agreed
  after update on portal.account
  for each row when (not old.is_agree_service and new.is_agree_service)
  execute function portal.tell_operator_of_account();
create trigger operator_account_closed
  after update on portal.account
  for each row when (old.closed_at is null and new.closed_at is not null and new.is_agree_service)
  execute function portal.tell_operator_of_account();

create function portal.tell_operator_of_contract() returns trigger
language plpgsql as $$
begin
  perform portal.tell_operator('plan.changed', jsonb_build_object(
    'account', new.account_id, 'contract', new.id, 'plan', new.plan, 'startedOn', new.started_on,
    'freeUntil', new.free_until, 'nextBillingOn', new.next_billing_on,
    'monthlyPrice', new.monthly_price, 'endsOn', new.ends_on, 'endReason', new.end_reason,
    'endedOn', new.ended_on, 'suspendedOn', new.suspended_on));
  return null;
end
$$;

create trigger operator_contract_begun
  after insert on portal.contract
  for each row execute function portal.tell_operator_of_contract();
-- Not for a billing day that only moves on: that is told by the invoice.
create trigger operator_contract_changed
  after update on portal.contract
  for each row when (
    (old.plan, old.free_until, old.monthly_price, old.ends_on, old.end_reason, old.ended_on,
      old.suspended_on)
    is distinct from
    (new.plan, new.free_until, new.monthly_price, new.ends_on, new.end_reason, new.ended_on,
      new.suspended_on)
  )
  execute function portal.tell_operator_of_contract();

create function portal.tell_operator_of_invoice() returns trigger
language plpgsql as $$
begin
  perform portal.tell_operator('invoice.' || new.state, jsonb_build_object(
    'account', new.account_id, 'contract', new.contract_id,
    'invoice', new.number, 'period', new.period, 'total', new.total,
    'tax', new.tax_amount, 'lateCharge', new.late_charge, 'paidOn', new.paid_on));
  return null;
end
$$;

create trigger operator_invoice_settled
  after update on portal.invoice
  for each row when (new.kind = 'invoice' and old.state <> new.state
    and new.state in ('paid', 'uncollectible'))
  execute function portal.tell_operator_of_invoice();

create function portal.tell_operator_of_attempt() returns trigger
language plpgsql as $$
begin
  perform portal.tell_operator('payment.failed', (
    select jsonb_build_object('account', new.account_id, 'contract', i.contract_id,
      'invoice', i.number, 'period', i.period, 'attempt', new.attempt_number,
      'amount', new.amount, 'failure', new.failure)
    from portal.invoice i where i.id = new.invoice_id));
  return null;
end
$$;

create trigger operator_charge_failed
  after update on portal.charge_attempt
  for each row when (old.state <> 'failed' and new.state = 'failed')
  execute function portal.tell_operator_of_attempt();

create function portal.tell_operator_of_refund() returns trigger
language plpgsql as $$
begin
  perform portal.tell_operator('refund.succeeded', (
    select jsonb_build_object('account', i.account_id, 'contract', i.contract_id,
      'invoice', i.number, 'amount', new.amount)
    from portal.invoice i where i.id = new.invoice_id));
  return null;
end
$$;

create trigger operator_refund_succeeded
  after update on portal.refund
  for each row when (old.state <> 'succeeded' and new.state = 'succeeded')
  execute function portal.tell_operator_of_refund();
