-- That an organisation's directory keeps somebody out is told like a deletion, until it is heard: our own
-- applications hear it whether or not the consent is still there, because their tokens outlive it.
create or replace function portal.tell_applications(told_account uuid, event text) returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => 'portal.application-event',
    payload => json_build_object(
      'id', gen_random_uuid(), 'client', client.client_id, 'account', told_account,
      'event', event, 'at', floor(extract(epoch from now()))
    ),
    max_attempts => case when event in ('account-deleted', 'access-ended') then 32767 else 25 end,
    job_key => 'application-event:' || event || ':' || client.client_id || ':' || told_account
  )
  from portal.oidc_client client
  where client.metadata ? 'events_uri' and (
    (event in ('account-deleted', 'access-ended')
      and client.metadata ->> 'first_party' = 'true')
    or exists (select from portal.oidc_consent consent
      where consent.account_id = told_account and consent.client_id = client.client_id)
  )
$$;
