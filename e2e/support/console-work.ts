import type { RunningProduct } from "./running-product.ts";
import { rowsOf, untilPaid } from "./until-paid.ts";

/** Something of each kind waits, and the demo's owner has paid an invoice. */
export async function arrangeConsole(product: RunningProduct): Promise<void> {
  const rows = (statement: string) => rowsOf<{ id: string }>(product, statement);
  const [owner] = await rows(
    "select account_id as id from portal.staff where 'administrator' = any(roles)",
  );
  await untilPaid(product, owner?.id ?? "");
  await rows(`insert into portal.parked_contract (contract_id, reason, detail, parked_at)
    select id, 'unknown-charge', '', now() from portal.contract where account_id = '${owner?.id}'`);
  await rows(`update portal.contract set ends_on = (select (max(period)
      + interval '1 month - 1 day')::date from portal.invoice), end_reason = 'cancelled'
    where account_id = '${owner?.id}' and ended_on is null`);
  await rows(`insert into portal.dispute (id, attempt_id, amount, state, movements, changed_at)
    select 'dp_1', id, 3000, 'open', 1, finished_at from portal.charge_attempt limit 1`);
  await rows(`insert into portal.inquiry (id, account_id, asked_on)
    select gen_random_uuid(), account_id, current_date from portal.staff`);
  await rows(`select graphile_worker.reschedule_jobs(array[(
    graphile_worker.add_job('portal.sample')).id], attempts => 25::smallint)`);
  await rows(`insert into kit.mail_outbox (id, message_id, locale, state, attempts, queued_at,
      finished_at, last_problem)
    values (gen_random_uuid(), '<1@example>', 'ja', 'refused', 1, now(), now() + interval '9 months', '550')`);
  await rows(`insert into kit.webhook_endpoint (id, owner, label, form, sealed, host, events,
      created_at, disabled_at, disabled_why)
    values (gen_random_uuid(), 'operator', 'CRM', 'standard', '', 'crm.example', '{}', now(), now(), 'failing')`);
}
