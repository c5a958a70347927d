-- An organisation stands on its holder's contract and goes with the holder's account. What it is called
-- is the holder's registered company name. Its owners are members of it; an account is in one at most.

create table portal.organisation (
  id uuid primary key,
  holder_id uuid not null unique references portal.account on delete cascade,
  created_at timestamptz not null
);

create table portal.organisation_member (
  account_id uuid primary key references portal.account on delete cascade,
  organisation_id uuid not null references portal.organisation on delete cascade,
  role text not null check (role in ('owner', 'member')),
  joined_at timestamptz not null
);

create index organisation_member_organisation on portal.organisation_member (organisation_id);

-- A domain of mail addresses, as A-labels. A claim alone holds nothing: any number of organisations may
-- claim a domain, and one of them may hold it, by its own record.
create table portal.organisation_domain (
  id uuid primary key,
  organisation_id uuid not null references portal.organisation on delete cascade,
  domain text not null,
  -- Published in the DNS by whoever holds the domain.
  token text not null,
  claimed_at timestamptz not null,
  -- When the record was first found; null for a claim.
  proved_at timestamptz,
  checked_at timestamptz,
  -- What the last look found amiss.
  problem text check (problem in ('missing', 'unreachable', 'held')),
  -- Since when a proved domain's record has not been seen, and how many warnings went out since.
  unseen_since timestamptz,
  warnings integer not null default 0,
  lapsed_at timestamptz,
  unique (organisation_id, domain)
);

create unique index organisation_domain_held on portal.organisation_domain (domain)
  where proved_at is not null and lapsed_at is null;
create index organisation_domain_checked on portal.organisation_domain (checked_at)
  where proved_at is not null and lapsed_at is null;
