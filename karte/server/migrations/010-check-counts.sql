-- What is wrong, by check, over a whole workspace: read from one row for each check. Counting a million
-- findings took longer than a request may.

create table karte.domain_check (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  check_id text not null,
  findings integer not null,
  hosts integer not null,
  primary key (domain_id, check_id)
);

create table karte.check_count (
  workspace_id uuid not null references karte.workspace on delete cascade,
  check_id text not null,
  findings bigint not null,
  hosts bigint not null,
  domains bigint not null,
  primary key (workspace_id, check_id)
);

-- The first and the last of a check without reading all of them.
create index finding_by_check_age on karte.finding (workspace_id, is_open, check_id, first_seen_at, id);

-- Counts leave out what belongs to deleted domains, which are few.
create index domain_deleted on karte.domain (workspace_id, id) where deleted_at is not null;

-- Adds to the counts, in one order, so that two runs that end together never wait in a circle.
create function karte.add_check_counts(
  workspaces uuid[], checks text[], findings integer[], hosts integer[], domains integer[]
) returns void
language sql security definer set search_path = karte, pg_catalog as $$
  insert into karte.check_count as known (workspace_id, check_id, findings, hosts, domains)
  select w, c, sum(f), sum(h), sum(d) from unnest(workspaces, checks, findings, hosts, domains) x (w, c, f, h, d)
  where exists (select from karte.workspace k where k.id = w)
  group by w, c having sum(f) <> 0 or sum(h) <> 0 or sum(d) <> 0 order by w, c
  on conflict (workspace_id, check_id) do update set findings = known.findings + excluded.findings,
    hosts = known.hosts + excluded.hosts, domains = known.domains + excluded.domains
$$;
revoke execute on function karte.add_check_counts from public;

create function karte.count_checks() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  if tg_op = 'INSERT' then
    perform karte.add_check_counts(array_agg(a.workspace_id), array_agg(a.check_id),
        array_agg(a.findings), array_agg(a.hosts), array_agg(1))
      from added a join karte.domain d on d.id = a.domain_id and d.deleted_at is null
      having count(*) > 0;
  elsif tg_op = 'DELETE' then
    perform karte.add_check_counts(array_agg(r.workspace_id), array_agg(r.check_id),
        array_agg(-r.findings), array_agg(-r.hosts), array_agg(-1))
      from removed r join karte.domain d on d.id = r.domain_id and d.deleted_at is null
      having count(*) > 0;
  else
    perform karte.add_check_counts(array_agg(a.workspace_id), array_agg(a.check_id),
        array_agg(a.findings - r.findings), array_agg(a.hosts - r.hosts), array_agg(0))
      from added a join removed r using (domain_id, check_id)
      join karte.domain d on d.id = a.domain_id and d.deleted_at is null
      having count(*) > 0;
  end if;
  return null;
end $$;

create trigger domain_check_added after insert on karte.domain_check
  referencing new table as added for each statement execute function karte.count_checks();
create trigger domain_check_changed after update on karte.domain_check
  referencing new table as added old table as removed
  for each statement execute function karte.count_checks();
create trigger domain_check_removed after delete on karte.domain_check
  referencing old table as removed for each statement execute function karte.count_checks();

-- A domain that is deleted, or taken back, takes its findings along.
create function karte.count_checks_of_domains() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  perform karte.add_check_counts(array_agg(c.workspace_id), array_agg(c.check_id),
      array_agg(sign * c.findings), array_agg(sign * c.hosts), array_agg(sign))
    from (select a.id, case when a.deleted_at is null then 1 else -1 end as sign
          from added a join removed r using (id)
          where (a.deleted_at is null) <> (r.deleted_at is null)) moved
    join karte.domain_check c on c.domain_id = moved.id
    having count(*) > 0;
  return null;
end $$;

create trigger domain_moved after update on karte.domain
  referencing new table as added old table as removed
  for each statement execute function karte.count_checks_of_domains();

-- Writes anew how many open findings of each check a domain has.
create function karte.refresh_domain_checks(domain uuid) returns void
language sql volatile as $$
  with open as (
    select f.workspace_id, f.check_id, count(*)::int as findings, count(distinct f.host)::int as hosts
    from karte.finding f where f.domain_id = domain and f.is_open = 1
    group by f.workspace_id, f.check_id
  ), gone as (
    delete from karte.domain_check c
    where c.domain_id = domain and c.check_id not in (select check_id from open)
  )
  insert into karte.domain_check as known (workspace_id, domain_id, check_id, findings, hosts)
  select workspace_id, domain, check_id, findings, hosts from open
  on conflict (domain_id, check_id) do update
    set findings = excluded.findings, hosts = excluded.hosts
    where (known.findings, known.hosts) is distinct from (excluded.findings, excluded.hosts)
$$;

insert into karte.domain_check (workspace_id, domain_id, check_id, findings, hosts)
select workspace_id, domain_id, check_id, count(*), count(distinct host)
from karte.finding where is_open = 1 group by workspace_id, domain_id, check_id;

alter table karte.domain_check enable row level security;
alter table karte.domain_check force row level security;
create policy own on karte.domain_check using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));
alter table karte.check_count enable row level security;
alter table karte.check_count force row level security;
-- Sums over a whole workspace are not for people who see a part of it.
create policy own on karte.check_count using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
