-- An act writes its event without waiting for any other; the events are linked afterwards, in portions
-- (kit/007). What the chain held until now stays as it is, and its end is what the first header names.
--
-- Processes of the version before call append_audit, too, and get the new one at once. A call that
-- was under way in the old one, waiting for the lock, inserts a chained event after this: the trigger
-- makes an unlinked one of it.

create sequence portal.audit_event_id;

-- Waits for whoever is appending, and lets nobody begin until this is committed.
alter table portal.audit_event
  alter column previous_hash drop not null,
  alter column hash drop not null;

-- Only events of the chain as it was have a hash: their id is their position.
select setval('portal.audit_event_id', coalesce(max(id), 0) + 1, false) from portal.audit_event;

-- The words of an event that are hashed.
create function portal.audit_text(
  id bigint, account_id uuid, action text, at timestamptz, ip_address inet, device text, detail jsonb
) returns text
language sql immutable as $$
  select jsonb_build_array(
    id, account_id, action, (extract(epoch from at) * 1000)::bigint, host(ip_address), device, detail
  )::text
$$;

-- An event's leaf in a Merkle tree (RFC 9162, section 2.1.1).
create function portal.audit_leaf(
  id bigint, account_id uuid, action text, at timestamptz, ip_address inet, device text, detail jsonb
) returns bytea
language sql immutable as $$
  select sha256('\x00'::bytea || convert_to(
    portal.audit_text(id, account_id, action, at, ip_address, device, detail), 'UTF8'))
$$;

-- Writes one event and that it is to be linked. As the owner, because the application's role has its
-- rights to new tables a moment after they are there.
create or replace function portal.append_audit(
  new_account_id uuid, new_action text, new_at timestamptz, new_ip_address inet, new_device text,
  new_detail jsonb
) returns bigint
language plpgsql security definer set search_path = portal, pg_catalog as $$
declare
  new_id bigint := nextval('portal.audit_event_id');
begin
  insert into portal.audit_event (id, account_id, action, at, ip_address, device, detail)
  values (new_id, new_account_id, new_action, new_at, new_ip_address, new_device, new_detail);
  insert into kit.chain_pending (entry, log) values (new_id, 'portal.audit');
  return new_id;
end
$$;

create function portal.unchain_audit_event() returns trigger
language plpgsql security definer set search_path = portal, pg_catalog as $$
begin
  new.id := nextval('portal.audit_event_id');
  new.previous_hash := null;
  new.hash := null;
  insert into kit.chain_pending (entry, log) values (new.id, 'portal.audit');
  return new;
end
$$;

create trigger audit_event_unchained before insert on portal.audit_event
  for each row when (new.hash is not null) execute function portal.unchain_audit_event();

-- The application verifies in portions; this one read all of it by one statement.
drop function portal.first_broken_audit_event();
