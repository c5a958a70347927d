-- Claims that were allowed by themselves, beside the scopes, are remembered with them.
alter table portal.oidc_consent add column claims text not null default '';

-- When what applications may know of a member last changed (OpenID Connect's `updated_at`).
alter table portal.account add column updated_at timestamptz not null default now();
update portal.account set updated_at = created_at;

create function portal.date_change() returns trigger
language plpgsql as $$
begin
  new.updated_at := now();
  return new;
end
$$;

create trigger account_dated
  before update of personal, language on portal.account
  for each row execute function portal.date_change();

-- Secrets are random and long, so a digest is enough to recognise one, and needs no key to make.
-- Those from before stay sealed until they are replaced.
alter table portal.oidc_client add column secret_digest text;

-- A former secret works beside the new one until then, so that an application can change over.
alter table portal.oidc_client
  add column former_secret_digest text,
  add column former_secret_until timestamptz;
