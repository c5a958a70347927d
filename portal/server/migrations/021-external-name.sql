-- The name that an external identity provider gave, sealed: the sign-up's form begins with it.
alter table portal.sign_up_flow add column external_name bytea;
