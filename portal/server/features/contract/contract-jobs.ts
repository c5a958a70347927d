import { transaction } from "@sekimori/kit-server/database";
import {
  attemptEach,
  type CronEntry,
  cronPayload,
  defineJob,
  type Job,
} from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { lockAccount } from "../account/account-repository.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { sendContractNotices } from "./contract-notices.ts";
import { lockContract } from "./contract-repository.ts";
import { endIfOver } from "./end-contract.ts";

const noticesJob = defineJob("portal.contract-notices", cronPayload);
const endContractsJob = defineJob("portal.end-contracts", cronPayload);

/** Accounts whose contract's last day is over; whoever has left by then is deleted instead. */
async function findEnded(context: PortalContext, day: CalendarDay): Promise<string[]> {
  const rows = await context.db
    .selectFrom("portal.contract")
    .select("account_id")
    .where("ended_on", "is", null)
    .where((row) =>
      row.or([
        row.and([row("ends_on", "<", day), row("end_reason", "<>", "withdrawn")]),
        row.and([
          row("plan", "=", "security24"),
          row("free_until", "<", day),
          row.or([row("ends_on", "is", null), row("ends_on", ">=", day)]),
        ]),
      ]),
    )
    .execute();
  return rows.map((row) => row.account_id);
}

/**
 * Closes the contracts whose last day is over, and begins the free plan on the day after. Rights
 * have changed at midnight without it; this writes down what follows. May run any number of times.
 */
export async function endContracts(context: PortalContext, day: CalendarDay): Promise<void> {
  const { db } = context;
  await attemptEach(await findEnded(context, day), (accountId) =>
    transaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      const contract = await lockContract(tx, accountId);
      if (account && contract) await endIfOver(context, tx, account, contract, day);
    }),
  );
}

export function contractJobs(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  return {
    jobs: [
      endContractsJob.handledBy(() => endContracts(context, calendarDay(context.clock.now()))),
      noticesJob.handledBy(
        async () => void (await sendContractNotices(context, calendarDay(context.clock.now()))),
      ),
    ],
    cron: [
      // After midnight, and once more for whom the day's billing let go because of a price.
      { name: "portal.end-contracts", at: "2,20 0 * * *", job: endContractsJob },
      { name: "portal.contract-notices", at: "0 9 * * *", job: noticesJob },
    ],
  };
}
