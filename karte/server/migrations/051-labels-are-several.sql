-- A domain has several labels (decision 107). `label` is their text, with commas between; here each is a row of
-- its own, so that an index finds it. A trigger keeps them, so that a version before this one keeps them, too.

-- What becomes of a severity that a policy said is a finding's history. First, in the order in which scans write:
-- one that ends waits for domains last. What is there fits; 052 looks at it without a lock.
-- Wider: finding_event_kind_check.
alter table karte.finding_event drop constraint finding_event_kind_check,
  add constraint finding_event_kind_check
  check (kind in ('state', 'comment', 'assignment', 'acceptance-notice', 'severity')) not valid;

alter table karte.finding_label add column key text not null generated always as (lower(label)) stored;
create index finding_label_key on karte.finding_label (workspace_id, key, finding_id);

create function karte.labels_in(label text) returns setof text
language sql immutable parallel safe strict as $$
  select distinct on (lower(one)) one
  from (select regexp_replace(part, '^\s+|\s+$', '', 'g') as one
    from regexp_split_to_table(label, '[,，、;；]') part) parts
  where one <> '' order by lower(one), one
$$;

create table karte.domain_label (
  workspace_id uuid not null references karte.workspace on delete cascade,
  domain_id uuid not null references karte.domain on delete cascade,
  label text not null,
  -- What a query compares.
  key text not null generated always as (lower(label)) stored,
  primary key (domain_id, key)
);
create index domain_label_key on karte.domain_label (workspace_id, key, domain_id);

alter table karte.domain_label enable row level security;
alter table karte.domain_label force row level security;
create policy own on karte.domain_label using (workspace_id = karte.workspace_now()
  and (not (select karte.restricted_now()) or domain_id in (select karte.visible_domains())));

create function karte.keep_labels() returns trigger
language plpgsql security definer set search_path = karte, pg_catalog as $$
begin
  if tg_op = 'UPDATE' then
    delete from karte.domain_label l where l.domain_id = new.id;
  end if;
  insert into karte.domain_label (workspace_id, domain_id, label)
    select new.workspace_id, new.id, one from karte.labels_in(new.label) one;
  return null;
end $$;

create trigger domain_labels_added after insert on karte.domain for each row
  when (new.label <> '') execute function karte.keep_labels();
create trigger domain_labels after update of label on karte.domain for each row
  when (old.label is distinct from new.label) execute function karte.keep_labels();

insert into karte.domain_label (workspace_id, domain_id, label)
  select d.workspace_id, d.id, one from karte.domain d, karte.labels_in(d.label) one where d.label <> '';
