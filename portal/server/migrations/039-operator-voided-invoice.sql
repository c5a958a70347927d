-- The operator's own systems are told of an invoice made void too: accounting has booked it as owed,
-- and a void one is owed no more. Its event has the facts of the other ends of an invoice.
drop trigger operator_invoice_settled on portal.invoice;
create trigger operator_invoice_settled
  after update on portal.invoice
  for each row when (new.kind = 'invoice' and old.state <> new.state
    and new.state in ('paid', 'uncollectible', 'void'))
  execute function portal.tell_operator_of_invoice();
