-- An organisation may have several providers, each with addresses and domains of its own.

-- Wider: sso_connection_organisation_id_key.
alter table portal.sso_connection
  drop constraint sso_connection_organisation_id_key,
  -- What stands in the addresses that its provider knows; null is the organisation itself, as it was when there
  -- was one connection.
  add column address uuid;
create unique index sso_connection_address on portal.sso_connection (address);
create unique index sso_connection_own_address on portal.sso_connection (organisation_id)
  where address is null;
create index sso_connection_organisation on portal.sso_connection (organisation_id, created_at);
-- Of two that say the same of themselves nobody could tell whose a word is.
create unique index sso_connection_provider
  on portal.sso_connection (organisation_id, protocol, issuer, coalesce(client_id, ''));

-- What stands in the addresses of the next connection, so that they can be registered before it is set up.
alter table portal.organisation add column next_address uuid not null default gen_random_uuid();
create unique index organisation_next_address on portal.organisation (next_address);

-- Which provider logs a domain's people in: the one that was chosen, or else the first, where nothing was.
alter table portal.organisation_domain
  add column connection_id uuid references portal.sso_connection on delete set null,
  add column follows_first boolean not null default true;
create index organisation_domain_connection on portal.organisation_domain (connection_id)
  where connection_id is not null;
