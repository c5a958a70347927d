import { transaction } from "@sekimori/kit-server/database";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { lookForRecord } from "./domain-proof.ts";
import { keepLook } from "./keep-look.ts";
import type { DomainRow } from "./organisation-repository.ts";

const recheck = defineJob("portal.organisation-domains", cronPayload);

/** Each domain that is held is looked at once a day: every hour takes up those whose day is over. */
const everyMs = 23 * 3_600_000;
/** Looks at the same time. */
const atOnce = 10;

async function dueDomains({ db }: PortalContext, now: Date): Promise<DomainRow[]> {
  return db
    .selectFrom("portal.organisation_domain")
    .selectAll()
    .where("proved_at", "is not", null)
    .where("lapsed_at", "is", null)
    .where("checked_at", "<", new Date(now.getTime() - everyMs))
    .orderBy("checked_at")
    .limit(atOnce)
    .execute();
}

/** Looks again for the records of domains that are held. What fails is tried again with the job. */
export async function recheckDomains(context: PortalContext): Promise<void> {
  const { db, clock, textRecords } = context;
  const at = clock.now();
  const failures: unknown[] = [];
  for (;;) {
    const due = await dueDomains(context, at);
    const looks = await Promise.allSettled(
      due.map(async (row) => {
        const look = await lookForRecord(textRecords, row);
        await transaction(db, (tx) => keepLook(context, tx, row, { look, at, by: undefined }));
      }),
    );
    for (const look of looks) if (look.status === "rejected") failures.push(look.reason);
    // One that failed is due still, and would be taken up for ever.
    if (due.length < atOnce || failures.length > 0) break;
  }
  if (failures.length > 0) throw new AggregateError(failures, "domains were not looked at again");
}

export function organisationJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [recheck.handledBy(() => recheckDomains(context))],
    cron: [{ name: "portal.organisation-domains", at: "41 * * * *", job: recheck }],
  };
}
