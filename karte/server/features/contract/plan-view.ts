import type { PlanView } from "@sekimori/karte-contract/endpoints/session";
import type { Schedule } from "@sekimori/karte-contract/words";
import type { ContractAnswer } from "../../ports/contracts.ts";

/** The schedules that a plan holds, by its densest. */
function schedulesOf(densest: "none" | "weekly" | "daily"): PlanView["schedules"] {
  if (densest === "daily") return ["daily", "weekly", "monthly"];
  return densest === "weekly" ? ["weekly", "monthly"] : [];
}

export function planView({ plan, state, entitlements }: ContractAnswer): PlanView {
  const {
    domains,
    users,
    schedule,
    mailAlerts,
    webhooks,
    api,
    streams,
    tickets,
    policies,
    scheduledReports,
  } = entitlements;
  return {
    id: plan,
    suspended: state === "suspended",
    domains,
    users,
    schedules: schedulesOf(schedule),
    alerts: mailAlerts,
    webhooks,
    api,
    streams,
    tickets,
    policies,
    scheduledReports,
  };
}

export function allowsSchedule(answer: ContractAnswer, schedule: Schedule): boolean {
  return (
    schedule === "none" || schedulesOf(answer.entitlements.schedule).some((one) => one === schedule)
  );
}
