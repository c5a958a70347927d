-- A mailed sign-up link moves the sign-up once; afterwards only the browser that holds it may use it.
alter table portal.sign_up_flow add column link_used_at timestamptz;
