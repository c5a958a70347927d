import { transaction } from "@sekimori/kit-server/database";
import type { Logger } from "@sekimori/kit-server/logger";
import { unsubscribeHeaders } from "@sekimori/kit-server/unsubscribe";
import type { MonthlySummary } from "@sekimori/portal-contract/applications/summary";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { monthlySummaryMail, noDomainsYetMail } from "../../mails/monthly-summary-mail.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { entitlementsOf } from "../applications/entitlements.ts";
import { findContract } from "../contract/contract-repository.ts";
import type { AskedApplication } from "../openid/provider/ask-application.ts";
import { planInForce } from "../plan/contract-state.ts";
import { addMonths, type CalendarDay, firstOfMonth, tokyoMoment } from "../plan/plan-dates.ts";
import { type AskForSummary, findSummaryGiver, summariesFrom } from "./ask-application.ts";
import { summaryTokens } from "./summary-tokens.ts";

const batch = 500;
/** Members asked about at once; the application serves people meanwhile. */
const atOnce = 8;

/**
 * Members since before the month's end who want the summary and were not told this month yet: all of
 * them where the application is ours, who signed in there where it is another's.
 */
async function membersToTell(
  { db }: PortalContext,
  { clientId, firstParty }: Pick<AskedApplication, "clientId" | "firstParty">,
  month: CalendarDay,
  after: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from portal.account a
    where a.id > ${after}::uuid and a.is_agree_service and a.closed_at is null and a.monthly_summary
      and a.created_at < ${tokyoMoment(addMonths(month, 1), 0)}
      and (${firstParty} or exists (select from portal.oidc_consent k
        where k.account_id = a.id and k.client_id = ${clientId}))
      and not exists (select from portal.monthly_summary s
        where s.account_id = a.id and s.month = ${month}::date)
    order by a.id limit ${batch}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Queues the mail and notes that it was, in one commit: whoever else runs, it is told once. */
async function tell(
  context: PortalContext,
  accountId: string,
  month: CalendarDay,
  day: CalendarDay,
  summary: MonthlySummary | undefined,
): Promise<boolean> {
  const { db, clock, digests, settings } = context;
  // Whoever works in workspaces of others alone has a month to be told of there.
  const isTold = summary === undefined || summary.workspaces.length > 0;
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed_at !== null || !account.monthly_summary) return false;
    const noted = await tx
      .insertInto("portal.monthly_summary")
      .values({
        account_id: accountId,
        month,
        outcome: isTold ? "mailed" : "nothing",
        at: clock.now(),
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning("month")
      .executeTakeFirst();
    if (noted === undefined || !isTold) return false;
    const contract = await findContract(tx, accountId);
    const plan = contract === undefined ? "free" : planInForce(contract, day);
    const { manualRunsPerMonth } = entitlementsOf(plan, settings);
    const token = summaryTokens(digests).make(accountId);
    const unsubscribeUrl = `${settings.portalOrigin}${pageUrl("unsubscribe", { token })}`;
    await mailMember(
      context,
      tx,
      account,
      (sender, locale) =>
        summary === undefined || !hasDomains(summary)
          ? noDomainsYetMail(sender, locale, { month, manualRunsPerMonth, unsubscribeUrl })
          : monthlySummaryMail(sender, locale, {
              month,
              summary,
              manualRunsPerMonth,
              unsubscribeUrl,
            }),
      unsubscribeHeaders(unsubscribeUrl),
    );
    return true;
  });
}

const hasDomains = ({ workspaces }: MonthlySummary) =>
  workspaces.some(({ domains }) => domains > 0);

interface Run {
  readonly signal: AbortSignal;
  readonly logger: Logger;
}

/**
 * Mails every member their summary of the month before `day`, each once. What an application does not
 * answer is left for the next run. May run any number of times, and beside itself.
 *
 * @returns how many mails were queued.
 */
export async function sendSummaries(
  context: PortalContext,
  day: CalendarDay,
  { signal, logger }: Run,
): Promise<number> {
  const giver = await findSummaryGiver(context);
  if (giver === undefined) return 0;
  const ask: AskForSummary = summariesFrom(context, giver);
  const month = addMonths(firstOfMonth(day), -1);
  let queued = 0;
  let unanswered = 0;

  async function tellOne(account: string): Promise<void> {
    try {
      const summary = await ask(account, month.slice(0, 7), signal);
      if (await tell(context, account, month, day, summary)) queued += 1;
    } catch (error) {
      unanswered += 1;
      logger.warn({ err: error }, "a monthly summary was not told; the next run tries again");
    }
  }

  let after = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const waiting = [...(await membersToTell(context, giver, month, after))];
    after = waiting.at(-1) ?? after;
    const isLast = waiting.length < batch;
    const workers = Array.from({ length: atOnce }, async () => {
      for (let account = waiting.pop(); account !== undefined; account = waiting.pop()) {
        if (signal.aborted) return;
        await tellOne(account);
      }
    });
    await Promise.all(workers);
    // An application that is away is not asked in vain for everybody.
    if (isLast || signal.aborted || unanswered >= batch) break;
  }
  if (queued > 0 || unanswered > 0) logger.info({ month, queued, unanswered }, "monthly summaries");
  return queued;
}
