-- Who held a sign-up before it went on in another browser, so that they are told so for as long as
-- they would have held it: by a row of its own, which tells nothing of what became of the sign-up.
create table portal.former_hold (
  cookie_digest text primary key,
  expires_at timestamptz not null
);
create index former_hold_expiry on portal.former_hold (expires_at);
insert into portal.former_hold (cookie_digest, expires_at)
  select former_digest, now() + interval '1 day' from portal.sign_up_flow
  where former_digest is not null
  on conflict do nothing;
-- The column stays for as long as the version before, which writes it, may still serve.
