-- What a query asks of the things that a finding is at, and of its service: when the certificate of its host ends
-- and who issued it, the name servers and mail hosts of its domain (decision 124).

-- What is written meanwhile is written by the new functions, or waits: else it would never have its terms.
lock table karte.asset, karte.finding, karte.finding_term in share row exclusive mode;

-- field: 1 end of the certificate, 2 its issuer, 3 name server, 4 mail host.
create table karte.asset_term (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null,
  asset_id uuid not null references karte.asset on delete cascade,
  -- Whose it is: the host with the certificate, or that for which DNS names a server.
  host text not null,
  field smallint not null,
  -- Text that sorts as the field does: a moment in ISO 8601 and UTC, else small letters.
  value text collate "C" not null,
  primary key (asset_id, field, host, value)
);

create index asset_term_value on karte.asset_term (workspace_id, field, value, host, domain_id);
create index asset_term_domain on karte.asset_term (domain_id, field, host, value);

alter table karte.asset_term enable row level security;
alter table karte.asset_term force row level security;
create policy own on karte.asset_term using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));

-- Whatever the inventory holds of an asset, it is read without an error.
create function karte.terms_of_asset(name text, detail jsonb)
  returns table (host text, field smallint, value text)
language sql immutable parallel safe as $$
  with certificate as (
    select regexp_match(detail -> 'certificate' ->> 'notAfter', '^([0-9]{4}(?:-[0-9]{2}){2}T[0-9]{2}(?::[0-9]{2}){2})(?:[.]([0-9]{1,3}))?Z$')
      as ends, detail -> 'certificate' ->> 'issuer' as issuer
    where detail -> 'certificate' is not null),
  path as (
    select p ->> 'source' as source, p ->> 'at' as at
    from jsonb_array_elements(case jsonb_typeof(detail -> 'foundBy') when 'array' then detail -> 'foundBy'
      else '[]' end) p
    where jsonb_typeof(p) = 'object')
  select distinct said.host, said.field::smallint, left(said.value, 300) from (
    select lower(name) as host, 1 as field, c.ends[1] || '.' || rpad(coalesce(c.ends[2], ''), 3, '0') || 'Z' as value
      from certificate c where c.ends is not null
    union all
    select lower(name), 2, lower(c.issuer) from certificate c
    union all
    select lower(p.at), case p.source when 'ns' then 3 else 4 end, lower(name) from path p
      where p.source in ('ns', 'mx')) said
  where said.host <> '' and said.value <> ''
$$;

create function karte.keep_asset_terms() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  delete from karte.asset_term t where t.asset_id = new.id;
  -- What is no longer there has no certificate, and serves nobody.
  if new.missing_since is null then
    insert into karte.asset_term (workspace_id, domain_id, asset_id, host, field, value)
      select new.workspace_id, new.domain_id, new.id, t.host, t.field, t.value
      from karte.terms_of_asset(new.name, new.detail) t;
  end if;
  return null;
end $$;

create function karte.keep_added_asset_terms() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  insert into karte.asset_term (workspace_id, domain_id, asset_id, host, field, value)
    select a.workspace_id, a.domain_id, a.id, t.host, t.field, t.value
    from added a, karte.terms_of_asset(a.name, a.detail) t where a.missing_since is null;
  return null;
end $$;

create trigger asset_terms_added after insert on karte.asset referencing new table as added
  for each statement execute function karte.keep_added_asset_terms();
-- Each scan writes an asset anew; most have what they had.
create trigger asset_terms after update of detail, missing_since on karte.asset for each row
  when ((old.missing_since is null) <> (new.missing_since is null)
    or old.detail -> 'certificate' is distinct from new.detail -> 'certificate'
    or old.detail -> 'foundBy' is distinct from new.detail -> 'foundBy')
  execute function karte.keep_asset_terms();

insert into karte.asset_term (workspace_id, domain_id, asset_id, host, field, value)
  select a.workspace_id, a.domain_id, a.id, t.host, t.field, t.value
  from karte.asset a, karte.terms_of_asset(a.name, a.detail) t where a.missing_since is null;

-- finding_term has the service as field 8: what answers at the port, as a check heard it, or what the report's
-- address or kind of check speaks.
create function karte.service_of(report jsonb) returns text
language sql immutable parallel safe as $$
  with fact as (
    select e ->> 'name' as name, e ->> 'value' as value
    from jsonb_array_elements(case jsonb_typeof(report -> 'evidence') when 'array' then report -> 'evidence'
      else '[]' end) e
    where jsonb_typeof(e) = 'object')
  select lower(coalesce(
    (select f.value from fact f where f.name = 'port.answers' and f.value <> '' limit 1),
    (select f.value from fact f where f.name = 'port.service' and f.value <> '' limit 1),
    case when exists (select from fact f where f.name = 'ssh.protocol') then 'ssh' end,
    substring(report -> 'place' ->> 'url' from '^(https?):'),
    case when report ->> 'category' = 'mail' and report -> 'place' ->> 'port' = '25' then 'smtp'
      when report ->> 'category' = 'dns' and report -> 'place' ->> 'port' = '53' then 'dns'
      when report ->> 'category' in ('tls', 'http') and report -> 'place' ->> 'port' = '443' then 'https' end))
$$;

create or replace function karte.terms_of(report jsonb) returns table (field smallint, value text)
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
      where pg_input_is_valid(p.address, 'inet')
    union all
    select 8, karte.service_of(report)) said
  where said.value <> ''
$$;

insert into karte.finding_term (workspace_id, domain_id, finding_id, check_id, field, value)
  select f.workspace_id, f.domain_id, f.id, f.check_id, 8, said.service
  from karte.finding f, lateral (select karte.service_of(f.report) as service offset 0) said
  where said.service <> '';

-- Which checks speak of which service, without reading what each of a million findings says.
create index finding_term_service on karte.finding_term (workspace_id, value, check_id)
  include (domain_id) where field = 8;
