-- How far sign-ups get (features/funnel): a row for each step that some sign-up reached, with the day on
-- which it began, where it came from and its plan. It says nothing of whose it was, and no row is ever
-- changed, so that sign-ups do not wait for each other.
create table portal.sign_up_tally (
  -- The first moment of its day in Tokyo.
  began_at timestamptz not null,
  source text not null check (source in ('register', 'external-id', 'login')),
  plan text not null check (plan in ('free', 'detailed', 'security24')),
  step text not null check (step in
    ('began', 'verification', 'information', 'confirmation', 'payment', 'agreement', 'finished'))
);
create index sign_up_tally_day on portal.sign_up_tally (began_at);

-- As the owner, because the role of the version before has its rights to a new table a moment after it
-- is there.
create function portal.tally_sign_up() returns trigger
language plpgsql security definer set search_path = portal, pg_catalog as $$
declare
  steps constant text[] := array['verification', 'information', 'confirmation', 'payment', 'agreement'];
  flow portal.sign_up_flow := coalesce(new, old);
  day constant timestamptz := date_trunc('day', flow.created_at, 'Asia/Tokyo');
begin
  if tg_op = 'INSERT' then
    insert into portal.sign_up_tally values (day, flow.origin, flow.plan, 'began');
    if flow.step <> 'verification' then
      insert into portal.sign_up_tally values (day, flow.origin, flow.plan, flow.step);
    end if;
  elsif tg_op = 'UPDATE' then
    -- Whoever goes back reaches nothing.
    if array_position(steps, new.step) > array_position(steps, old.step) then
      insert into portal.sign_up_tally values (day, flow.origin, flow.plan, flow.step);
    end if;
  elsif exists (select from portal.account where id = old.account_id and is_agree_service) then
    insert into portal.sign_up_tally values (day, flow.origin, flow.plan, 'finished');
  end if;
  return null;
end
$$;
create trigger sign_up_flow_tallied after insert or delete or update of step on portal.sign_up_flow
  for each row execute function portal.tally_sign_up();
