import { transaction } from "@sekimori/kit-server/database";
import {
  type CronEntry,
  cronPayload,
  defineJob,
  enqueue,
  type Job,
} from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { PortalContext } from "../../context.ts";
import { deleteGatewayCard } from "../payment/card-jobs.ts";

const purge = defineJob("portal.purge", cronPayload);

/** A closed account's data goes within one month of the request (SPEC 9); the cron adds an hour. */
const closedAccountMs = 28 * 24 * 60 * 60_000;

/** How long a dealt-with notification is remembered; companies repeat theirs for days at most. */
const eventMemoryMs = 30 * 24 * 60 * 60_000;

/**
 * Removes what nobody can use any more: sign-ups abandoned for thirty days with the accounts that
 * never agreed, ended sessions and expired codes.
 */
export async function purgeExpired(context: PortalContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const abandoned = await tx
      .deleteFrom("portal.sign_up_flow")
      .where("expires_at", "<=", now)
      .returning("account_id")
      .execute();
    const accounts = abandoned.flatMap(({ account_id }) => account_id ?? []);
    if (accounts.length === 0) return;
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
  });
  await db
    .deleteFrom("portal.account")
    .where("closed_at", "<", new Date(now.getTime() - closedAccountMs))
    .execute();
  for (const table of [
    "portal.session",
    "portal.sign_in_attempt",
    "portal.password_reset",
    "portal.reset_guess",
    "portal.email_change_undo",
    "portal.external_request",
  ] as const) {
    await db.deleteFrom(table).where("expires_at", "<=", now).execute();
  }
  // Its trigger writes to the account, so the account is locked first, as everywhere.
  await sql`
    delete from portal.email_change where account_id in (
      select a.id from portal.account a join portal.email_change e on e.account_id = a.id
      where e.expires_at <= ${now} for update of a skip locked
    )`.execute(db);
  await db
    .deleteFrom("portal.payment_event")
    .where("received_at", "<", new Date(now.getTime() - eventMemoryMs))
    .execute();
}

export function purgeJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [purge.handledBy(() => purgeExpired(context))],
    cron: [{ name: "portal.purge", at: "17 * * * *", job: purge }],
  };
}
