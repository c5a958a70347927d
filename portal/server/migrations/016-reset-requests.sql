-- One row for each time somebody asks for a reset, whether the address has an account or not. The
-- link in the mail is enough by itself; the code counts only in the browser that asked, so that
-- nobody else's failures are counted against it. portal.password_reset and portal.reset_guess are
-- no longer written; they go once no older version serves.

create table portal.reset_request (
  id uuid primary key,
  browser_digest text not null,
  email_digest text not null,
  account_id uuid references portal.account on delete cascade,
  link_digest text unique,
  code_digest text,
  tries integer not null default 0,
  created_at timestamptz not null,
  expires_at timestamptz not null
);

create index reset_request_browser on portal.reset_request (browser_digest, email_digest);
create index reset_request_account on portal.reset_request (account_id);
create index reset_request_expiry on portal.reset_request (expires_at);
