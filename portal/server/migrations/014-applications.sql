-- APIs that applications call with tokens of this provider (RFC 8707), beside the portal's own.
create table portal.oidc_resource (
  -- As it is named in requests and in the tokens' audience.
  identifier text primary key,
  name text not null,
  scope text not null,
  token_format text not null check (token_format in ('jwt', 'opaque')),
  algorithm text not null check (algorithm in ('RS256', 'ES256')),
  token_seconds integer not null check (token_seconds > 0),
  created_at timestamptz not null
);

-- Applications are told what happens to their members, from a job that is committed with it. Which
-- applications: those that a member allowed, or that are part of the service and work while the
-- member is away. Of two changes before the first is told, one event is enough.
create function portal.tell_applications(told_account uuid, event text) returns void
language sql as $$
  select graphile_worker.add_job(
    identifier => 'portal.application-event',
    payload => json_build_object(
      'id', gen_random_uuid(), 'client', client.client_id, 'account', told_account,
      'event', event, 'at', floor(extract(epoch from now()))
    ),
    job_key => 'application-event:' || event || ':' || client.client_id || ':' || told_account
  )
  from portal.oidc_consent consent
  join portal.oidc_client client on client.client_id = consent.client_id
  where consent.account_id = told_account and client.metadata ? 'events_uri'
$$;

create function portal.tell_of_contract() returns trigger
language plpgsql as $$
begin
  perform portal.tell_applications(new.account_id, 'plan-changed');
  return null;
end
$$;

create trigger contract_begun
  after insert on portal.contract
  for each row execute function portal.tell_of_contract();
create trigger contract_changed
  after update on portal.contract
  for each row when (
    (old.plan, old.free_until, old.next_billing_on, old.monthly_price, old.ends_on, old.ended_on,
      old.suspended_on)
    is distinct from
    (new.plan, new.free_until, new.next_billing_on, new.monthly_price, new.ends_on, new.ended_on,
      new.suspended_on)
  )
  execute function portal.tell_of_contract();

create function portal.tell_of_account() returns trigger
language plpgsql as $$
begin
  perform portal.tell_applications(
    new.id,
    case when old.closed_at is null and new.closed_at is not null
      then 'account-closed' else 'member-changed' end
  );
  return null;
end
$$;

create trigger account_changed
  after update on portal.account
  for each row when (
    (old.language, old.mfa_enabled) is distinct from (new.language, new.mfa_enabled)
    or (old.closed_at is null and new.closed_at is not null)
  )
  execute function portal.tell_of_account();
