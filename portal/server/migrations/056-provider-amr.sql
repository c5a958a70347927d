-- How the provider of an external ID says that it recognised the person (`amr`, RFC 8176), which
-- applications are told. Null where it says nothing, and for who signs in without one.
alter table portal.session add column provider_amr text[];
-- On the way there: a sign-in that waits for its second step, a sign-up.
alter table portal.sign_in_attempt add column provider_amr text[];
alter table portal.sign_up_flow add column provider_amr text[];
