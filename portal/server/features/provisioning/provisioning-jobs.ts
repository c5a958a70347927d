import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import { scimTokenWarnings } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import { scimTokenEndingMail } from "../../mails/organisation-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { findOwners } from "../organisation/organisation-repository.ts";

const warn = defineJob("portal.scim-token-warnings", cronPayload);

/** How many of the warnings are due for a token that ends then. */
const dueBy = (expiresAt: Date, now: Date): number =>
  scimTokenWarnings.filter((days) => expiresAt.getTime() - now.getTime() <= days * dayMs).length;

/** Mails owners of tokens that run out in 30, 7 and 1 days, each once. */
export async function warnOfTokens(context: PortalContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const [first] = scimTokenWarnings;
  const ending = await db
    .selectFrom("portal.scim_token")
    .select("id")
    .where("expires_at", ">", now)
    .where("expires_at", "<=", new Date(now.getTime() + first * dayMs))
    .execute();
  for (const { id } of ending) {
    await transaction(db, async (tx) => {
      const row = await tx
        .selectFrom("portal.scim_token")
        .selectAll()
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      const due = row ? dueBy(row.expires_at, now) : 0;
      if (!row || due <= row.warnings) return;
      const owners = await findOwners(tx, row.organisation_id);
      await mailMembers(
        context,
        tx,
        owners.map((accountId) => ({
          accountId,
          write: (sender, locale) => scimTokenEndingMail(sender, locale, row),
        })),
      );
      await tx
        .updateTable("portal.scim_token")
        .set({ warnings: due })
        .where("id", "=", id)
        .execute();
    });
  }
}

export function provisioningJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [warn.handledBy(() => warnOfTokens(context))],
    cron: [{ name: "portal.scim-token-warnings", at: "23 * * * *", job: warn }],
  };
}
