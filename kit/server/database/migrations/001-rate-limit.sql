-- Counts of rate-limiter-flexible, whose statements fix these three columns. Unlogged: losing
-- counts in a crash costs nothing, and every limited call writes here.
create unlogged table rate_limit (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index rate_limit_expire on rate_limit (expire);
