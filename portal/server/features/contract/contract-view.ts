import type { ContractView } from "@sekimori/portal-contract/endpoints/contract";
import type { PortalContext, Queryable } from "../../context.ts";
import { livesOnOrganisation } from "../account/lives-on-organisation.ts";
import {
  contractState,
  deletionDay,
  deletionOf,
  endOfCancelled,
  lastDayOf,
  mayUndo,
} from "../plan/contract-state.ts";
import { announcedPrices, monthPrice } from "../plan/month-price.ts";
import { addMonths, type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { findPrices, type PlanPrice } from "../plan/plan-prices.ts";
import { nextBilling } from "../plan/plan-view.ts";
import { findPriceAnswers, type PriceAnswers } from "../plan/price-answers.ts";
import { type ContractRow, findContracts } from "./contract-repository.ts";

/** How many charges ahead are shown. */
const chargesAhead = 3;

/** Yen of late charges that arose and wait for the next invoice. */
async function owedLateCharges(db: Queryable, contract: ContractRow): Promise<number> {
  const { sum } = await db
    .selectFrom("portal.late_charge")
    .select(({ fn }) => fn.sum<string | null>("amount").as("sum"))
    .where("contract_id", "=", contract.id)
    .where("billed_on_invoice", "is", null)
    .executeTakeFirstOrThrow();
  return Number(sum ?? 0);
}

async function nextCharges(
  db: Queryable,
  contract: ContractRow,
  prices: readonly PlanPrice[],
  answers: PriceAnswers,
  day: CalendarDay,
): Promise<ContractView["nextCharges"]> {
  const first = nextBilling(contract, day);
  const last = lastDayOf(contract);
  if (first === null) return [];
  const charges: ContractView["nextCharges"] = [];
  const firstAfter = `${addMonths(first, 1).slice(0, 7)}-01`;
  for (let index = 0; index < chargesAhead; index++) {
    const on = index === 0 ? first : addMonths(firstAfter, index - 1);
    const price = monthPrice(contract, prices, on, answers);
    if (!price.agreed || (last !== null && last < on)) break;
    charges.push({
      on,
      amount: price.monthlyPrice,
      taxPercent: price.taxPercent,
      lateCharge: index === 0 ? await owedLateCharges(db, contract) : 0,
    });
  }
  return charges;
}

/** The contract as its holder sees it. */
export async function showContract(
  { clock, settings }: Pick<PortalContext, "clock" | "settings">,
  db: Queryable,
  contract: ContractRow,
): Promise<ContractView> {
  const day = calendarDay(clock.now());
  const prices = await findPrices(db, settings);
  const state = contractState(contract, day);
  // Who is suspended is asked as well: they may be back when it holds.
  const isAsked = state === "trial" || state === "active" || state === "suspended";
  const answers = (await findPriceAnswers(db, [contract.id]))(contract.id);
  const [announced] = isAsked ? announcedPrices(contract, prices, day, answers) : [];
  const endsOn = endOfCancelled(day);
  return {
    plan: contract.plan,
    state,
    startedOn: contract.started_on,
    freeUntil: contract.free_until,
    hasTrial: contract.has_trial,
    nextBillingOn: nextBilling(contract, day),
    endsOn: contract.ends_on ?? lastDayOf(contract),
    mayUndo: mayUndo(contract, day),
    deletesOn: deletionOf(contract),
    ifEndedToday: { endsOn, deletesOn: deletionDay(endsOn) },
    suspendedOn: contract.suspended_on,
    nextCharges: await nextCharges(db, contract, prices, answers, day),
    announcedPrice: announced
      ? {
          effectiveOn: announced.effectiveOn,
          monthlyPrice: announced.monthlyPrice,
          accepted: answers(announced),
        }
      : null,
    mayUpgrade:
      contract.plan !== "detailed" &&
      contract.end_reason !== "withdrawn" &&
      !(await livesOnOrganisation(db, contract.account_id)),
    history: (await findContracts(db, contract.account_id)).map((one) => ({
      plan: one.plan,
      startedOn: one.started_on,
      endedOn: one.ended_on,
    })),
  };
}
