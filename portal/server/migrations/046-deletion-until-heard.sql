-- A deletion is told until it is heard, however long an application is away: what hangs on the account
-- there would stay for ever otherwise. About every six hours at last, for more than twenty years; an
-- application that is taken out of the registry is told no more. Other events are hints, and end after
-- 25 tries, as every job does.
create or replace function portal.tell_applications(told_account uuid, event text) returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => 'portal.application-event',
    payload => json_build_object(
      'id', gen_random_uuid(), 'client', client.client_id, 'account', told_account,
      'event', event, 'at', floor(extract(epoch from now()))
    ),
    max_attempts => case when event = 'account-deleted' then 32767 else 25 end,
    job_key => 'application-event:' || event || ':' || client.client_id || ':' || told_account
  )
  from portal.oidc_client client
  where client.metadata ? 'events_uri' and (
    (event = 'account-deleted' and client.metadata ->> 'first_party' = 'true')
    or exists (select from portal.oidc_consent consent
      where consent.account_id = told_account and consent.client_id = client.client_id)
  )
$$;
