-- What an organisation's provider says of its people's groups or roles, and which role each stands for in
-- the management application. Groups of its directory count alike (portal.scim_group).

-- The claim, or SAML attribute, that has them; null where none is read.
alter table portal.organisation add column groups_claim text;

-- As the provider said at the last sign-in.
alter table portal.organisation_member add column provider_groups text[];
-- The same of somebody who is asked whether to join.
alter table portal.sso_joining add column provider_groups text[];

create table portal.organisation_group_role (
  organisation_id uuid not null references portal.organisation on delete cascade,
  -- A group's name or identifier, as the provider or the directory has it.
  value text not null,
  -- Never owner: nobody is given a workspace by a group.
  role text not null check (role in ('viewer', 'member', 'admin')),
  -- Names of the groups of domains that a viewer sees; null for all.
  domain_groups text[],
  primary key (organisation_id, value)
);

create function portal.maps_groups(organisation uuid) returns boolean
language sql stable as $$
  select exists (select from portal.organisation_group_role where organisation_id = organisation)
$$;

-- Applications read a member anew whose groups have changed, whoever changed them.
create function portal.tell_of_directory() returns trigger
language plpgsql as $$
declare
  told uuid;
  organisation uuid;
begin
  if tg_table_name = 'organisation_member' then
    told := coalesce(new.account_id, old.account_id);
    organisation := coalesce(new.organisation_id, old.organisation_id);
  elsif tg_table_name = 'scim_user' then
    told := coalesce(new.account_id, old.account_id);
    organisation := coalesce(new.organisation_id, old.organisation_id);
  else
    select u.account_id, u.organisation_id into told, organisation from portal.scim_user u
    where u.id = coalesce(new.user_id, old.user_id);
  end if;
  -- What an organisation that goes mapped goes before its members: whoever leaves is told of in any case.
  if told is not null
    and (tg_table_name = 'organisation_member' or portal.maps_groups(organisation)) then
    perform portal.tell_applications(told, 'member-changed');
  end if;
  return null;
end
$$;

create trigger organisation_member_changed
  after update of provider_groups on portal.organisation_member
  for each row when (old.provider_groups is distinct from new.provider_groups)
  execute function portal.tell_of_directory();
create trigger organisation_member_joined
  after insert or delete on portal.organisation_member
  for each row execute function portal.tell_of_directory();
create trigger scim_group_member_changed
  after insert or delete on portal.scim_group_member
  for each row execute function portal.tell_of_directory();
create trigger scim_user_linked
  after update of account_id, active on portal.scim_user
  for each row when (
    (old.account_id, old.active) is distinct from (new.account_id, new.active)
  )
  execute function portal.tell_of_directory();
create trigger scim_user_removed
  after delete on portal.scim_user
  for each row execute function portal.tell_of_directory();

create function portal.tell_of_group() returns trigger
language plpgsql as $$
begin
  if portal.maps_groups(new.organisation_id) then
    perform portal.tell_applications(u.account_id, 'member-changed')
    from portal.scim_group_member m join portal.scim_user u on u.id = m.user_id
    where m.group_id = new.id and u.account_id is not null;
  end if;
  return null;
end
$$;

create trigger scim_group_renamed
  after update of display_name, external_id on portal.scim_group
  for each row when (
    (old.display_name, old.external_id) is distinct from (new.display_name, new.external_id)
  )
  execute function portal.tell_of_group();

-- Who comes to the management application for the first time has their role at once.
create function portal.tell_of_consent() returns trigger
language plpgsql as $$
begin
  if exists (select from portal.organisation_member m
    where m.account_id = new.account_id and portal.maps_groups(m.organisation_id)) then
    perform portal.tell_applications(new.account_id, 'member-changed');
  end if;
  return null;
end
$$;

create trigger consent_given
  after insert on portal.oidc_consent
  for each row execute function portal.tell_of_consent();
