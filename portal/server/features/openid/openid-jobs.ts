import {
  type CronEntry,
  cronPayload,
  defineJob,
  expiredRows,
  type Job,
} from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { backChannelLogout } from "./clients/back-channel.ts";
import type { OpenId } from "./openid.ts";
import { maintainKeys } from "./provider/signing-keys.ts";
import { refusalRules } from "./refusals/refusal-retention.ts";
import { forgetBefore } from "./storage/refresh-successor.ts";

const sweep = defineJob("portal.openid-sweep", cronPayload);
const forget = defineJob("portal.openid-successors", cronPayload);
const keys = defineJob("portal.openid-keys", cronPayload);

/** Removes codes, tokens and requests that have expired, and what is known of refused ones. */
export async function sweepExpired({ db }: Pick<PortalContext, "db">): Promise<void> {
  const now = new Date();
  for (const table of ["portal.oidc_record", "portal.oidc_session"]) {
    await expiredRows(db, { table }).remove(now);
  }
  for (const rule of refusalRules({ db })) await rule.remove(now);
}

/** Forgets the answers that nobody may ask for again. */
export async function forgetSuccessors({ db }: Pick<PortalContext, "db">): Promise<void> {
  await db
    .updateTable("portal.oidc_record")
    .set({ successor: null })
    .where("successor", "is not", null)
    .where("consumed_at", "<", forgetBefore(new Date()))
    .execute();
}

export function openIdJobs(
  context: PortalContext,
  openid: OpenId,
): { readonly jobs: readonly Job[]; readonly cron: readonly CronEntry[] } {
  const tellRelyingParties = backChannelLogout.handledBy(async ({ accountId, authorizations }) => {
    const provider = await openid.provider();
    const failures: unknown[] = [];
    for (const [clientId, { sid }] of Object.entries(authorizations)) {
      const client = await provider.Client.find(clientId);
      if (!client?.backchannelLogoutUri || accountId === null || sid === undefined) continue;
      // One application that does not answer must not keep the others waiting.
      await client
        .backchannelLogout(accountId, sid)
        .catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, "back-channel sign-out");
  });
  return {
    jobs: [
      tellRelyingParties,
      sweep.handledBy(() => sweepExpired(context)),
      forget.handledBy(() => forgetSuccessors(context)),
      keys.handledBy(() => maintainKeys(context)),
    ],
    cron: [
      { name: "portal.openid-sweep", at: "*/10 * * * *", job: sweep },
      { name: "portal.openid-successors", at: "* * * * *", job: forget },
      { name: "portal.openid-keys", at: "41 3 * * *", job: keys },
    ],
  };
}
