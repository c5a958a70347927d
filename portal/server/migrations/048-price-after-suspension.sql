-- Whoever comes back from a suspension keeps the price they had until this day, however long a new
-- one that they have not agreed to holds for others; null: never suspended since this was written.
alter table portal.contract add column prices_from date;
