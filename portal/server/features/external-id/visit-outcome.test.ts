import { expect, test } from "vitest";
import { type VisitFacts, visitOutcome } from "./visit-outcome.ts";

const stranger: VisitFacts = {
  purpose: "sign-up",
  linked: undefined,
  hasEmail: true,
  emailVerified: true,
  sameAddress: undefined,
};
const member = { password_hash: "a hash" };

test.each([
  ["a linked account signs in", { purpose: "sign-in", linked: { isComplete: true } }, "sign-in"],
  ["an unfinished one continues", { linked: { isComplete: false } }, "sign-in"],
  ["a complete one cannot sign up again", { linked: { isComplete: true } }, "LoginIDExists"],
  ["a verified address needs no code", {}, "information"],
  ["an unverified one does", { emailVerified: false }, "verify-address"],
  ["a taken address asks for its password", { sameAddress: member }, "ask-password"],
  ["also to sign in", { purpose: "sign-in", sameAddress: member }, "ask-password"],
  [
    "an unverified taken address answers like a free one",
    { emailVerified: false, sameAddress: member },
    "verify-address",
  ],
  [
    "and so it does to sign in",
    { purpose: "sign-in", emailVerified: false, sameAddress: member },
    "unknown",
  ],
  [
    "another external ID's address has no password to ask",
    { sameAddress: { password_hash: null } },
    "other-account",
  ],
  ["nobody registers by signing in", { purpose: "sign-in" }, "unknown"],
  ["nobody registers without an address", { hasEmail: false }, "no-email"],
] as const)("%s", (_title, facts, expected) => {
  const outcome = visitOutcome({ ...stranger, ...facts });
  const word =
    outcome.is !== "refused"
      ? outcome.is
      : outcome.type === "LoginIDExists"
        ? outcome.type
        : outcome.reason;
  expect(word).toBe(expected);
});
