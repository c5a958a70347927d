-- An external ID that is to be linked once the second factor of a sign-in by password is proved too.
alter table portal.sign_in_attempt
  add column links_issuer text,
  add column links_subject text;
