-- Who has been here before. A person's own workspace is made on their first visit and never again:
-- whoever left or lost the last one is told so instead.
create table karte.known_account (
  account_id text primary key,
  first_seen_at timestamptz not null
);

insert into karte.known_account (account_id, first_seen_at)
select account_id, min(joined_at) from karte.member group by account_id;
