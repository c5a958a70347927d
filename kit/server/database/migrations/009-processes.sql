-- The processes that serve now: what each is, and with which data keys it seals and opens. Keys are
-- named by their id and a digest, so that two keys of one id are told apart. A process that stands
-- still or was killed is forgotten by the database's clock.
create table process (
  id uuid primary key,
  name text not null,
  seals_with text not null,
  opens text[] not null,
  started_at timestamptz not null default clock_timestamp(),
  seen_at timestamptz not null default clock_timestamp()
);
