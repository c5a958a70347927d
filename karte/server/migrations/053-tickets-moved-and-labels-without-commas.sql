-- When we changed a ticket in its system last: a search there may still answer what was before.
alter table karte.ticket add column moved_at timestamptz;

-- A comma stands between labels and in none (decision 107). Policies could say one before that.
update karte.policy set label = regexp_replace(label, '\s*[,，、;；]\s*', '/', 'g')
  where label ~ '[,，、;；]';
insert into karte.finding_label (workspace_id, domain_id, finding_id, label)
  select workspace_id, domain_id, finding_id, regexp_replace(label, '\s*[,，、;；]\s*', '/', 'g')
  from karte.finding_label where label ~ '[,，、;；]' on conflict do nothing;
delete from karte.finding_label where label ~ '[,，、;；]';
