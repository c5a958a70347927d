-- A group's domains by score with what is open in them, kept by triggers: the list of groups summed up
-- half of a large workspace's domains each time. Slots are those of karte.score_count.
create table karte.group_sum (
  workspace_id uuid not null references karte.workspace on delete cascade,
  group_id uuid not null references karte.domain_group on delete cascade,
  slot smallint not null,
  domains integer not null,
  critical bigint not null,
  high bigint not null,
  medium bigint not null,
  low bigint not null,
  info bigint not null,
  primary key (group_id, slot)
);
create index group_sum_workspace on karte.group_sum (workspace_id);

-- Each writes in one order, so that two runs that end together never wait in a circle.
create function karte.group_sums_changed() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.group_sum as known
    (workspace_id, group_id, slot, domains, critical, high, medium, low, info)
  select g.workspace_id, g.id, karte.score_slot(x.score, x.last_run_at) as slot, sum(sign),
    sum(sign * open_critical), sum(sign * open_high), sum(sign * open_medium),
    sum(sign * open_low), sum(sign * open_info)
  from (select m.group_id, 1 as sign, d.score, d.last_run_at, d.open_critical, d.open_high, d.open_medium, d.open_low, d.open_info
    from added d join karte.group_member m on m.domain_id = d.id where d.deleted_at is null
    union all select m.group_id, -1 as sign, d.score, d.last_run_at, d.open_critical, d.open_high, d.open_medium, d.open_low, d.open_info
    from removed d join karte.group_member m on m.domain_id = d.id where d.deleted_at is null) x
  join karte.domain_group g on g.id = x.group_id
  group by g.workspace_id, g.id, slot
  having sum(sign) <> 0 or sum(sign * open_critical) <> 0 or sum(sign * open_high) <> 0
    or sum(sign * open_medium) <> 0 or sum(sign * open_low) <> 0 or sum(sign * open_info) <> 0
  order by g.id, slot
  on conflict (group_id, slot) do update set domains = known.domains + excluded.domains,
    critical = known.critical + excluded.critical, high = known.high + excluded.high,
    medium = known.medium + excluded.medium, low = known.low + excluded.low,
    info = known.info + excluded.info;
  return null;
end $$;

create function karte.group_sums_joined() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.group_sum as known
    (workspace_id, group_id, slot, domains, critical, high, medium, low, info)
  select g.workspace_id, g.id, karte.score_slot(x.score, x.last_run_at) as slot, sum(sign),
    sum(sign * open_critical), sum(sign * open_high), sum(sign * open_medium),
    sum(sign * open_low), sum(sign * open_info)
  from (select m.group_id, 1 as sign, d.score, d.last_run_at, d.open_critical, d.open_high, d.open_medium, d.open_low, d.open_info
    from added m join karte.domain d on d.id = m.domain_id where d.deleted_at is null) x
  join karte.domain_group g on g.id = x.group_id
  group by g.workspace_id, g.id, slot
  having sum(sign) <> 0 or sum(sign * open_critical) <> 0 or sum(sign * open_high) <> 0
    or sum(sign * open_medium) <> 0 or sum(sign * open_low) <> 0 or sum(sign * open_info) <> 0
  order by g.id, slot
  on conflict (group_id, slot) do update set domains = known.domains + excluded.domains,
    critical = known.critical + excluded.critical, high = known.high + excluded.high,
    medium = known.medium + excluded.medium, low = known.low + excluded.low,
    info = known.info + excluded.info;
  return null;
end $$;

create function karte.group_sums_left() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.group_sum as known
    (workspace_id, group_id, slot, domains, critical, high, medium, low, info)
  select g.workspace_id, g.id, karte.score_slot(x.score, x.last_run_at) as slot, sum(sign),
    sum(sign * open_critical), sum(sign * open_high), sum(sign * open_medium),
    sum(sign * open_low), sum(sign * open_info)
  from (select m.group_id, -1 as sign, d.score, d.last_run_at, d.open_critical, d.open_high, d.open_medium, d.open_low, d.open_info
    from removed m join karte.domain d on d.id = m.domain_id where d.deleted_at is null) x
  join karte.domain_group g on g.id = x.group_id
  group by g.workspace_id, g.id, slot
  having sum(sign) <> 0 or sum(sign * open_critical) <> 0 or sum(sign * open_high) <> 0
    or sum(sign * open_medium) <> 0 or sum(sign * open_low) <> 0 or sum(sign * open_info) <> 0
  order by g.id, slot
  on conflict (group_id, slot) do update set domains = known.domains + excluded.domains,
    critical = known.critical + excluded.critical, high = known.high + excluded.high,
    medium = known.medium + excluded.medium, low = known.low + excluded.low,
    info = known.info + excluded.info;
  return null;
end $$;

-- After the workspace's own counts (triggers run by name), as everywhere.
create trigger domain_summed after update on karte.domain
  referencing new table as added old table as removed
  for each statement execute function karte.group_sums_changed();
create trigger group_member_joined after insert on karte.group_member
  referencing new table as added
  for each statement execute function karte.group_sums_joined();
create trigger group_member_left after delete on karte.group_member
  referencing old table as removed
  for each statement execute function karte.group_sums_left();

  insert into karte.group_sum as known
    (workspace_id, group_id, slot, domains, critical, high, medium, low, info)
  select g.workspace_id, g.id, karte.score_slot(x.score, x.last_run_at) as slot, sum(sign),
    sum(sign * open_critical), sum(sign * open_high), sum(sign * open_medium),
    sum(sign * open_low), sum(sign * open_info)
  from (select m.group_id, 1 as sign, d.score, d.last_run_at, d.open_critical, d.open_high, d.open_medium, d.open_low, d.open_info
    from karte.group_member m join karte.domain d on d.id = m.domain_id where d.deleted_at is null) x
  join karte.domain_group g on g.id = x.group_id
  group by g.workspace_id, g.id, slot
  having sum(sign) <> 0 or sum(sign * open_critical) <> 0 or sum(sign * open_high) <> 0
    or sum(sign * open_medium) <> 0 or sum(sign * open_low) <> 0 or sum(sign * open_info) <> 0
  order by g.id, slot
  on conflict (group_id, slot) do update set domains = known.domains + excluded.domains,
    critical = known.critical + excluded.critical, high = known.high + excluded.high,
    medium = known.medium + excluded.medium, low = known.low + excluded.low,
    info = known.info + excluded.info;

alter table karte.group_sum enable row level security;
alter table karte.group_sum force row level security;
create policy own on karte.group_sum using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or group_id = any (karte.groups_now())));
