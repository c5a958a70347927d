-- What a refresh token was exchanged for, sealed, for the few seconds in which the same application may
-- ask again because it never heard the answer, or because two of its tabs asked at once.
alter table portal.oidc_record add column successor bytea;

create index oidc_record_successor on portal.oidc_record (consumed_at) where successor is not null;
