-- Addresses that customers gave for being told of events, and what was sent to them. Row level
-- security keeps the owners apart for every role that does not own these tables: each transaction
-- names the owner it is about ("*" is the change of sealing keys, which is about all).

create function kit.webhook_owner_now() returns text
language sql stable parallel safe as
$$ select nullif(current_setting('app.webhook_owner', true), '') $$;

create table kit.webhook_endpoint (
  id uuid primary key,
  -- Whose it is: a workspace, a client; the application says which.
  owner text not null,
  label text not null,
  form text not null check (form in ('standard', 'slack', 'teams')),
  -- Address and signing secrets, sealed: an address of Slack's is a secret by itself.
  sealed bytea not null,
  -- What of the address is shown.
  host text not null,
  events text[] not null,
  created_at timestamptz not null,
  created_by text,
  -- Since when nothing arrives any more; null while it does.
  failing_since timestamptz,
  disabled_at timestamptz,
  disabled_why text check (disabled_why in ('person', 'gone', 'failing'))
);

create index webhook_endpoint_owner on kit.webhook_endpoint (owner, created_at, id);

create table kit.webhook_delivery (
  id uuid primary key,
  owner text not null,
  endpoint_id uuid not null references kit.webhook_endpoint on delete cascade,
  -- The receiver's name for the event: the same in every try and in a replay.
  message_id uuid not null,
  event text not null,
  -- The body, sealed.
  sealed bytea not null,
  state text not null default 'queued' check (state in ('queued', 'delivered', 'failed')),
  attempts smallint not null default 0,
  created_at timestamptz not null,
  next_at timestamptz,
  finished_at timestamptz,
  last_status smallint,
  last_problem text,
  last_ms integer
);

create index webhook_delivery_owner on kit.webhook_delivery (owner, created_at, id);
create index webhook_delivery_endpoint on kit.webhook_delivery (endpoint_id, created_at, id);
create index webhook_delivery_created_at on kit.webhook_delivery (created_at);

do $$ declare t text; begin
  foreach t in array array['webhook_endpoint', 'webhook_delivery'] loop
    execute format('alter table kit.%I enable row level security', t);
    execute format('create policy own on kit.%I using
      (owner = (select kit.webhook_owner_now()) or (select kit.webhook_owner_now()) = ''*'')', t);
  end loop;
end $$;

-- The log is not kept for ever, whoever's it is.
create function kit.purge_webhook_deliveries(before timestamptz) returns bigint
language sql security definer set search_path = kit, pg_catalog as $$
  with gone as (delete from kit.webhook_delivery where created_at <= before returning 1)
  select count(*) from gone
$$;
