-- The OpenID provider's records. Identifiers that are worth something to a thief (codes, tokens)
-- are kept as SHA-256 only, and payloads do not repeat them.

create table portal.oidc_client (
  client_id text primary key,
  metadata jsonb not null,
  -- Sealed; null for clients that cannot keep one.
  secret bytea,
  created_at timestamptz not null
);

-- Codes, tokens, grants, interactions, pushed requests, proofs seen.
create table portal.oidc_record (
  model text not null,
  id_digest text not null,
  payload jsonb not null,
  grant_id text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id_digest)
);

create index oidc_record_grant on portal.oidc_record (grant_id) where grant_id is not null;
create index oidc_record_expiry on portal.oidc_record (expires_at);

-- What relying parties have of a session of the portal; it goes with that session. Without one it
-- is the memory of a sign-out page shown to somebody who is not signed in.
create table portal.oidc_session (
  id_digest text primary key,
  uid text not null unique,
  session_id uuid references portal.session on delete cascade,
  payload jsonb not null,
  expires_at timestamptz not null
);

create index oidc_session_session on portal.oidc_session (session_id);
create index oidc_session_expiry on portal.oidc_session (expires_at);

-- However a session ends (sign-out, another device, a new password, its eight hours): the relying
-- parties it was used for are told, from a job that is committed with its end.
create function portal.tell_relying_parties() returns trigger
language plpgsql as $$
begin
  perform graphile_worker.add_job(
    identifier => 'portal.back-channel-logout',
    payload => json_build_object(
      'accountId', old.payload -> 'accountId', 'authorizations', old.payload -> 'authorizations'
    )
  );
  return old;
end
$$;

create trigger oidc_session_ended
  before delete on portal.oidc_session
  for each row when (old.payload ? 'authorizations')
  execute function portal.tell_relying_parties();

-- What a member has allowed a third party's application.
create table portal.oidc_consent (
  account_id uuid not null references portal.account on delete cascade,
  client_id text not null references portal.oidc_client on delete cascade,
  scope text not null,
  granted_at timestamptz not null,
  primary key (account_id, client_id)
);

-- Signing keys, sealed. A key is published before it signs and for some time after.
create table portal.oidc_key (
  kid text primary key,
  algorithm text not null check (algorithm in ('RS256', 'ES256')),
  private_key bytea not null,
  signs_from timestamptz not null,
  published_until timestamptz
);
