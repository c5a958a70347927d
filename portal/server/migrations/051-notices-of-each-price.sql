-- A notice is of an amount: whoever was told of one price for a day, and for whom another one holds from
-- that day, is told of it as well, and again before it does.
alter table portal.contract_notice add column monthly_price integer check (monthly_price >= 0);
update portal.contract_notice notice
set monthly_price = coalesce((
    select price.monthly_price from portal.plan_price price
    where notice.kind <> 'first-charge' and price.plan = contract.plan
      and price.effective_on <= notice.about and price.announced_at <= notice.sent_at
    order by price.effective_on desc limit 1
  ), contract.monthly_price, 0)
from portal.contract contract where contract.id = notice.contract_id;
alter table portal.contract_notice
  drop constraint contract_notice_pkey,
  add primary key (contract_id, kind, about, monthly_price);
