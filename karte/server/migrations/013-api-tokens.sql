-- The customer API: tokens by which programs call, and answers that are given again.

create table karte.api_token (
  id uuid primary key,
  workspace_id uuid not null references karte.workspace on delete cascade,
  label text not null,
  -- SHA-256 of the token; the token itself is shown once and kept nowhere.
  digest text not null unique,
  -- Its last four characters, by which people tell tokens apart.
  hint text not null,
  scopes text[] not null,
  -- Null sees the whole workspace.
  group_ids uuid[],
  created_by text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  last_used_at timestamptz
);

create index api_token_workspace on karte.api_token (workspace_id, created_at, id);

-- One call with an Idempotency-Key. While `answer` is null its outcome is not known: it goes on, or
-- its process died. Either way it is not done a second time.
create table karte.api_answer (
  workspace_id uuid not null references karte.workspace on delete cascade,
  token_id uuid not null references karte.api_token on delete cascade,
  key_digest text not null,
  request_digest text not null,
  begun_at timestamptz not null,
  -- Sealed: it may name people.
  answer bytea,
  primary key (token_id, key_digest)
);

create index api_answer_begun on karte.api_answer (begun_at);

do $$ declare t text; begin
  foreach t in array array['api_token', 'api_answer'] loop
    execute format('alter table karte.%I enable row level security', t);
    execute format('alter table karte.%I force row level security', t);
    execute format('create policy own on karte.%I using (workspace_id = (select karte.workspace_now())
      and not (select karte.restricted_now()))', t);
  end loop;
end $$;

-- Whose token it is, while it counts: not run out, its workspace open, its maker still a member.
-- Notes its use, at most once a minute.
create function karte.use_token(wanted text, at timestamptz)
returns table (id uuid, workspace_id uuid, name text, label text, scopes text[], group_ids uuid[],
  account_id text, role smallint, personal bytea, over_plan boolean, entitled boolean,
  heard_at timestamptz)
language plpgsql security definer set search_path = karte, pg_catalog as $$ begin
  update karte.api_token t set last_used_at = at
    where t.digest = wanted and (t.last_used_at is null or t.last_used_at < at - interval '1 minute');
  return query select t.id, t.workspace_id, w.name, t.label, t.scopes, t.group_ids,
      m.account_id, m.role, m.personal, karte.is_beyond_people(t.workspace_id, m.account_id),
      coalesce((a.answer -> 'entitlements' ->> 'api')::boolean, false), a.heard_at
    from karte.api_token t join karte.workspace w on w.id = t.workspace_id
    join karte.member m on m.workspace_id = t.workspace_id and m.account_id = t.created_by
    left join karte.contract_answer a on a.contract_owner = w.contract_owner
    where t.digest = wanted and t.expires_at > at and w.closed_at is null and m.suspended_at is null;
end $$;

-- Removes answers that are no longer given again, and tokens that ran out long ago.
create function karte.purge_tokens(at timestamptz) returns bigint
language sql security definer set search_path = karte, pg_catalog as $$
  with answers as (delete from karte.api_answer where begun_at < at - interval '24 hours' returning 1),
    tokens as (delete from karte.api_token where expires_at < at - interval '90 days' returning 1)
  select (select count(*) from answers) + (select count(*) from tokens)
$$;

-- An entry says by which token something was done.
create or replace function karte.append_activity(
  new_at timestamptz, new_action text, new_account_id text, new_ip_address inet, new_detail jsonb
) returns bigint
language plpgsql as $$
declare
  here uuid := karte.workspace_now();
  by_token text := nullif(current_setting('app.token', true), '');
  detail jsonb := new_detail;
  last_id bigint;
  last_hash bytea;
begin
  if by_token is not null then detail := detail || jsonb_build_object('token', by_token); end if;
  perform pg_advisory_xact_lock(hashtext('karte.activity'), hashtext(here::text));
  select a.id, a.hash into last_id, last_hash from karte.activity a
    where a.workspace_id = here order by a.id desc limit 1;
  last_id := coalesce(last_id, 0) + 1;
  last_hash := coalesce(last_hash, '\x'::bytea);
  insert into karte.activity values (here, last_id, new_at, new_action, new_account_id,
    new_ip_address, detail, last_hash, karte.activity_hash(last_hash, here, last_id, new_at,
      new_action, new_account_id, new_ip_address, detail));
  return last_id;
end $$;
