-- Where copies of a member's documents go beside My Page: the address of whoever keeps the books, in
-- force once a code that was mailed there came back.
create table portal.accounting_address (
  account_id uuid primary key references portal.account on delete cascade,
  email bytea not null,
  since timestamptz not null
);

create table portal.accounting_proof (
  account_id uuid primary key references portal.account on delete cascade,
  email bytea not null,
  code_digest text not null,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index accounting_proof_expires on portal.accounting_proof (expires_at);

-- Which documents were copied, once each, however often the job runs.
create table portal.accounting_copy (
  invoice_id uuid primary key references portal.invoice,
  at timestamptz not null
);
