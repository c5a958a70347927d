-- Where something about a person is kept: also in workspaces that they have left, or that were
-- closed and are not yet removed. Whoever joins a workspace has an entry in its log, which stays as
-- long as the workspace does. Tells no more than the ids of what its argument names.

create index activity_account on karte.activity (account_id, workspace_id)
  where account_id is not null;

create function karte.traces_of(account text) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  with recursive logged as (
    (select a.workspace_id from karte.activity a where a.account_id = account
      order by a.workspace_id limit 1)
    union all
    select (select a.workspace_id from karte.activity a
      where a.account_id = account and a.workspace_id > l.workspace_id
      order by a.workspace_id limit 1)
    from logged l where l.workspace_id is not null)
  select m.workspace_id from karte.member m where m.account_id = account
  union
  select l.workspace_id from logged l where l.workspace_id is not null
  order by 1
$$;
