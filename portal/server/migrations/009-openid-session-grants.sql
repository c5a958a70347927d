-- What was allowed for as long as somebody is signed in ends with that session, in the same commit:
-- without its grant no code or token of it is worth anything. Access while away has no session.

alter table portal.oidc_record
  add column session_id uuid references portal.session on delete cascade;

create index oidc_record_session on portal.oidc_record (session_id) where session_id is not null;
