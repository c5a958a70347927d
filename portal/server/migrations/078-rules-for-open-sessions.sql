-- When the sessions that were open as a rule began to hold were held to it; null until then.
alter table portal.organisation_rule add column enforced_at timestamptz;
-- Those that hold already were promised to let open sessions go on.
update portal.organisation_rule set enforced_at = now() where holds_from <= now();
create index organisation_rule_unenforced on portal.organisation_rule (holds_from)
  where enforced_at is null;
