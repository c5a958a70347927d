-- What an address may feel of all processes together: the next moment for each kind of contact. The
-- key is a digest; nothing here says whose address it is. Unlogged: after a crash the pace begins anew.
drop table karte.address_lease;

create unlogged table karte.address_pace (
  key bigint not null,
  kind text not null,
  next_at timestamptz not null,
  primary key (key, kind)
);

-- Takes the next moment, and says how many milliseconds away it is.
create function karte.take_slot(address text, wanted text, spacing_ms double precision)
returns double precision
language sql volatile as $$
  insert into karte.address_pace as known (key, kind, next_at)
  values (hashtextextended(address, 0), wanted,
    clock_timestamp() + spacing_ms * interval '1 millisecond')
  on conflict (key, kind) do update
    set next_at = greatest(known.next_at, clock_timestamp()) + spacing_ms * interval '1 millisecond'
  returning greatest(0, extract(epoch from next_at - clock_timestamp()) * 1000 - spacing_ms)
$$;

create function karte.pause_address(address text, ms double precision) returns void
language sql volatile as $$
  insert into karte.address_pace as known (key, kind, next_at)
  select hashtextextended(address, 0), kind, clock_timestamp() + ms * interval '1 millisecond'
  from unnest(array['connect', 'request', 'question']) kind
  on conflict (key, kind) do update set next_at = greatest(known.next_at, excluded.next_at)
$$;
