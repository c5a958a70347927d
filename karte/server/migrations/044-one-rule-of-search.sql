-- What is searched for comes without differences of width and case; labels are read the same way.
create function karte.folded(words text) returns text
language sql immutable parallel safe strict as $$
  select lower(normalize(words, NFKC))
$$;

drop index karte.domain_grams;
drop index karte.domain_trigrams;
drop index karte.domain_by_name;
alter table karte.domain drop column search_text, drop column grams;
alter table karte.domain
  add column search_text text not null generated always as
    (karte.folded(name || ' ' || name_unicode || ' ' || label)) stored,
  add column grams text[] not null generated always as
    (karte.bigrams(karte.folded(name || ' ' || name_unicode || ' ' || label))) stored;
create index domain_grams on karte.domain using gin (grams);
create index domain_trigrams on karte.domain using gin (search_text karte.gin_trgm_ops);
create index domain_by_name on karte.domain (workspace_id, name, id)
  include (grade, proof, schedule, open_weight, open_critical, open_high, open_medium, open_low,
    open_info, search_text, responsible_key)
  where deleted_at is null;
