-- What a deletion removed, and what the law keeps: counted in the transaction that deleted.
create table portal.deletion (
  -- Names nobody any more: the account is gone.
  account_id uuid primary key,
  reason text not null check (reason in ('withdrawn', 'closed')),
  deleted_at timestamptz not null,
  -- Rows by table, before and after.
  removed jsonb not null,
  kept jsonb not null
);

-- A copy of somebody's own data, made by a worker and fetched for a week.
create table portal.data_export (
  account_id uuid primary key references portal.account on delete cascade,
  id uuid not null unique,
  requested_at timestamptz not null,
  ready_at timestamptz,
  expires_at timestamptz not null,
  -- Sealed; null until it is ready.
  content bytea
);
create index data_export_expiry on portal.data_export (expires_at);

-- Sealing again with a new key changes bytes and not what they say: the hash is of the text.
create or replace function portal.refuse_invoice_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'draft' and (
    (new.kind, new.number, new.contract_id, new.account_id, new.period, new.issued_on, new.due_on,
      new.amount, new.tax_percent, new.tax_amount, new.late_charge, new.total,
      new.snapshot is null, new.snapshot_hash, new.corrects)
    is distinct from
    (old.kind, old.number, old.contract_id, old.account_id, old.period, old.issued_on, old.due_on,
      old.amount, old.tax_percent, old.tax_amount, old.late_charge, old.total,
      old.snapshot is null, old.snapshot_hash, old.corrects)
  ) then
    raise exception 'issued invoices are immutable';
  end if;
  return new;
end
$$;

-- What the sealing of a document is named by, so that a rotation of keys finds it.
alter table portal.invoice_document
  add column sealed_as text generated always as (invoice_id::text || ':' || locale) stored;
create unique index invoice_document_sealed_as on portal.invoice_document (sealed_as);
