-- Queries of a million findings within a tenth of a second (decision 130).

-- What is written meanwhile is written by the new function, or waits.
lock table karte.finding, karte.finding_term in share row exclusive mode;

-- A finding without a port, an address or a service has a row that says so, with no text: what lacks something
-- is found as what has it. Of the other fields most findings have none, and no index would find them sooner.
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
    select 6, case when p.port ~ '^[0-9]{1,5}$' then lpad(p.port, 5, '0') else '' end from place p
    union all
    select 7, case when pg_input_is_valid(p.address, 'inet') then karte.address_key(p.address::inet) else '' end
      from place p
    union all
    select 8, coalesce(karte.service_of(report), '')) said
  where said.value <> '' or said.field > 5
$$;

insert into karte.finding_term (workspace_id, domain_id, finding_id, check_id, field, value)
  select f.workspace_id, f.domain_id, f.id, f.check_id, lacks.field, ''
  from karte.finding f, (values (6::smallint), (7::smallint), (8::smallint)) lacks (field)
  where not exists (select from karte.finding_term t where t.finding_id = f.id and t.field = lacks.field);

-- Checks are few: which of them say a thing is read off an index, and their findings then come in the order of
-- work, check by check, instead of all in that order until enough of them say it.
create index finding_term_check on karte.finding_term (workspace_id, field, value, check_id, finding_id)
  include (domain_id);
drop index karte.finding_term_value;
drop index karte.finding_term_service;

-- As checks: severities and exposures are few, and each has its findings in the order of work.
create index finding_by_severity_work on karte.finding (workspace_id, is_open, severity, work_order, id)
  include (domain_id, state);
drop index karte.finding_by_severity;
create index finding_by_exposure on karte.finding (workspace_id, is_open, exposure, work_order, id)
  include (domain_id, severity);
-- With what else is asked of a finding itself: what does not fit is passed over without its row.
create index finding_by_check_order on karte.finding (workspace_id, is_open, check_id, work_order, id)
  include (domain_id, severity, state, category, exposure, due_on, assignee, first_seen_at, last_seen_at);
drop index karte.finding_by_check_work;
-- Next to none are without a cause, once it has been worked out.
create index finding_no_cause on karte.finding (workspace_id, is_open, work_order, id)
  include (domain_id) where cause is null;
