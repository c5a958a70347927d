import { collectPayments, runBilling } from "../features/billing/billing-run.ts";
import { endContracts } from "../features/contract/contract-jobs.ts";
import { calendarDay } from "../features/plan/plan-dates.ts";
import type { TestPortal } from "./test-portal.ts";

type Clocks = Pick<TestPortal, "clock" | "sandbox">;

/** Moves the portal's clock and the payment company's to one moment. */
export function setClocks({ clock, sandbox }: Clocks, moment: string): void {
  clock.set(new Date(moment));
  sandbox.clock.set(new Date(moment));
}

/**
 * Moves both clocks and does what the jobs of that day do: contracts end, months are billed, charges
 * are collected. For a portal whose own cron stays out (`scheduled: false`).
 *
 * @returns the day in Tokyo
 */
export async function runDay(
  portal: Clocks & Pick<TestPortal, "context" | "jobsDone">,
  moment: string,
): Promise<string> {
  setClocks(portal, moment);
  const day = calendarDay(new Date(moment));
  await portal.jobsDone();
  await endContracts(portal.context, day);
  await runBilling(portal.context, day);
  await collectPayments(portal.context);
  return day;
}
