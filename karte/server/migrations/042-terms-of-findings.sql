-- What a query asks of a finding and its report alone says: product, version, port and the like, as rows
-- of their own, so that an index finds them (decision 77).

-- A version as text that sorts as versions do: 1.9 before 1.18, 1.0-rc1 before 1.0, 1.0.2 before 1.0.2g.
create function karte.version_key(version text) returns text
language sql immutable parallel safe strict as $$
  select coalesce(string_agg(case
      when part[1] ~ '^[0-9]' then 'n' || to_char(least(length(ltrim(part[1], '0')), 99), 'FM00') || ltrim(part[1], '0')
      when part[1] in ('alpha', 'beta', 'dev', 'pre', 'preview', 'rc', 'snapshot') then '!' || part[1]
      else 'l' || part[1] end, '' order by place), '') || '$'
  from regexp_matches(left(lower(version), 100), '[0-9]+|[a-z]+', 'g') with ordinality found (part, place)
$$;

-- An address as text that sorts as addresses do, so that a network is from one to another.
create function karte.address_key(address inet) returns text
language sql immutable parallel safe strict as $$
  select family(address) || encode(substring(inet_send(address) from 5), 'hex')
$$;

-- field: 1 product, 2 version, 3 technology, 4 CVE, 5 EPSS in thousandths, 6 port, 7 address.
create table karte.finding_term (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null,
  finding_id uuid not null references karte.finding on delete cascade,
  check_id text not null,
  field smallint not null,
  -- Text that sorts as the field does: small letters, figures of one length, the keys above.
  value text collate "C" not null,
  primary key (finding_id, field, value)
);

create index finding_term_value on karte.finding_term (workspace_id, field, value, finding_id)
  include (domain_id, check_id);

alter table karte.finding_term enable row level security;
alter table karte.finding_term force row level security;
create policy own on karte.finding_term using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));

-- What a report says, field by field. Whatever a report holds, it is read without an error.
create function karte.terms_of(report jsonb) returns table (field smallint, value text)
language sql immutable parallel safe as $$
  with fact as (
    select e ->> 'name' as name, e -> 'value' as value
    from jsonb_array_elements(case jsonb_typeof(report -> 'evidence') when 'array' then report -> 'evidence'
      else '[]' end) e
    where jsonb_typeof(e) = 'object'),
  place as (select report -> 'place' ->> 'port' as port, report -> 'place' ->> 'address' as address)
  select distinct said.field::smallint, left(said.value, 300) from (
    select 1 as field, lower(f.value #>> '{}') as value from fact f
      where f.name in ('service.product', 'software.library')
    union all
    select 2, karte.version_key(f.value #>> '{}') from fact f
      where f.name in ('service.version', 'software.libraryVersion') and f.value #>> '{}' <> ''
    union all
    select 3, lower(f.value #>> '{}') from fact f where f.name in ('software.library', 'app.name')
    union all
    select 4, lower(one) from fact f, jsonb_array_elements_text(
        case jsonb_typeof(f.value) when 'array' then f.value else '[]' end) one
      where f.name = 'software.cves'
    union all
    select 5, to_char(round((f.value #>> '{}')::numeric * 1000), 'FM0000') from fact f
      where f.name = 'software.epss' and jsonb_typeof(f.value) = 'number'
        and (f.value #>> '{}')::numeric between 0 and 1
    union all
    select 6, lpad(p.port, 5, '0') from place p where p.port ~ '^[0-9]{1,5}$'
    union all
    select 7, karte.address_key(p.address::inet) from place p
      where pg_input_is_valid(p.address, 'inet')) said
  where said.value <> ''
$$;

create function karte.keep_terms() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  delete from karte.finding_term t where t.finding_id = new.id;
  insert into karte.finding_term (workspace_id, domain_id, finding_id, check_id, field, value)
    select new.workspace_id, new.domain_id, new.id, new.check_id, t.field, t.value from karte.terms_of(new.report) t;
  return null;
end $$;

create function karte.keep_added_terms() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.finding_term (workspace_id, domain_id, finding_id, check_id, field, value)
    select f.workspace_id, f.domain_id, f.id, f.check_id, t.field, t.value from added f, karte.terms_of(f.report) t;
  return null;
end $$;

-- By triggers, so that a version before this one keeps them, too.
create trigger finding_terms_added after insert on karte.finding referencing new table as added
  for each statement execute function karte.keep_added_terms();
-- Each scan writes its report anew, with another moment in it; most say the same.
create trigger finding_terms after update of report on karte.finding for each row
  when (old.report -> 'evidence' is distinct from new.report -> 'evidence'
    or old.report -> 'place' is distinct from new.report -> 'place')
  execute function karte.keep_terms();

insert into karte.finding_term (workspace_id, domain_id, finding_id, check_id, field, value)
  select f.workspace_id, f.domain_id, f.id, f.check_id, t.field, t.value from karte.finding f, karte.terms_of(f.report) t;

create index domain_by_label on karte.domain (workspace_id, label)
  where deleted_at is null and label <> '';

-- They are few, and asked for first.
create index finding_exploited on karte.finding (workspace_id, is_open, work_order, id)
  include (domain_id) where exploitation in (5, 6);
