-- By what support finds an account whose name is sealed: keyed digests of the beginnings of the words
-- of its names, and of its corporate number. Whatever writes personal data marks its account here, the
-- version before this one too; a worker digests what is marked (features/support/account-search.ts).

create table portal.account_search (
  account_id uuid primary key references portal.account on delete cascade,
  -- The first 64 bits of each digest; what is found is opened and compared.
  digests bigint[] not null default '{}',
  is_stale boolean not null default true
);
create index account_search_digests on portal.account_search using gin (digests);
create index account_search_stale on portal.account_search (account_id) where is_stale;

-- How far accounts from before this table are marked, by their ids.
create table portal.account_search_backfill (
  only_row boolean primary key default true check (only_row),
  reached uuid not null,
  finished_at timestamptz
);
insert into portal.account_search_backfill (reached)
  values ('00000000-0000-0000-0000-000000000000');

-- As the owner, because the role of the version before has its rights to a new table a moment after it
-- is there.
create function portal.mark_account_search() returns trigger
language plpgsql security definer set search_path = portal, pg_catalog as $$
begin
  insert into portal.account_search as found (account_id) values (new.id)
  on conflict (account_id) do update set is_stale = true where not found.is_stale;
  return null;
end
$$;
create trigger account_search_written after insert or update of personal on portal.account
  for each row execute function portal.mark_account_search();
