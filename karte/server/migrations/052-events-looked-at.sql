-- 051 widened it without looking at what is there.
alter table karte.finding_event validate constraint finding_event_kind_check;
