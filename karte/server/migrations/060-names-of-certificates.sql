-- The hosts that a certificate is for can be asked: asset_term has them as field 5 (decision 130).

-- What is written meanwhile is written by the new function, or waits.
lock table karte.asset, karte.asset_term in share row exclusive mode;

-- Its names; of what was stored before they were kept, the one of its subject.
create function karte.names_of(certificate jsonb) returns setof text
language sql immutable parallel safe as $$
  select one #>> '{}' from jsonb_array_elements(case jsonb_typeof(certificate -> 'names') when 'array'
    then certificate -> 'names' else '[]' end) one where jsonb_typeof(one) = 'string'
  union
  select substring(certificate ->> 'subject' from '(?:^|\n|, ?)CN=([^\n,]+)')
    where jsonb_typeof(certificate -> 'names') is distinct from 'array'
$$;

create or replace function karte.terms_of_asset(name text, detail jsonb)
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
    select lower(name), 5, lower(one) from karte.names_of(detail -> 'certificate') one
    union all
    select lower(p.at), case p.source when 'ns' then 3 else 4 end, lower(name) from path p
      where p.source in ('ns', 'mx')) said
  where said.host <> '' and said.value <> ''
$$;

insert into karte.asset_term (workspace_id, domain_id, asset_id, host, field, value)
  select a.workspace_id, a.domain_id, a.id, t.host, t.field, t.value
  from karte.asset a, karte.terms_of_asset(a.name, a.detail) t
  where a.missing_since is null and a.detail -> 'certificate' is not null and t.field = 5;
