-- Months of the books that an operator has closed, in order and for good. What is told of one later
-- is posted into the first month that is open.
create table portal.closed_month (
  month date primary key check (extract(day from month) = 1),
  closed_at timestamptz not null,
  operator text not null,
  postings integer not null,
  -- What each account came to at the month's end, in yen.
  balances jsonb not null
);
create trigger closed_month_append_only before update or delete or truncate on portal.closed_month
  for each statement execute function portal.refuse_ledger_change();

create function portal.refuse_closed_month() returns trigger
language plpgsql as $$
begin
  if exists (
    select from posting_added
    where posted_on < (select max(month) + interval '1 month' from portal.closed_month)
  ) then
    raise exception 'a closed month takes no posting';
  end if;
  return null;
end
$$;
create trigger ledger_posting_open_month after insert on portal.ledger_posting
  referencing new table as posting_added
  for each statement execute function portal.refuse_closed_month();
