-- Provisioning by SCIM 2.0: what an organisation's directory says of its people and groups, under tokens
-- of its own. Access that the directory ended is ended on the account; a version that does not know the
-- column lets somebody in whom the directory took out, so sessions end with it all the same.

create table portal.scim_token (
  id uuid primary key,
  organisation_id uuid not null references portal.organisation on delete cascade,
  -- SHA-256 of the token, which is shown once and kept nowhere.
  token_digest text not null unique,
  -- Its last four characters, by which people tell tokens apart.
  hint text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz,
  -- How many of the warnings that it runs out were mailed.
  warnings smallint not null default 0
);

create index scim_token_organisation on portal.scim_token (organisation_id);
create index scim_token_expiry on portal.scim_token (expires_at);

create table portal.scim_user (
  id uuid primary key,
  organisation_id uuid not null references portal.organisation on delete cascade,
  -- Of the name without regard to case; the name itself is sealed with the rest.
  user_name_digest text not null,
  external_id text,
  email_digest text not null,
  personal bytea not null,
  active boolean not null,
  -- The account of somebody who has agreed to be in the organisation.
  account_id uuid references portal.account on delete set null,
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (organisation_id, user_name_digest),
  unique (organisation_id, external_id),
  unique (organisation_id, account_id)
);

create index scim_user_email on portal.scim_user (organisation_id, email_digest);
create index scim_user_order on portal.scim_user (organisation_id, created_at, id);
create index scim_user_account on portal.scim_user (account_id);

create table portal.scim_group (
  id uuid primary key,
  organisation_id uuid not null references portal.organisation on delete cascade,
  display_name text not null,
  external_id text,
  revision integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (organisation_id, external_id)
);

create index scim_group_order on portal.scim_group (organisation_id, created_at, id);
create index scim_group_name on portal.scim_group (organisation_id, lower(display_name));

create table portal.scim_group_member (
  group_id uuid not null references portal.scim_group on delete cascade,
  user_id uuid not null references portal.scim_user on delete cascade,
  primary key (group_id, user_id)
);

create index scim_group_member_user on portal.scim_group_member (user_id);

-- Since when an organisation's directory keeps the account's owner out; null for everybody else.
alter table portal.account add column access_ended_at timestamptz;

-- Applications end what they have of somebody: sessions, which they are told of apart, and tokens.
create function portal.tell_of_access() returns trigger
language plpgsql as $$
begin
  perform portal.tell_applications(new.id, 'access-ended');
  return null;
end
$$;

create trigger account_access_ended
  after update of access_ended_at on portal.account
  for each row when (old.access_ended_at is null and new.access_ended_at is not null)
  execute function portal.tell_of_access();

-- Who is a member no more, however that came, is nothing to the organisation's directory.
create function portal.forget_directory() returns trigger
language plpgsql as $$
begin
  update portal.scim_user set account_id = null
    where organisation_id = old.organisation_id and account_id = old.account_id;
  update portal.account set access_ended_at = null
    where id = old.account_id and access_ended_at is not null;
  return null;
end
$$;

create trigger organisation_member_left
  after delete on portal.organisation_member
  for each row execute function portal.forget_directory();
