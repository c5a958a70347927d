import { cardAttemptSchema } from "@sekimori/portal-contract/endpoints/sign-up";
import { portalErrors } from "@sekimori/portal-contract/errors";
import { expect, test } from "vitest";
import { attemptOutcome } from "./attempt-outcome.ts";

const attempt = {
  attempt: "6f1c1a52-0d4e-4d4c-9f0a-0d8f2f6f7a11",
  state: "created",
  redirectUrl: null,
  failure: null,
  purpose: "sign-up",
  card: null,
} as const;
const redirectUrl = "https://pay.example/3ds/1";

test.each([
  [{ state: "created" }, { kind: "waiting" }],
  [
    { state: "requires_action", redirectUrl },
    { kind: "unfinished", redirectUrl },
  ],
  [{ state: "requires_action" }, { kind: "waiting" }],
  [{ state: "succeeded" }, { kind: "done" }],
  [
    { state: "failed", failure: "declined" },
    { kind: "failed", type: "CardDeclined" },
  ],
  [
    { state: "failed", failure: "three_d_secure" },
    { kind: "failed", type: "ThreeDSecureFailed" },
  ],
  [
    { state: "failed", failure: "token" },
    { kind: "failed", type: "CardTokenInvalid" },
  ],
  [
    { state: "failed", failure: "gateway" },
    { kind: "failed", type: "PaymentGatewayError" },
  ],
  [
    { state: "failed", failure: "network" },
    { kind: "failed", type: "PaymentNetworkError" },
  ],
  [{ state: "failed" }, { kind: "failed", type: "PaymentGatewayError" }],
  [{ state: "expired" }, { kind: "over", state: "expired" }],
  [{ state: "cancelled" }, { kind: "over", state: "cancelled" }],
] as const)("%j is %j", (change, outcome) => {
  expect(attemptOutcome({ ...attempt, ...change })).toEqual(outcome);
});

test.each(cardAttemptSchema.shape.failure.unwrap().options)(
  "%s is one of specification 8's",
  (failure) => {
    const outcome = attemptOutcome({ ...attempt, state: "failed", failure });
    expect(portalErrors).toHaveProperty(outcome.kind === "failed" ? outcome.type : "");
  },
);
