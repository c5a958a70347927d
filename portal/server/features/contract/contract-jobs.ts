import { transaction } from "@sekimori/kit-server/database";
import {
  attemptEach,
  type CronEntry,
  cronPayload,
  defineJob,
  type Job,
} from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import { planEndedMail } from "../../mails/contract-mails.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { contractState, lastDayOf } from "../plan/contract-state.ts";
import { type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { startOf } from "../plan/plan-terms.ts";
import { sendContractNotices } from "./contract-notices.ts";
import { insertContract, lockContract, updateContract } from "./contract-repository.ts";

const noticesJob = defineJob("portal.contract-notices", cronPayload);
const endContractsJob = defineJob("portal.end-contracts", cronPayload);

/** Accounts whose contract's last day is over; a withdrawn one is closed by the leaving feature. */
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
          row("ends_on", "is", null),
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
  const { db, clock, settings } = context;
  const prices = await findPrices(db, settings);
  await attemptEach(await findEnded(context, day), (accountId) =>
    transaction(db, async (tx) => {
      const account = await lockAccount(tx, accountId);
      const contract = await lockContract(tx, accountId);
      const last = contract ? lastDayOf(contract) : null;
      if (!account || !contract || last === null) return;
      if (contractState(contract, day) !== "ended" || contract.end_reason === "withdrawn") return;
      await updateContract(tx, contract.id, {
        ended_on: last,
        ends_on: last,
        end_reason: contract.end_reason ?? "trial-ended",
      });
      const conditions = { prices, trialMonths: 0, mayTry: false, hasFreeDays: true };
      await insertContract(tx, accountId, startOf("free", day, conditions), clock.now());
      await mailMember(context, tx, account, (sender, locale) =>
        planEndedMail(sender, locale, { plan: contract.plan, endedOn: last }),
      );
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
      { name: "portal.end-contracts", at: "2 0 * * *", job: endContractsJob },
      { name: "portal.contract-notices", at: "0 9 * * *", job: noticesJob },
    ],
  };
}
