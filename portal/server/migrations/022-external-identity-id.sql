-- A name for each linked identity that a page may show; issuer and subject stay inside.
alter table portal.external_identity
  add column id uuid not null default gen_random_uuid() unique;
