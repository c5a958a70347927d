-- The operator's notices, and up to when each member has read them.

create table portal.notice (
  id uuid primary key,
  title_ja text not null,
  title_en text not null,
  body_ja text not null,
  body_en text not null,
  published_at timestamptz not null
);

create index notice_published on portal.notice (published_at desc);

create table portal.notice_read (
  account_id uuid primary key references portal.account on delete cascade,
  read_up_to timestamptz not null
);
