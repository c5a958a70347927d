-- Searches for lists. A list has an order of its own, so that words are looked up in none: finding a
-- thousand of a million then costs no more than finding all of a thousand.

drop function karte.find_domains(text, integer);
drop function karte.find_assets(text, integer);
drop function karte.find_assets_like(text, integer);

-- For the search box: names that begin with the words, then others that have them.
create function karte.find_domains(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
  first uuid[];
begin
  first := array(
    select d.id from karte.domain d
    where d.workspace_id = karte.workspace_now() and d.deleted_at is null
      and d.name >= needle and d.name < needle || U&'\+10FFFF'
      and (not karte.restricted_now() or d.id in (select karte.visible_domains()))
    order by d.name limit most);
  return query select unnest(first);
  return query
    select d.id from karte.domain d
    where d.workspace_id = karte.workspace_now() and d.deleted_at is null
      and d.grams @> karte.bigrams(needle) and strpos(d.search_text, needle) > 0
      and (not karte.restricted_now() or d.id in (select karte.visible_domains()))
      and not (d.name >= needle and d.name < needle || U&'\+10FFFF')
    limit most - cardinality(first);
end $$;

create function karte.find_assets(words text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := lower(words);
  first uuid[];
begin
  first := array(
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now()
      and a.domain_id not in (select d.id from karte.domain d
        where d.workspace_id = karte.workspace_now() and d.deleted_at is not null)
      and a.name >= needle and a.name < needle || U&'\+10FFFF'
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
    order by a.name limit most);
  return query select unnest(first);
  return query
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now()
      and a.domain_id not in (select d.id from karte.domain d
        where d.workspace_id = karte.workspace_now() and d.deleted_at is not null)
      and a.grams @> karte.bigrams(needle) and strpos(a.search_text, needle) > 0
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
      and not (a.name >= needle and a.name < needle || U&'\+10FFFF')
    limit most - cardinality(first);
end $$;

-- A pattern of names, in which `*` stands for anything, as LIKE has it.
create function karte.name_pattern(pattern text) returns text
language sql immutable parallel safe strict as $$
  select replace(replace(replace(replace(lower(pattern), '\', '\\'), '%', '\%'), '_', '\_'), '*', '%')
$$;

create function karte.find_assets_like(pattern text, most integer) returns setof uuid
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  needle text := karte.name_pattern(pattern);
begin
  return query
    select a.id from karte.asset a
    where a.workspace_id = karte.workspace_now() and a.search_text like needle
      and a.domain_id not in (select d.id from karte.domain d
        where d.workspace_id = karte.workspace_now() and d.deleted_at is not null)
      and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
    limit most;
end $$;

-- Where findings are to be looked for that somebody names with words: domains that have them (`host`
-- is null, `open` how many open findings there are), and hosts of other domains that have them.
create function karte.find_places(words text, most integer)
returns table (domain_id uuid, host text, open integer)
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
#variable_conflict use_column
declare
  needle text := lower(words);
  found_already integer;
begin
  return query
    select d.id, null::text,
      d.open_critical + d.open_high + d.open_medium + d.open_low + d.open_info
    from karte.domain d
    where d.workspace_id = karte.workspace_now() and d.deleted_at is null
      and d.grams @> karte.bigrams(needle) and strpos(d.search_text, needle) > 0
      and (not karte.restricted_now() or d.id in (select karte.visible_domains()))
    limit most;
  get diagnostics found_already = row_count;
  if found_already < most then
    return query
      select a.domain_id, a.name, a.open_findings from karte.asset a
      join karte.domain d on d.id = a.domain_id and d.deleted_at is null
        and strpos(d.search_text, needle) = 0
      where a.workspace_id = karte.workspace_now() and a.type <= 2
        and a.grams @> karte.bigrams(needle) and strpos(a.search_text, needle) > 0
        and (not karte.restricted_now() or a.domain_id in (select karte.visible_domains()))
      limit most - found_already;
  end if;
end $$;

-- Whether a plan holds all domains is known from the counts; only then are they gone through.
create or replace function karte.first_domain_beyond(most integer)
returns table (added_at timestamptz, id uuid)
language plpgsql stable security definer set search_path = karte, pg_catalog as $$
declare
  here uuid := karte.workspace_now();
  owner text := karte.contract_owner_now();
begin
  if (select coalesce(sum(s.domains), 0) from karte.workspace w
      join karte.score_count s on s.workspace_id = w.id
      where w.contract_owner = owner and w.closed_at is null) <= most then
    return;
  end if;
  if not exists (select from karte.workspace w where w.contract_owner = owner and w.id <> here
      and w.closed_at is null) then
    return query select d.added_at, d.id from karte.domain d
      where d.workspace_id = here and d.deleted_at is null
      order by d.added_at, d.id offset most limit 1;
    return;
  end if;
  return query select o.added_at, o.id
    from karte.workspace w cross join lateral (
      select d.added_at, d.id from karte.domain d
      where d.workspace_id = w.id and d.deleted_at is null
      order by d.added_at, d.id limit most + 1) o
    where w.contract_owner = owner and w.closed_at is null
    order by o.added_at, o.id offset most limit 1;
end $$;
