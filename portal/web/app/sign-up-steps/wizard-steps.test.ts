import { signUpSteps } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { planNeedsCard } from "@sekimori/portal-contract/plan-ids";
import { describe, expect, test } from "vitest";
import { totalSteps, wizardPlace } from "./wizard-steps.ts";

const none = { totalStep: null, earlierTotalStep: undefined, previousPath: undefined };
const flow = { origin: "register", plan: "detailed", step: "payment" } as const;

test.each([
  ["2", undefined, "register", 2],
  ["3", pagePaths.login, "login", 3],
  ["4", pagePaths.login, "register", 4],
  ["5", undefined, "register", 5],
  ["4", undefined, "external-id", 4],
  // Nonsense, and more steps than there are pages.
  ["6", pagePaths.login, "register", 2],
  ["1", pagePaths.login, "register", 2],
  ["0", undefined, "register", 3],
  ["-3", undefined, "login", 2],
  ["3.0", undefined, "login", 2],
  ["03", undefined, "login", 2],
  ["3 ", undefined, "login", 2],
  ["three", undefined, "login", 2],
  ["toString", undefined, "login", 2],
  ["5", undefined, "external-id", 2],
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
    expect(totalSteps({ ...none, totalStep, previousPath }, { ...flow, origin })).toBe(count);
  },
);

test.each([
  [null, "5", 5],
  ["4", "5", 4],
  ["nonsense", "5", 5],
  ["nonsense", "9", 3],
] as const)("totalStep %s after %s on an earlier page: %i steps", (totalStep, earlier, count) => {
  expect(totalSteps({ ...none, totalStep, earlierTotalStep: earlier }, flow)).toBe(count);
});

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
  [
    "login",
    "detailed",
    "information",
    ["verification-and-information", "payment-and-agreement"],
    1,
  ],
  ["external-id", "free", "verification", ["verification-and-information", "agreement"], 1],
] as const)("%s, %s, at %s", (origin, plan, step, steps, current) => {
  expect(wizardPlace(none, { origin, plan, step })).toEqual({ steps, current });
});

const origins = ["register", "login", "external-id"] as const;
const plans = ["detailed", "free", "security24"] as const;

describe.each(origins.flatMap((origin) => plans.map((plan) => [origin, plan] as const)))(
  "%s, %s",
  (origin, plan) => {
    test.each(["2", "3", "4"])(
      "totalStep %s decides on every page, never backwards",
      (totalStep) => {
        const places = signUpSteps
          .filter((step) => step !== "payment" || planNeedsCard[plan])
          .filter((step) => step !== "verification" || origin !== "external-id")
          .map((step) => wizardPlace({ ...none, totalStep }, { origin, plan, step }));
        const most = origin === "external-id" && !planNeedsCard[plan] ? 3 : 4;
        for (const { steps, current } of places) {
          expect(steps).toHaveLength(Number(totalStep) > most ? 2 : Number(totalStep));
          expect(current).toBeGreaterThan(0);
        }
        const order = places.map(({ current }) => current);
        // Who signs in to finish begins at the first of the two steps that are left.
        if (origin === "login" && totalStep === "2") return;
        expect(order).toEqual(order.toSorted((one, other) => one - other));
        expect(order.at(-1)).toBe(places.at(-1)?.steps.length);
      },
    );
  },
);
