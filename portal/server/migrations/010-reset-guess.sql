-- Guesses at a reset's code, counted by address and not on the reset: an address without a reset
-- costs the same write, so that the time of an answer tells nothing. Unlogged, as the counts of
-- limits are. portal.password_reset.tries is no longer read; it goes once no older version serves.
create unlogged table portal.reset_guess (
  email_digest text primary key,
  tries integer not null,
  expires_at timestamptz not null
);

create index reset_guess_expiry on portal.reset_guess (expires_at);
