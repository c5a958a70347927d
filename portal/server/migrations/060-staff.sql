-- Members who work at the operator's console (features/staff). A person who goes stays as a row with
-- its end, so that names in the audit log go on naming who they named.

create table portal.staff (
  account_id uuid primary key references portal.account on delete cascade,
  -- What the audit log says of them.
  name text not null,
  roles text[] not null check (
    cardinality(roles) > 0
    and roles <@ array['support', 'billing', 'security', 'auditor', 'administrator']
  ),
  appointed_by text not null,
  appointed_at timestamptz not null,
  ended_at timestamptz
);
-- One name is one person, as long as they work here.
create unique index staff_name on portal.staff (name) where ended_at is null;
