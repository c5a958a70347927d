-- How a person likes to see lists. list: 1 domains, 2 findings, 3 assets.

-- A view: what a list's address is asked, under a name.
create table karte.saved_view (
  id uuid primary key,
  workspace_id uuid not null,
  account_id text not null,
  list smallint not null check (list between 1 and 3),
  name text not null,
  -- As in an address: "grade=D,E&sort=grade".
  query text not null,
  saved_at timestamptz not null,
  foreign key (workspace_id, account_id) references karte.member on delete cascade,
  unique (workspace_id, account_id, list, name)
);

-- The columns that somebody chose; without a row all of them.
create table karte.list_columns (
  workspace_id uuid not null,
  account_id text not null,
  list smallint not null check (list between 1 and 3),
  columns text[] not null,
  primary key (workspace_id, account_id, list),
  foreign key (workspace_id, account_id) references karte.member on delete cascade
);

do $$ declare t text; begin
  foreach t in array array['saved_view', 'list_columns'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I
      using (workspace_id = (select karte.workspace_now()))', t);
  end loop;
end $$;
