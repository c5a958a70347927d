-- What a member is at an application or an API (RFC 9068, section 2.2.3.1), as an operator says.
create table portal.account_role (
  account_id uuid not null references portal.account on delete cascade,
  -- An application's id, or an API's identifier.
  audience text not null,
  role text not null,
  granted_at timestamptz not null,
  primary key (account_id, audience, role)
);
create index account_role_audience on portal.account_role (audience);
