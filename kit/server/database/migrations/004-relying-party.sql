-- For applications that sign people in by an OpenID provider.

-- A visit to the provider that has not come back yet; only the browser that began it may end it.
create table kit.relying_visit (
  state_digest text primary key,
  browser_digest text not null,
  client_id text not null,
  -- Verifier, nonce and where to go afterwards, sealed.
  sealed bytea not null,
  expires_at timestamptz not null
);

create index relying_visit_expires_at on kit.relying_visit (expires_at);

create table kit.relying_session (
  id uuid primary key,
  token_digest text not null unique,
  client_id text not null,
  subject text not null,
  -- The provider's name for its session (OpenID Connect Back-Channel Logout 1.0).
  provider_session text,
  created_at timestamptz not null,
  authenticated_at timestamptz not null,
  expires_at timestamptz not null,
  acr text,
  amr text[] not null,
  -- Claims and tokens, sealed. Tokens follow the machine's time, and so do the next two columns.
  sealed bytea not null,
  check_after timestamptz not null,
  -- Set while one process exchanges the refresh token, which may be used once only.
  exchanging_until timestamptz
);

create index relying_session_subject on kit.relying_session (client_id, subject);
create index relying_session_provider_session
  on kit.relying_session (client_id, provider_session);
create index relying_session_expires_at on kit.relying_session (expires_at);

-- Sessions of the provider that ended: a sign-in that was under way must not outlive them.
create table kit.relying_ended (
  client_id text not null,
  provider_session text not null,
  ended_at timestamptz not null,
  primary key (client_id, provider_session)
);
