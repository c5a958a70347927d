-- A cancelled contract that is withdrawn later keeps its last day, and is news all the same.
drop trigger contract_changed on portal.contract;
create trigger contract_changed
  after update on portal.contract
  for each row when (
    (old.plan, old.free_until, old.next_billing_on, old.monthly_price, old.ends_on, old.end_reason,
      old.ended_on, old.suspended_on)
    is distinct from
    (new.plan, new.free_until, new.next_billing_on, new.monthly_price, new.ends_on, new.end_reason,
      new.ended_on, new.suspended_on)
  )
  execute function portal.tell_of_contract();

-- Applications delete what hangs on an account alone on the day on which the portal does: those that
-- the member allowed, and our own in any case, for a member who took their access away left data there.
create or replace function portal.tell_applications(told_account uuid, event text) returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => 'portal.application-event',
    payload => json_build_object(
      'id', gen_random_uuid(), 'client', client.client_id, 'account', told_account,
      'event', event, 'at', floor(extract(epoch from now()))
    ),
    job_key => 'application-event:' || event || ':' || client.client_id || ':' || told_account
  )
  from portal.oidc_client client
  where client.metadata ? 'events_uri' and (
    (event = 'account-deleted' and client.metadata ->> 'first_party' = 'true')
    or exists (select from portal.oidc_consent consent
      where consent.account_id = told_account and consent.client_id = client.client_id)
  )
$$;

-- Who hears of the deletion need not hear of the closing before it, which waits where both are one
-- commit, as at the end of a withdrawal.
create function portal.tell_of_deletion() returns trigger
language plpgsql as $$
begin
  perform portal.tell_applications(old.id, 'account-deleted');
  perform graphile_worker.remove_job(
    'application-event:account-closed:' || consent.client_id || ':' || old.id)
  from portal.oidc_consent consent where consent.account_id = old.id;
  return old;
end
$$;
-- An account that never agreed was never anybody's member.
create trigger account_deleted
  before delete on portal.account
  for each row when (old.closed_at is not null)
  execute function portal.tell_of_deletion();
