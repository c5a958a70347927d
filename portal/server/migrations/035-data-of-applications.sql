-- The names of the applications whose part a copy of somebody's data still lacks, because they did
-- not answer; they are asked again.
alter table portal.data_export add column missing text[] not null default '{}';
