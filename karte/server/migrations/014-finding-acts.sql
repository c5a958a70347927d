-- One act on findings, with what it takes to undo it.
create table karte.finding_act (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  account_id text not null,
  act jsonb not null,
  -- Of each finding that the act changed: its id and what it had before.
  before jsonb not null,
  at timestamptz not null,
  undone_at timestamptz
);
create index finding_act_workspace on karte.finding_act (workspace_id, at);

alter table karte.finding_act enable row level security;
alter table karte.finding_act force row level security;
-- Whoever works on findings sees the whole workspace.
create policy own on karte.finding_act using (workspace_id = karte.workspace_now()
  and not (select karte.restricted_now()));
