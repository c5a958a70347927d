-- An application of an organisation is removed by name before the organisation goes
-- (features/openid/clients/client-registry.ts): its row doesn't go along unsaid. The cascade stays,
-- because the release before knows the constraint; it finds the organisation's row gone already.
create function portal.refuse_unsaid_removal() returns trigger
language plpgsql as $$
begin
  if not exists (select from portal.organisation o where o.id = old.organisation_id) then
    raise exception 'application % is removed before its organisation', old.client_id
      using errcode = 'foreign_key_violation';
  end if;
  return old;
end
$$;

create trigger oidc_client_ends_by_name
  before delete on portal.oidc_client
  for each row when (old.organisation_id is not null)
  execute function portal.refuse_unsaid_removal();
