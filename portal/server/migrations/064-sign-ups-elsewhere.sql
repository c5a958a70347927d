-- Which browser held a sign-up before it went on in another one, so that the first is told so.
alter table portal.sign_up_flow add column former_digest text;
create index sign_up_flow_former on portal.sign_up_flow (former_digest)
  where former_digest is not null;
