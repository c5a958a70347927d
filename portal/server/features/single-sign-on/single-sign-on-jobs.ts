import { dayMs } from "@sekimori/kit-contract/tokyo";
import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import { certificateWarnings } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import { certificateEndingMail } from "../../mails/certificate-mails.ts";
import { mailMembers } from "../account/mail-member.ts";
import { findOwners } from "../organisation/organisation-repository.ts";
import { type ConnectionRow, providerHost } from "./connection-repository.ts";

const warn = defineJob("portal.saml-certificate-warnings", cronPayload);

/** How many of the warnings are due for certificates that end then. */
const dueBy = (endsAt: Date, now: Date): number =>
  certificateWarnings.filter((days) => endsAt.getTime() - now.getTime() <= days * dayMs).length;

/** The certificate of a connection that ends next, and whether there is none after it. */
function nextEnd(
  { saml }: PortalContext,
  { certificates }: Pick<ConnectionRow, "certificates">,
  now: Date,
): { readonly endsAt: Date; readonly isLast: boolean } | undefined {
  const ahead = saml
    .readCertificates((certificates ?? []).join("\n"))
    .map(({ endsAt }) => endsAt)
    .filter((endsAt) => endsAt > now);
  const [endsAt] = ahead;
  return endsAt && { endsAt, isLast: ahead.at(-1)?.getTime() === endsAt.getTime() };
}

async function warnOf(context: PortalContext, id: string, now: Date): Promise<void> {
  await transaction(context.db, async (tx) => {
    const row = await tx
      .selectFrom("portal.sso_connection")
      .selectAll()
      .where("id", "=", id)
      .where("protocol", "=", "saml")
      .forUpdate()
      .executeTakeFirst();
    const next = row && nextEnd(context, row, now);
    if (!next) return;
    const { endsAt, isLast } = next;
    // The one before has ended: of this one nothing was told yet.
    const isNew = row.certificates_end_at?.getTime() !== endsAt.getTime();
    const told = isNew ? 0 : row.certificate_warnings;
    const due = dueBy(endsAt, now);
    if (due > told) {
      const owners = await findOwners(tx, row.organisation_id);
      await mailMembers(
        context,
        tx,
        owners.map((accountId) => ({
          accountId,
          write: (sender, locale) =>
            certificateEndingMail(sender, locale, { provider: providerHost(row), endsAt, isLast }),
        })),
      );
    }
    await tx
      .updateTable("portal.sso_connection")
      .set({ certificates_end_at: endsAt, certificate_warnings: due })
      .where("id", "=", id)
      .execute();
  });
}

/** Mails owners 30, 7 and 1 days before a certificate of their SAML provider ends, each once. */
export async function warnOfCertificates(context: PortalContext): Promise<void> {
  const now = context.clock.now();
  const [first] = certificateWarnings;
  const ending = await context.db
    .selectFrom("portal.sso_connection")
    .select("id")
    .where("protocol", "=", "saml")
    .where("certificates_end_at", "<=", new Date(now.getTime() + first * dayMs))
    .execute();
  for (const { id } of ending) await warnOf(context, id, now);
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
