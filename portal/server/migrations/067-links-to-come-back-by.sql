-- Which mailed link an attempt was made by, so that the link to come back by lives no longer than it.
alter table portal.charge_attempt add column link_digest text;
