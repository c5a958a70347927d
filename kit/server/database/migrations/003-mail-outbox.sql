-- Mails on their way. `sealed` is AES-256-GCM over the whole mail, recipient included, and is
-- erased when the mail was sent or given up.
create table mail_outbox (
  id uuid primary key,
  message_id text not null unique,
  locale text not null,
  sealed bytea,
  state text not null default 'queued' check (state in ('queued', 'sent', 'refused', 'expired')),
  attempts integer not null default 0,
  queued_at timestamptz not null,
  finished_at timestamptz,
  -- The server's status code and enhanced code only; its text may repeat the address.
  last_problem text,
  check ((state = 'queued') = (sealed is not null))
);

create index mail_outbox_queued on mail_outbox (queued_at) where state = 'queued';
