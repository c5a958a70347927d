-- Whether an owner has a webhook in use, for one event or for any. Triggers of an application ask
-- this in transactions that name another owner or none. It reads as the owner of the tables: a
-- function that sets app.webhook_owner by its own clause can only be made by a superuser.
create function kit.webhook_wanted(whose text, event text default null) returns boolean
language sql stable security definer set search_path = kit, pg_catalog as $$
  select exists (select from kit.webhook_endpoint e
    where e.owner = whose and e.disabled_at is null and (event is null or event = any (e.events)))
$$;
