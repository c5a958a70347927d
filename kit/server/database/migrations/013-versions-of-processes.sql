-- Which release a process is of, so that what older ones use is not taken away while they serve. Null
-- of a release that did not say.
alter table process add column version text;
