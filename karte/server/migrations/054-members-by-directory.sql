-- Whose membership and role rest on the groups of their organisation's directory or provider, and go with
-- them. Who was invited by a person stays as that person wanted.
alter table karte.member add column by_directory boolean not null default false;
