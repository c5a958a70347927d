-- How far the sandbox's clock stands from the real one; one row.
create table sandbox.clock (
  only_row boolean primary key default true check (only_row),
  offset_ms bigint not null default 0
);

insert into sandbox.clock default values;

create table sandbox.mail (
  id bigint generated always as identity primary key,
  received_at timestamptz not null,
  envelope_from text not null,
  envelope_to text[] not null,
  raw bytea not null
);

create index mail_envelope_to on sandbox.mail using gin (envelope_to);

-- Addresses that were put off once; their next attempt is accepted (+greylist).
create table sandbox.mail_greylist (
  address text primary key
);
