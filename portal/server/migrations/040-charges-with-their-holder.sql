-- Where the holder's browser comes back to when the issuer asks for 3-D Secure: who pays by the link
-- of a mail or on My Page is there to prove it. Null: nobody is.
alter table portal.charge_attempt
  add column returns_to text check (returns_to in ('pay-link', 'my-page'));
