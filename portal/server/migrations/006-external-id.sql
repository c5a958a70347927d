-- A visit to the external identity provider that has not come back yet. Only the browser that
-- began it may end it (browser_digest), and only once: the answer deletes the row.
-- secrets holds the PKCE verifier and the nonce, sealed.

create table portal.external_request (
  state_digest text primary key,
  browser_digest text not null,
  purpose text not null check (purpose in ('sign-in', 'sign-up')),
  plan text check (plan in ('detailed', 'free', 'security24')),
  locale text not null check (locale in ('ja', 'en')),
  secrets bytea not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  check ((purpose = 'sign-up') = (plan is not null))
);

create index external_request_expiry on portal.external_request (expires_at);

-- How a session's holder was recognised: what relying parties are told (amr, acr), and what an
-- external ID may change.
alter table portal.session
  add column first_factor text not null default 'password'
    check (first_factor in ('password', 'external')),
  add column second_factor boolean not null default false;
