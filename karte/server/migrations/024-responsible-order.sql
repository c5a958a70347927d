-- The list of domains by who answers for them: each person's together by name, nobody's at the end.
-- Of row level security only plain columns go with an index, so that "nobody" is a word of its own.
alter table karte.domain add column responsible_key text collate "C" not null
  generated always as (coalesce(responsible, '~')) stored;

create index domain_by_responsible on karte.domain (workspace_id, responsible_key, name, id)
  where deleted_at is null;
