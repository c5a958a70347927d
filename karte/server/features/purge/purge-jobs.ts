import { webhookLogDays } from "@sekimori/karte-contract/constants";
import {
  type CronEntry,
  createPurge,
  expiredRows,
  type Job,
  type PurgeRule,
} from "@sekimori/kit-server/jobs";
import { sql } from "kysely";
import type { KarteContext } from "../../context.ts";
import { oldAlerts } from "../alerts/alert-worker.ts";
import { expiredFiles } from "../files/file-service.ts";
import { closedWorkspaces } from "../workspaces/closing.ts";
import { unansweredOffers } from "../workspaces/offer-news.ts";

/** Reports go with their files. */
const expiredReports = ({ db }: KarteContext): PurgeRule => ({
  name: "karte.report",
  async remove(now) {
    const { rows } = await sql<{ gone: string }>`
      select karte.purge_reports(${now}) as gone`.execute(db);
    return Number(rows[0]?.gone ?? 0);
  },
});

/** Invitations that nobody can take any more, and the places of old sessions. */
const expiredInvitations = ({ db }: KarteContext): PurgeRule => ({
  name: "karte.invitation",
  async remove(now) {
    const { rows } = await sql<{ gone: string }>`
      select karte.purge_expired(${now}) as gone`.execute(db);
    return Number(rows[0]?.gone ?? 0);
  },
});

/** Answers to Idempotency-Keys of yesterday, and tokens that ran out long ago. */
const oldTokens = ({ db }: KarteContext): PurgeRule => ({
  name: "karte.api_token",
  async remove(now) {
    const { rows } = await sql<{ gone: string }>`
      select karte.purge_tokens(${now}) as gone`.execute(db);
    return Number(rows[0]?.gone ?? 0);
  },
});

/**
 * When addresses could be asked again, once that is over. By the machine's time, as it is written, and
 * a little later, because the database may run on another machine.
 */
const pastPace = ({ db }: KarteContext): PurgeRule => {
  const table = "karte.address_pace";
  const rule = expiredRows(db, { table, column: "next_at", after: 600_000 });
  return { name: table, remove: () => rule.remove(new Date()) };
};

const endedSessions = ({ signIns }: KarteContext): PurgeRule => ({
  name: "kit.relying_session",
  remove: () => signIns.purge(),
});

/** Everything that nobody needs any more after a while. A new table that expires belongs here. */
function purgeRules(context: KarteContext): readonly PurgeRule[] {
  return [
    expiredFiles(context),
    expiredReports(context),
    closedWorkspaces(context),
    expiredInvitations(context),
    unansweredOffers(context),
    endedSessions(context),
    oldTokens(context),
    oldAlerts(context),
    pastPace(context),
    context.webhooks.purge(context.db, webhookLogDays),
  ];
}

export function purgeJob(context: KarteContext): { readonly job: Job; readonly cron: CronEntry } {
  return createPurge("karte.purge", purgeRules(context), context);
}
