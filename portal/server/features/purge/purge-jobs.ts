import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import {
  type CronEntry,
  createPurge,
  enqueue,
  expiredRows,
  type Job,
  type PurgeRule,
} from "@sekimori/kit-server/jobs";
import { closedAccountMs } from "@sekimori/portal-contract/constants";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { outlivedDocuments } from "../billing/document-retention.ts";
import { deleteGatewayCard } from "../payment/job-definitions.ts";
import { closedAccounts, withdrawnAccounts } from "./withdrawn-accounts.ts";

/** How long a dealt-with notification is remembered; companies repeat theirs for days at most. */
const eventMemoryMs = 30 * dayMs;

/** How long the log of what the operator's systems were told is kept. */
const webhookLogDays = 30;

/** How long it is known which month was told; it is never told later than some days after. */
const summaryMemoryMs = 400 * dayMs;

/** How long it is counted how far sign-ups got: a year beside the one before. */
const tallyMemoryMs = 800 * dayMs;

/** How long wrong second factors count that no complete sign-in has followed. */
const guessMemoryMs = 30 * dayMs;

/** Sign-ups that were abandoned for thirty days, with the accounts that never agreed. */
const abandonedSignUps = ({ db }: PortalContext): PurgeRule => ({
  name: "abandoned sign-ups",
  remove: (now) =>
    transaction(db, async (tx) => {
      const abandoned = await tx
        .deleteFrom("portal.sign_up_flow")
        .where("expires_at", "<=", now)
        .returning("account_id")
        .execute();
      const accounts = abandoned.flatMap(({ account_id }) => account_id ?? []);
      if (accounts.length === 0) return abandoned.length;
      const cards = await tx
        .selectFrom("portal.card")
        .select("gateway_card")
        .where("account_id", "in", accounts)
        .where("removed_at", "is", null)
        .execute();
      for (const { gateway_card: card } of cards) await enqueue(tx, deleteGatewayCard, { card });
      await tx
        .deleteFrom("portal.account")
        .where("id", "in", accounts)
        .where("is_agree_service", "=", false)
        .execute();
      return abandoned.length;
    }),
});

/** Its trigger writes to the account, so the account is locked first, as everywhere. */
const expiredEmailChanges = ({ db }: PortalContext): PurgeRule => ({
  name: "portal.email_change",
  async remove(now) {
    const { numAffectedRows } = await sql`
      delete from portal.email_change where account_id in (
        select a.id from portal.account a join portal.email_change e on e.account_id = a.id
        where e.expires_at <= ${now} for update of a skip locked
      )`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
});

/** The same. */
const overdueRecoveries = ({ db }: PortalContext): PurgeRule => ({
  name: "portal.recovery_delay",
  async remove(now) {
    const { numAffectedRows } = await sql`
      delete from portal.recovery_delay where id in (
        select r.id from portal.account a join portal.recovery_delay r on r.account_id = a.id
        where r.finish_by <= ${now} for update of a skip locked
      )`.execute(db);
    return Number(numAffectedRows ?? 0n);
  },
});

/** Everything that nobody can use any more after a while. A new table that expires belongs here. */
function purgeRules(context: PortalContext): readonly PurgeRule[] {
  const rows = (table: string, column?: string, after?: number) =>
    expiredRows(context.db, {
      table: `portal.${table}`,
      ...(column === undefined ? {} : { column }),
      ...(after === undefined ? {} : { after }),
    });
  return [
    abandonedSignUps(context),
    withdrawnAccounts(context),
    closedAccounts(context, { after: closedAccountMs }),
    outlivedDocuments(context),
    rows("data_export"),
    rows("former_hold"),
    rows("session"),
    rows("sign_in_attempt"),
    rows("passkey_challenge"),
    rows("trusted_browser"),
    overdueRecoveries(context),
    rows("reset_request"),
    rows("email_change_undo"),
    rows("accounting_proof"),
    rows("external_request"),
    rows("sso_visit"),
    rows("sso_joining"),
    rows("sso_assertion"),
    rows("sso_login"),
    rows("sso_logout"),
    rows("scim_token", "expires_at", 90 * dayMs),
    rows("sign_up_tally", "began_at", tallyMemoryMs),
    rows("staff_request", "expires_at", 90 * dayMs),
    rows("pay_link"),
    rows("second_factor_guess", "last_failed_at", guessMemoryMs),
    expiredEmailChanges(context),
    rows("payment_event", "received_at", eventMemoryMs),
    rows("monthly_summary", "at", summaryMemoryMs),
    rows("operator_event", "at", eventMemoryMs),
    context.webhooks.purge(context.db, webhookLogDays),
  ];
}

/** What the job does, at once; for tests. */
export async function purgeExpired(context: PortalContext): Promise<void> {
  for (const rule of purgeRules(context)) await rule.remove(context.clock.now());
}

export function purgeJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  const { job, cron } = createPurge("portal.purge", purgeRules(context), context);
  return { jobs: [job], cron: [cron] };
}
