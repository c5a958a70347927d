import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import { certificateWarnings } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import { certificateEndingMail } from "../../mails/certificate-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { findOwners } from "../organisation/organisation-repository.ts";

const warn = defineJob("portal.saml-certificate-warnings", cronPayload);

/** How many of the warnings are due for certificates that end then. */
const dueBy = (endsAt: Date, now: Date): number =>
  certificateWarnings.filter((days) => endsAt.getTime() - now.getTime() <= days * dayMs).length;

/** Mails owners whose SAML provider's last certificate ends in 30, 7 and 1 days, each once. */
export async function warnOfCertificates(context: PortalContext): Promise<void> {
  const { db, clock } = context;
  const now = clock.now();
  const [first] = certificateWarnings;
  const ending = await db
    .selectFrom("portal.sso_connection")
    .select("id")
    .where("protocol", "=", "saml")
    .where("certificates_end_at", ">", now)
    .where("certificates_end_at", "<=", new Date(now.getTime() + first * dayMs))
    .execute();
  for (const { id } of ending) {
    await transaction(db, async (tx) => {
      const row = await tx
        .selectFrom("portal.sso_connection")
        .selectAll()
        .where("id", "=", id)
        .forUpdate()
        .executeTakeFirst();
      const endsAt = row?.certificates_end_at;
      const due = endsAt ? dueBy(endsAt, now) : 0;
      if (!row || !endsAt || due <= row.certificate_warnings) return;
      const owners = await findOwners(tx, row.organisation_id);
      await mailMembers(
        context,
        tx,
        owners.map((accountId) => ({
          accountId,
          write: (sender, locale) => certificateEndingMail(sender, locale, endsAt),
        })),
      );
      await tx
        .updateTable("portal.sso_connection")
        .set({ certificate_warnings: due })
        .where("id", "=", id)
        .execute();
    });
  }
}

export function singleSignOnJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [warn.handledBy(() => warnOfCertificates(context))],
    cron: [{ name: "portal.saml-certificate-warnings", at: "29 * * * *", job: warn }],
  };
}
