-- Installations from before 031 and 047 were mended have these functions with a setting of their own,
-- which only a superuser may give. Here they become what a new installation has.
create or replace function portal.tell_operator(event text, facts jsonb) returns void
language plpgsql as $$
begin
  if kit.webhook_wanted('operator', event) then
    perform graphile_worker.add_job(
      identifier => 'portal.operator-event',
      payload => json_build_object('id', gen_random_uuid(), 'type', event, 'data', facts)
    );
  end if;
end
$$;

create or replace function portal.operator_listens() returns boolean
language plpgsql stable as $$
begin
  return kit.webhook_wanted('operator');
end
$$;
