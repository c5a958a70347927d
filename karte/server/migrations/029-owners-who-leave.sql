-- The days on which a member leaves the service, while they can still take it back, as the portal told
-- them last; whoever's contract the workspace lives on. It closes with the last of its owners.
alter table karte.member
  add column leaves_on date,
  add column deleted_on date,
  add constraint member_leaving check ((leaves_on is null) = (deleted_on is null));
update karte.member m
  set leaves_on = (a.answer ->> 'endsOn')::date, deleted_on = (a.answer ->> 'deletesOn')::date
  from karte.contract_answer a
  where a.contract_owner = m.account_id and a.answer ->> 'endReason' = 'withdrawn'
    and a.answer ->> 'endsOn' is not null and a.answer ->> 'deletesOn' is not null;

-- In every workspace of theirs, closed ones too, which can be opened again.
create function karte.keep_leaving(account text, ends date, deletes date) returns void
language sql security definer set search_path = karte, pg_catalog as $$
  update karte.member m set leaves_on = ends, deleted_on = deletes
  where m.account_id = account and (m.leaves_on, m.deleted_on) is distinct from (ends, deletes)
$$;

-- The workspaces that close when an account goes, because no other owner stays. A suspended owner
-- decides about nothing, and counts as none.
create or replace function karte.owned_alone(account text)
returns table (workspace_id uuid, name text)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select w.id, w.name from karte.member m join karte.workspace w on w.id = m.workspace_id
  where m.account_id = account and m.role = 4 and m.suspended_at is null and w.closed_at is null
    and not exists (select from karte.member o
      where o.workspace_id = w.id and o.account_id <> account and o.role = 4
        and o.suspended_at is null and o.deleted_on is null)
  order by w.name, w.id
$$;
