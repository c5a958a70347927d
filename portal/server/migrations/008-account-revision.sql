-- A number that grows with every change of what a member's profile shows, wherever it is stored.
-- A process may keep the profile it has read for as long as the number stays the same; kept by
-- triggers, so that no statement can change one without the other.

alter table portal.account add column revision integer not null default 0;

create function portal.raise_revision() returns trigger
language plpgsql as $$
begin
  new.revision := old.revision + 1;
  return new;
end
$$;

create trigger account_revision
  before update on portal.account
  for each row execute function portal.raise_revision();

create function portal.raise_owner_revision() returns trigger
language plpgsql as $$
begin
  update portal.account set revision = revision
    where id in (old.account_id, new.account_id);
  return null;
end
$$;

create trigger contract_revision
  after insert or update or delete on portal.contract
  for each row execute function portal.raise_owner_revision();
create trigger card_revision
  after insert or update or delete on portal.card
  for each row execute function portal.raise_owner_revision();
create trigger email_change_revision
  after insert or update or delete on portal.email_change
  for each row execute function portal.raise_owner_revision();
create trigger external_identity_revision
  after insert or update or delete on portal.external_identity
  for each row execute function portal.raise_owner_revision();
create trigger credential_revision
  after insert or delete on portal.credential
  for each row execute function portal.raise_owner_revision();
