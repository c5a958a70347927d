import { pagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext } from "playwright-core";
import { signIn } from "../support/member.ts";
import { type RunningProduct, runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { rowsOf, untilPaid } from "../support/until-paid.ts";
import { eachLook, type Look, take } from "./look.ts";

/** Something of each kind waits, and the demo's owner has paid an invoice. */
async function arrange(product: RunningProduct): Promise<void> {
  const rows = (statement: string) => rowsOf<{ id: string }>(product, statement);
  const [owner] = await rows(
    "select account_id as id from portal.staff where 'administrator' = any(roles)",
  );
  await untilPaid(product, owner?.id ?? "");
  await rows(`insert into portal.parked_contract (contract_id, reason, detail, parked_at)
    select id, 'unknown-charge', '', now() from portal.contract where account_id = '${owner?.id}'`);
  await rows(`update portal.contract set ends_on = (date_trunc('month', now() + interval '9 hours')
      + interval '1 month - 1 day')::date, end_reason = 'cancelled'
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

/** The operator's console, as the demo's staff and a guest see it. */
export async function takeConsole(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  const at = (path: string) => `${product.consoleOrigin}${path}`;

  async function enter(context: BrowserContext, { locale }: Look, who: string) {
    const page = await context.newPage();
    await page.goto(at(pagePaths.find));
    await page.waitForURL((url) => url.pathname === portalPaths.login);
    await signIn(page, locale, `${who}@sekimori.example`, "Sekimori-2026");
    await page.waitForURL((url) => url.origin === product.consoleOrigin);
    return page;
  }

  try {
    await arrange(product);
    await eachLook(product.portalOrigin, [375, 1280], async (context, look) => {
      const said = (folder: string) => sentencesOf(folder, look.locale, "console");
      const [inFind, inMember] = [said("features/find"), said("features/member")];
      const [inRequests, inStaff] = [said("features/requests"), said("features/staff")];
      const inMaintenance = said("features/maintenance");
      const page = await enter(context, look, "demo");
      await take(page, look, "console-find");
      await page.getByRole("textbox", { name: inFind("Search for") }).fill("関守");
      await page.getByRole("textbox", { name: inFind("Reason") }).fill("ticket 12");
      await page.keyboard.press("Enter");
      const link = page.getByRole("table").getByRole("link", { name: "花子" });
      await link.waitFor();
      await take(page, look, "console-found");
      await link.click();
      await page.getByRole("heading", { level: 2, name: inMember("Contract") }).waitFor();
      await page.getByText("ticket 12").first().waitFor();
      await take(page, look, "console-member");
      await page.getByRole("button", { name: inMember("Unlock login") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-unlock");
      await page.keyboard.press("Escape");
      await page
        .getByRole("button", { name: inMember("Actions") })
        .first()
        .click();
      await page.getByRole("menuitem", { name: inMember("Refund") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-refund");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: inMember("Close the account") }).click();
      await page.getByRole("button", { name: inMember("Ask"), exact: true }).click();
      await page.getByText(inMember("Someone else has to confirm this under Requests.")).waitFor();
      await page.goto(at(pagePaths.work));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-work");
      await page.goto(at(pagePaths.requests));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-requests");
      const takeBack = page.getByRole("button", { name: inRequests("Take back"), exact: true });
      await takeBack.click();
      await page
        .getByRole("dialog")
        .getByRole("button", { name: inRequests("Take back") })
        .click();
      await page.getByText(inRequests("No requests are waiting")).waitFor();
      await page.goto(at(pagePaths.staff));
      await page.getByRole("table").waitFor();
      await take(page, look, "console-staff");
      await page.getByRole("button", { name: inStaff("Appoint someone") }).click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-appoint");
      await page.goto(at(pagePaths.maintenance));
      await page.getByRole("heading", { level: 2 }).first().waitFor();
      await take(page, look, "console-maintenance");
      await page
        .getByRole("button", { name: inMaintenance("Close for maintenance") })
        .first()
        .click();
      await page.getByRole("dialog").waitFor();
      await take(page, look, "console-maintenance-start");
      await page.goto(at(`${pagePaths.signIn}?reason=not_strong_enough`));
      await take(page, look, "console-sign-in");
      await context.clearCookies();
      const guest = await enter(context, look, "guest");
      await guest.getByRole("heading", { level: 1 }).waitFor();
      await take(guest, look, "console-not-staff");
    });
  } finally {
    await product.stop();
  }
}
