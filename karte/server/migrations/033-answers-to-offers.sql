-- Whoever offers the ownership or the contract hears what became of it, behind their bell too: news of
-- the workspace and of no domain. kind 8 offer.accepted, 9 offer.declined, 10 offer.expired. Whoever
-- sees some groups only has what is of no domain by mail alone, as the policies of both tables stay.
alter table karte.alert alter column domain_id drop not null;
alter table karte.alert_receipt alter column domain_id drop not null;

-- The workspaces in which an offer has run out unanswered.
create function karte.offers_over(at timestamptz, most integer) returns setof uuid
language sql stable security definer set search_path = karte, pg_catalog as $$
  select distinct o.workspace_id from karte.offer o where o.expires_at < at limit most
$$;

-- Offers go one by one, as whoever made them is told.
create or replace function karte.purge_expired(at timestamptz) returns bigint
language sql security definer set search_path = karte, pg_catalog as $$
  with invitations as (delete from karte.invitation where expires_at < at - interval '30 days' returning 1),
    places as (delete from karte.place where karte.place.at < $1 - interval '90 days' returning 1)
  select (select count(*) from invitations) + (select count(*) from places)
$$;

-- In which language an invitation is written, as whoever invites chose it.
alter table karte.invitation add column locale text not null default 'ja';
