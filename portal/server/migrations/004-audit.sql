-- Security-relevant acts, append-only and chained: each row's hash covers the row and the hash
-- before it, so that a changed, removed or inserted row breaks the chain from there on.
-- account_id is no foreign key: the record outlives the account.

create table portal.audit_event (
  id bigint primary key,
  account_id uuid,
  action text not null,
  at timestamptz not null,
  ip_address inet,
  device text,
  detail jsonb not null,
  previous_hash bytea not null,
  hash bytea not null
);

create index audit_event_account on portal.audit_event (account_id, id);

create function portal.audit_hash(
  previous bytea, id bigint, account_id uuid, action text, at timestamptz, ip_address inet,
  device text, detail jsonb
) returns bytea
language sql immutable as $$
  select sha256(
    previous || convert_to(
      jsonb_build_array(
        id, account_id, action, (extract(epoch from at) * 1000)::bigint, host(ip_address), device,
        detail
      )::text,
      'UTF8'
    )
  )
$$;

-- Appends one event. The lock orders writers until they commit: call it last in a transaction.
create function portal.append_audit(
  new_account_id uuid, new_action text, new_at timestamptz, new_ip_address inet, new_device text,
  new_detail jsonb
) returns bigint
language plpgsql as $$
declare
  last_id bigint;
  last_hash bytea;
begin
  perform pg_advisory_xact_lock(hashtext('portal.audit_event'));
  select event.id, event.hash into last_id, last_hash
    from portal.audit_event event order by event.id desc limit 1;
  last_id := coalesce(last_id, 0) + 1;
  last_hash := coalesce(last_hash, '\x'::bytea);
  insert into portal.audit_event values (
    last_id, new_account_id, new_action, new_at, new_ip_address, new_device, new_detail, last_hash,
    portal.audit_hash(
      last_hash, last_id, new_account_id, new_action, new_at, new_ip_address, new_device, new_detail
    )
  );
  return last_id;
end
$$;

-- The first event whose place in the chain is wrong; no row when the chain is whole.
create function portal.first_broken_audit_event() returns bigint
language sql stable as $$
  select checked.id
  from (
    select
      event.*,
      coalesce(lag(event.hash) over (order by event.id), '\x'::bytea) as expected_previous,
      row_number() over (order by event.id) as expected_id
    from portal.audit_event event
  ) checked
  where checked.previous_hash <> checked.expected_previous
    or checked.id <> checked.expected_id
    or checked.hash <> portal.audit_hash(
      checked.previous_hash, checked.id, checked.account_id, checked.action, checked.at,
      checked.ip_address, checked.device, checked.detail
    )
  order by checked.id
  limit 1
$$;

create function portal.refuse_audit_change() returns trigger
language plpgsql as $$
begin
  raise exception 'audit events are append-only';
end
$$;

create trigger audit_event_append_only
  before update or delete or truncate on portal.audit_event
  for each statement execute function portal.refuse_audit_change();
