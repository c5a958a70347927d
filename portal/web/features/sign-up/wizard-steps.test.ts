import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test } from "vitest";
import { totalSteps, wizardPlace } from "./wizard-steps.ts";

const none = { totalStep: null, previousPath: undefined };
const flow = { origin: "register", plan: "detailed", step: "payment" } as const;

test.each([
  ["2", undefined, "register", 2],
  ["3", pagePaths.login, "login", 3],
  ["4", pagePaths.login, "register", 2],
  ["", undefined, "register", 3],
  [null, pagePaths.register, "login", 3],
  [null, pagePaths.registerSecurity24, "login", 3],
  [null, pagePaths.login, "register", 2],
  [null, pagePaths.register, "external-id", 2],
  [null, pagePaths.terms, "register", 3],
  [null, undefined, "register", 3],
  [null, undefined, "login", 2],
  [null, undefined, "external-id", 2],
] as const)(
  "totalStep %s, from %s, %s flow: %i steps",
  (totalStep, previousPath, origin, count) => {
    expect(totalSteps({ totalStep, previousPath }, { ...flow, origin })).toBe(count);
  },
);

const registerPaid = ["verification", "information", "payment-and-agreement"];
const registerFree = ["verification", "information", "agreement"];
const externalPaid = ["information", "payment-and-agreement"];

test.each([
  ["register", "detailed", "verification", registerPaid, 1],
  ["register", "detailed", "information", registerPaid, 2],
  ["register", "detailed", "confirmation", registerPaid, 2],
  ["register", "detailed", "payment", registerPaid, 3],
  ["register", "detailed", "agreement", registerPaid, 3],
  ["register", "free", "information", registerFree, 2],
  ["register", "security24", "agreement", registerFree, 3],
  ["external-id", "detailed", "confirmation", externalPaid, 1],
  ["external-id", "detailed", "payment", externalPaid, 2],
  ["external-id", "free", "agreement", ["information", "agreement"], 2],
  ["login", "detailed", "payment", ["payment", "agreement"], 1],
  ["login", "detailed", "agreement", ["payment", "agreement"], 2],
  ["login", "free", "agreement", ["sign-in", "agreement"], 2],
  // A sign-in may find a sign-up that stopped before its information was complete.
  ["login", "detailed", "information", registerPaid, 2],
  ["external-id", "free", "verification", registerFree, 1],
] as const)("%s, %s, at %s", (origin, plan, step, steps, current) => {
  expect(wizardPlace(none, { origin, plan, step })).toEqual({ steps, current });
});

test("a count without a place for the present step is not followed", () => {
  const place = wizardPlace(
    { totalStep: "2", previousPath: undefined },
    { ...flow, step: "verification" },
  );
  expect(place).toEqual({ steps: registerPaid, current: 1 });
});
