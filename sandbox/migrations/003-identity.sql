-- The external identity provider: its keys, the people made on its page, and whatever its
-- protocol engine keeps (sessions, codes, grants).

create table sandbox.identity_secret (
  only_row boolean primary key default true check (only_row),
  jwks jsonb not null,
  cookie_key text not null
);

create table sandbox.identity_account (
  subject text primary key,
  created_at timestamptz not null,
  email text not null,
  email_verified boolean not null,
  name text not null
);

create table sandbox.identity_record (
  model text not null,
  id text not null,
  payload jsonb not null,
  grant_id text,
  user_code text,
  uid text,
  expires_at timestamptz,
  consumed_at timestamptz,
  primary key (model, id)
);

create index identity_record_grant on sandbox.identity_record (grant_id) where grant_id is not null;
create index identity_record_uid on sandbox.identity_record (uid) where uid is not null;
create index identity_record_expiry on sandbox.identity_record (expires_at);
