-- Answers to announced prices are agreements: each is kept as it was given, with the amount that was
-- on the screen and the language of the sentence. The latest one to a price counts. From where it
-- came stands in the audit log.
create table portal.price_answer_kept (
  id bigint generated always as identity primary key,
  contract_id uuid not null references portal.contract on delete cascade,
  effective_on date not null,
  -- Yen a month, tax included: what was asked about, and what was paid before.
  monthly_price integer not null check (monthly_price >= 0),
  former_price integer check (former_price >= 0),
  -- Null for answers from before this was kept.
  locale text check (locale in ('ja', 'en')),
  accepted boolean not null,
  answered_at timestamptz not null
);

-- Who was asked on a day of their own (prices_from) was asked about the last price that was
-- announced by then and begins no later.
insert into portal.price_answer_kept
  (contract_id, effective_on, monthly_price, accepted, answered_at)
  select answer.contract_id, answer.effective_on,
    coalesce((
      select price.monthly_price from portal.plan_price price
      where price.plan = contract.plan and price.effective_on <= answer.effective_on
        and price.announced_at <= answer.answered_at
      order by price.effective_on desc limit 1
    ), contract.monthly_price, 0),
    answer.accepted, answer.answered_at
  from portal.price_answer answer join portal.contract contract on contract.id = answer.contract_id
  order by answer.answered_at, answer.contract_id, answer.effective_on;

drop table portal.price_answer;
alter table portal.price_answer_kept rename to price_answer;
alter sequence portal.price_answer_kept_id_seq rename to price_answer_id_seq;
alter index portal.price_answer_kept_pkey rename to price_answer_pkey;
alter table portal.price_answer rename constraint price_answer_kept_contract_id_fkey
  to price_answer_contract_id_fkey;
-- Those that are given from now on have a language.
alter table portal.price_answer add constraint price_answer_in_words check (locale is not null) not valid;
create index price_answer_latest on portal.price_answer
  (contract_id, effective_on, monthly_price, id desc);

create function portal.refuse_price_answer_change() returns trigger
language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- An answer goes with its contract, which is gone already when its rows follow it.
    if not exists (select from portal.contract contract where contract.id = old.contract_id) then
      return old;
    end if;
  end if;
  raise exception 'answers to prices are append-only';
end
$$;
create trigger price_answer_append_only before update or delete on portal.price_answer
  for each row execute function portal.refuse_price_answer_change();
create trigger price_answer_not_emptied before truncate on portal.price_answer
  for each statement execute function portal.refuse_price_answer_change();

-- A deletion counts the rows of every table that hangs on an account before and after, and takes them
-- with it: each is found by an index, or all of a table is read for one member.
create index contract_account on portal.contract (account_id);
create index card_account on portal.card (account_id);
create index inquiry_account on portal.inquiry (account_id);
create index charge_attempt_account on portal.charge_attempt (account_id);
create index late_charge_contract on portal.late_charge (contract_id);
create index late_charge_billed on portal.late_charge (billed_on_invoice)
  where billed_on_invoice is not null;
create index refund_invoice on portal.refund (invoice_id);
create index refund_credit_note on portal.refund (credit_note) where credit_note is not null;
create index dispute_attempt on portal.dispute (attempt_id);
create index pay_link_invoice on portal.pay_link (invoice_id);
create index sign_in_attempt_account on portal.sign_in_attempt (account_id);
create index invoice_corrects on portal.invoice (corrects) where corrects is not null;
-- One invoice for a contract and month, and its credit notes beside it: one index for the rule and for
-- whoever looks by contract, because a month's run writes each entry three times.
drop index portal.invoice_month;
create unique index invoice_month on portal.invoice
  (contract_id, period, (case when kind = 'credit-note' then id end)) nulls not distinct;
