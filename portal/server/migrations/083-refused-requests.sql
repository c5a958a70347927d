-- Wider: staff_roles_check.
-- What applications were refused (features/openid/refusals), for those who integrate them: no secret, and
-- nothing of a person. Each process writes what it refused, some at a time.
create table portal.oidc_refusal (
  id bigint generated always as identity primary key,
  at timestamptz not null,
  -- The name that the person's page and the application's answer have.
  reference text not null,
  endpoint text not null,
  -- The id that was sent; empty where none was.
  client_id text not null,
  -- False: no application had the id then.
  is_registered boolean not null,
  error text not null,
  description text,
  -- What the application itself was not told.
  detail text,
  received jsonb not null,
  registered jsonb not null
);

create index oidc_refusal_client on portal.oidc_refusal (client_id, id);
create index oidc_refusal_reference on portal.oidc_refusal (reference);
create index oidc_refusal_at on portal.oidc_refusal (at);

-- Whose application it is: of an organisation, which it ends with; null: the operator's.
alter table portal.oidc_client
  add column organisation_id uuid references portal.organisation on delete cascade;
create index oidc_client_organisation on portal.oidc_client (organisation_id)
  where organisation_id is not null;

-- Who looks after applications.
alter table portal.staff
  drop constraint staff_roles_check,
  add constraint staff_roles_check check (
    cardinality(roles) > 0
    and roles <@ array['support', 'billing', 'security', 'auditor', 'administrator', 'integrator']
  );
