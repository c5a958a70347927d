import { signUpSteps } from "@sekimori/portal-contract/endpoints/sign-up-flow";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe, expect, test } from "vitest";
import { pageInstead, pageOfStep } from "./flow-pages.ts";

const pages = [
  "registerVerification",
  "registerInfo",
  "confirmInfo",
  "paymentInfo",
  "agreement",
] as const;
const card = {
  brand: "visa",
  last4: "1003",
  expiryMonth: 1,
  expiryYear: 2030,
  holder: "HANAKO SEKI",
  expired: false,
} as const;

describe.each([
  ["verification", null, ["registerVerification"]],
  ["information", null, ["registerInfo"]],
  ["confirmation", null, ["registerInfo", "confirmInfo"]],
  ["payment", null, ["paymentInfo"]],
  ["agreement", null, ["agreement"]],
  ["agreement", card, ["paymentInfo", "agreement"]],
] as const)("at the step %s with the card %j", (step, held, open) => {
  test.each(pages)("%s", (page) => {
    const shown = (open as readonly string[]).includes(page);
    const instead = pageInstead({ step, card: held }, pagePaths[page]);
    expect(instead).toBe(shown ? undefined : pageOfStep(step));
  });

  test("the wizard's own address leads to the page of the step", () => {
    expect(pageInstead({ step, card: held }, pagePaths.account)).toBe(pageOfStep(step));
  });
});

test("every step continues at a page that may be shown", () => {
  for (const step of signUpSteps) {
    expect(pageInstead({ step, card: null }, pageOfStep(step))).toBeUndefined();
  }
});
