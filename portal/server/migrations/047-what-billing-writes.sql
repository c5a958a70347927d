-- Mended, was sha256:42b62431616d80d2e230d45d255a1d75a8128c2587b3cbf94741b98e9a6294c4: a function's own setting needs a superuser.
-- A month's run writes every invoice three times and every attempt three times, 100,000 of each: what
-- nobody reads costs as much there as what counts.

-- An attempt has no name at the company until it is answered.
alter table portal.charge_attempt drop constraint charge_attempt_gateway_gateway_charge_key;
create unique index charge_attempt_charge on portal.charge_attempt (gateway, gateway_charge)
  where gateway_charge is not null;
-- By the time of their end only failures are looked for.
drop index portal.charge_attempt_finished;
create index charge_attempt_failed on portal.charge_attempt (finished_at) where state = 'failed';

-- Asked by the trigger itself, row by row, and no function begun for what may change.
drop trigger invoice_immutable on portal.invoice;
create or replace function portal.refuse_invoice_change() returns trigger
language plpgsql as $$
begin
  raise exception 'issued invoices are immutable';
end
$$;
create trigger invoice_kept before delete on portal.invoice
  for each row execute function portal.refuse_invoice_change();
create trigger invoice_immutable before update on portal.invoice
  for each row when (
    old.state <> 'draft' and (
      (new.kind, new.number, new.contract_id, new.account_id, new.period, new.issued_on, new.due_on,
        new.amount, new.tax_percent, new.tax_amount, new.late_charge, new.total,
        new.snapshot is null and new.document_removed_on is null, new.snapshot_hash, new.corrects)
      is distinct from
      (old.kind, old.number, old.contract_id, old.account_id, old.period, old.issued_on, old.due_on,
        old.amount, old.tax_percent, old.tax_amount, old.late_charge, old.total,
        old.snapshot is null and old.document_removed_on is null, old.snapshot_hash, old.corrects)
      or old.document_removed_on is distinct from new.document_removed_on
        and old.document_removed_on is not null
    )
  )
  execute function portal.refuse_invoice_change();

-- Whether somebody listens is asked once for a statement, and not for each of its invoices.
create function portal.operator_listens() returns boolean
language plpgsql stable as $$
begin
  return kit.webhook_wanted('operator');
end
$$;

drop trigger operator_invoice_settled on portal.invoice;
create or replace function portal.tell_operator_of_invoice() returns trigger
language plpgsql as $$
begin
  if portal.operator_listens() then
    perform portal.tell_operator('invoice.' || i.state, jsonb_build_object(
      'account', i.account_id, 'contract', i.contract_id,
      'invoice', i.number, 'period', i.period, 'total', i.total,
      'tax', i.tax_amount, 'lateCharge', i.late_charge, 'paidOn', i.paid_on))
    from invoice_after i join invoice_before b on b.id = i.id
    where i.kind = 'invoice' and b.state <> i.state
      and i.state in ('paid', 'uncollectible', 'void')
    order by i.number;
  end if;
  return null;
end
$$;
create trigger operator_invoice_settled
  after update on portal.invoice
  referencing old table as invoice_before new table as invoice_after
  for each statement execute function portal.tell_operator_of_invoice();

-- One statement for all accounts whose contracts another one changed.
create function portal.raise_revision_of_contracts() returns trigger
language plpgsql as $$
begin
  update portal.account set revision = revision
    where id in (select account_id from contract_changed);
  return null;
end
$$;
drop trigger contract_revision on portal.contract;
create trigger contract_revision
  after insert or delete on portal.contract
  for each row execute function portal.raise_owner_revision();
-- A contract keeps its account.
create trigger contract_revision_of_many
  after update on portal.contract
  referencing new table as contract_changed
  for each statement execute function portal.raise_revision_of_contracts();
