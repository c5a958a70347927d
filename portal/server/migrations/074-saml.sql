-- An organisation's provider may speak SAML 2.0. Then `issuer` is its entity ID, and there are no client,
-- secret and scopes but an address and certificates (PEM). The last of them to end is written beside them,
-- so that owners are told in time.

-- It asks of an OpenID provider what was asked of every one.
-- Wider: sso_connection_parts.
alter table portal.sso_connection
  alter column client_id drop not null,
  alter column client_secret drop not null,
  alter column scopes drop not null,
  add column protocol text not null default 'openid' check (protocol in ('openid', 'saml')),
  add column sso_url text,
  add column certificates text[],
  add column certificates_end_at timestamptz,
  -- How many of the warnings were sent.
  add column certificate_warnings integer not null default 0,
  add column allows_provider_start boolean not null default false,
  add constraint sso_connection_parts check (
    case protocol
      when 'openid' then
        client_id is not null and client_secret is not null and scopes is not null
      else
        sso_url is not null and certificates is not null and certificates_end_at is not null
    end
  );

-- The keys by which an organisation's SAML provider knows us: one signs requests, one opens what it encrypts.
create table portal.sso_key (
  organisation_id uuid primary key references portal.organisation on delete cascade,
  signing_certificate text not null,
  encryption_certificate text not null,
  -- Both private keys, sealed.
  private_keys bytea not null,
  created_at timestamptz not null
);

-- What a SAML provider sent for a visit, sealed, until the browser's page takes it up.
alter table portal.sso_visit add column answer bytea;

-- An assertion that was used, until it could not be used anyway.
create table portal.sso_assertion (
  connection_id uuid not null references portal.sso_connection on delete cascade,
  assertion_digest text not null,
  expires_at timestamptz not null,
  primary key (connection_id, assertion_digest)
);

create index sso_assertion_expiry on portal.sso_assertion (expires_at);
