-- An application of an organisation is removed by name before the organisation goes
-- (features/openid/clients/client-registry.ts): the database no longer takes it along unsaid.
alter table portal.oidc_client
  drop constraint oidc_client_organisation_id_fkey,
  add constraint oidc_client_organisation_id_fkey
    foreign key (organisation_id) references portal.organisation;
