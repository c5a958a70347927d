-- What the log's end was at a moment, signed by a key that the database does not hold: whoever owns
-- the database can redo the chain of hashes, and not these. Copies are kept elsewhere.
create table portal.audit_checkpoint (
  event_id bigint primary key,
  hash bytea not null,
  at timestamptz not null,
  signature bytea not null
);

create trigger audit_checkpoint_append_only
  before update or delete or truncate on portal.audit_checkpoint
  for each statement execute function portal.refuse_audit_change();
