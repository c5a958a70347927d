import { describe, expect, test } from "vitest";
import {
  type ContractFacts,
  contractState,
  deletionDay,
  endOfCancelled,
  lastDayOf,
  planInForce,
} from "./contract-state.ts";
import { addMonths } from "./plan-dates.ts";

const paid: ContractFacts = {
  plan: "detailed",
  has_trial: true,
  free_until: "2026-12-21",
  ends_on: null,
  ended_on: null,
  suspended_on: null,
};
const lighter: ContractFacts = { ...paid, plan: "security24" };

describe("the state of a contract", () => {
  test.each([
    ["the trial's last day", paid, "2026-12-21", "trial", "detailed"],
    ["the day after", paid, "2026-12-22", "active", "detailed"],
    ["free days are no trial", { ...paid, has_trial: false }, "2026-12-01", "active", "detailed"],
    ["cancelled", { ...paid, ends_on: "2026-12-31" }, "2026-12-31", "cancelling", "detailed"],
    ["cancelled, the day after", { ...paid, ends_on: "2026-12-31" }, "2027-01-01", "ended", "free"],
    ["unpaid", { ...paid, suspended_on: "2027-01-15" }, "2027-01-15", "suspended", "free"],
    [
      "ended",
      { ...paid, ends_on: "2026-12-31", ended_on: "2026-12-31" },
      "2026-12-30",
      "ended",
      "free",
    ],
    ["the lighter trial's last day", lighter, "2026-12-21", "trial", "security24"],
    ["the lighter trial's end", lighter, "2026-12-22", "ended", "free"],
  ] as const)("%s", (_case, contract, day, state, plan) => {
    expect(contractState(contract, day)).toBe(state);
    expect(planInForce(contract, day)).toBe(plan);
  });

  test("its last day is known as soon as an end is", () => {
    expect(lastDayOf(paid)).toBeNull();
    expect(lastDayOf(lighter)).toBe("2026-12-21");
    expect(lastDayOf({ ...paid, ends_on: "2026-12-31" })).toBe("2026-12-31");
  });
});

test.each([
  ["2027-02-01", "2027-02-28", "2027-03-01"],
  ["2028-02-29", "2028-02-29", "2028-03-01"],
  ["2027-01-31", "2027-01-31", "2027-02-01"],
  ["2026-12-31", "2026-12-31", "2027-01-01"],
  ["2027-06-15", "2027-06-30", "2027-07-01"],
])("asked for on %s: ends on %s, deleted on %s", (day, end, deleted) => {
  expect(endOfCancelled(day)).toBe(end);
  expect(deletionDay(end)).toBe(deleted);
  expect(deletionDay(end) <= addMonths(day, 1)).toBe(true);
});
