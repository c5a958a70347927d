-- What a whole run's score was made of, so that points can be computed from the whole after every kind of
-- run, also after a re-check of one finding; and whether what is undecided could still make a grade worse.

alter table karte.run_result add column standing jsonb;

alter table karte.domain add column at_most boolean not null default false;
