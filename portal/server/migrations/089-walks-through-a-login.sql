-- A walk through a login at the integrator's console: a return address and a secret that an application
-- has beside its own for some minutes (features/openid/clients/client-walks.ts).
alter table portal.oidc_client
  add column walk_redirect_uri text,
  add column walk_secret_digest text,
  add column walk_until timestamptz;
