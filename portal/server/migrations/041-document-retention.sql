-- An issued document is kept for the years that tax law wants. Then what names people goes: the
-- sealed snapshot and the PDF. Number, dates, amounts and hash stay, as the books do.
alter table portal.invoice add column document_removed_on date;

alter table portal.invoice drop constraint invoice_check3;
alter table portal.invoice add constraint invoice_document_kept check (
  state = 'draft' or snapshot_hash is not null and (snapshot is null) = (document_removed_on is not null)
);
-- Seven years, from two months after the end of a tax period that may last a year from the day of
-- issue: no setting and no fault of a program removes a document earlier.
alter table portal.invoice add constraint invoice_document_kept_long_enough check (
  document_removed_on > issued_on + interval '98 months'
);

create index invoice_document_kept on portal.invoice (issued_on) where snapshot is not null;

create or replace function portal.refuse_invoice_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' or old.state <> 'draft' and (
    (new.kind, new.number, new.contract_id, new.account_id, new.period, new.issued_on, new.due_on,
      new.amount, new.tax_percent, new.tax_amount, new.late_charge, new.total,
      new.snapshot is null and new.document_removed_on is null, new.snapshot_hash, new.corrects)
    is distinct from
    (old.kind, old.number, old.contract_id, old.account_id, old.period, old.issued_on, old.due_on,
      old.amount, old.tax_percent, old.tax_amount, old.late_charge, old.total,
      old.snapshot is null and old.document_removed_on is null, old.snapshot_hash, old.corrects)
    or old.document_removed_on is distinct from new.document_removed_on
      and old.document_removed_on is not null
  ) then
    raise exception 'issued invoices are immutable';
  end if;
  return new;
end
$$;
