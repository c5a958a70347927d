-- What has to be mended for a finding to end: findings of one cause are worked together (decision 72).

-- cause: the key of karte/server/features/causes/cause-key.ts, null until it is computed.
-- cause_version: the rule's; 0 where a version before this one stored the finding.
-- grade_after: its domain's grade without the cause, as `points` has the score; 0 until a scan computes it.
alter table karte.finding
  add column cause text,
  add column cause_version smallint not null default 0,
  add column grade_after smallint not null default 0;

create index finding_by_cause on karte.finding (workspace_id, cause, is_open, work_order, id)
  include (domain_id) where cause is not null;
create index finding_without_cause on karte.finding (workspace_id) where cause_version < 1;

-- For the job: findings that have no cause yet. It names ids and nothing else.
create function karte.findings_without_cause(most integer)
returns table (workspace_id uuid, finding_id uuid)
language sql stable security definer set search_path = karte, pg_catalog as $$
  select f.workspace_id, f.id from karte.finding f where f.cause_version < 1
  order by f.workspace_id limit most
$$;
