-- Events for programs that watch (decision 92): by the transaction that wrote each, so that a reader
-- goes on where it was and misses nothing that is committed late.

-- 0 for what was there before: its transactions are long over.
alter table karte.finding_event add column xact bigint not null default 0;
alter table karte.finding_event alter column xact set default pg_current_xact_id()::text::bigint;

create index finding_event_stream on karte.finding_event (workspace_id, xact, id)
  include (domain_id, at) where kind = 'state';
