-- Append-only logs whose entries are linked after they were written. Whoever writes an entry adds a
-- row to chain_pending in the same transaction and waits for nobody; one process at a time takes what
-- is there and writes a header over up to 256 entries: their Merkle root, and the hash of the header
-- before. Entries without a place in a header are in chain_pending, and no others.

-- Who does something that one process at a time does. It ends by the database's clock: a process that
-- stands still loses it.
create table lease (
  name text primary key,
  holder uuid not null,
  -- Grows with each change of holder; what is written under an older one is refused.
  token bigint not null,
  expires_at timestamptz not null
);

-- Takes the lease, or holds it for longer. Returns its token, or nothing while another has it.
create function take_lease(wanted text, by_holder uuid, milliseconds integer) returns bigint
language sql as $$
  insert into kit.lease as known (name, holder, token, expires_at)
  values (wanted, by_holder, 1, clock_timestamp() + milliseconds * interval '1 millisecond')
  on conflict (name) do update set holder = excluded.holder, expires_at = excluded.expires_at,
    token = known.token + (known.holder <> excluded.holder)::integer
  where known.holder = excluded.holder or known.expires_at <= clock_timestamp()
  returning token
$$;

create table chain_pending (
  entry bigint not null,
  -- Of which log: a database may have one, or one for each tenant.
  log text not null,
  since timestamptz not null default clock_timestamp(),
  primary key (entry, log)
)
-- Rows live for a moment, so that few of them are many dead ones.
with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 2000);

create table chain_header (
  log text not null,
  number bigint not null,
  -- Positions of a log are dense: this header's begin here and are as many as it has entries.
  first_position bigint not null,
  count integer not null check (count > 0 and count = cardinality(entries)),
  root bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  at timestamptz not null,
  entries bigint[] not null,
  primary key (log, number),
  unique (log, first_position)
);

create function refuse_header_change() returns trigger
language plpgsql as $$ begin
  -- Headers go with their log, and only so; nobody but the owner may delete at all.
  if tg_op = 'DELETE' and current_setting('kit.purging', true) = 'on' then return null; end if;
  raise exception 'headers are append-only';
end $$;

create trigger chain_header_append_only before update or delete or truncate on chain_header
  for each statement execute function kit.refuse_header_change();

-- What waits to be linked, in the order of entries; nothing while another process has the lease.
-- `lost` are entries that are not to be waited for. The setting is for databases that fence logs off
-- from each other: linking is about all of them.
create function pending_entries(
  lease_name text, by_holder uuid, most integer, lost bigint[]
) returns table (log text, entry bigint)
language plpgsql as $$ begin
  perform set_config('kit.linking', 'on', true);
  return query
    select p.log, p.entry from kit.chain_pending p
    where p.entry <> all (lost) and not exists (
      select from kit.lease l
      where l.name = lease_name and l.holder <> by_holder and l.expires_at > clock_timestamp())
    order by p.entry limit most;
end $$;

-- How many entries wait, and for how many seconds the oldest has.
create function pending_age(out entries bigint, out seconds double precision)
language plpgsql as $$ begin
  perform set_config('kit.linking', 'on', true);
  select count(*), coalesce(extract(epoch from clock_timestamp() - min(since)), 0)
    into entries, seconds from kit.chain_pending;
end $$;

-- Where a log ends; nothing when it has no header yet.
create function newest_header(of_log text)
returns table (number bigint, next_position bigint, hash bytea)
language plpgsql as $$ begin
  perform set_config('kit.linking', 'on', true);
  return query
    select h.number, h.first_position + h.count, h.hash from kit.chain_header h
    where h.log = of_log order by h.number desc limit 1;
end $$;

-- Writes one header, whole or not at all, by one statement: a process that stands still holds no lock.
-- Returns false when the lease was lost. Not waited for on disk: what a crash takes back was in
-- chain_pending before, and is linked again.
create function link_entries(
  lease_name text, lease_token bigint, of_log text, new_number bigint, new_position bigint,
  new_root bytea, new_previous bytea, new_hash bytea, new_at timestamptz, new_entries bigint[]
) returns boolean
language plpgsql as $$
declare
  taken bigint;
begin
  perform set_config('synchronous_commit', 'off', true), set_config('kit.linking', 'on', true);
  perform from kit.lease l
    where l.name = lease_name and l.token = lease_token and l.expires_at > clock_timestamp()
    for update;
  if not found then return false; end if;
  delete from kit.chain_pending p where p.log = of_log and p.entry = any (new_entries);
  get diagnostics taken = row_count;
  if taken <> cardinality(new_entries) then
    raise exception 'entries were linked or removed meanwhile' using errcode = 'serialization_failure';
  end if;
  insert into kit.chain_header values (of_log, new_number, new_position, cardinality(new_entries),
    new_root, new_previous, new_hash, new_at, new_entries);
  return true;
end $$;
