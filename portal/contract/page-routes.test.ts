import { expect, test } from "vitest";
import {
  kartePage,
  kartePaths,
  pagePaths,
  queryNames,
  resetPasswordSteps,
  wizardStepCounts,
} from "./page-routes.ts";

// The specification's addresses, written out: everything else takes them from where the code has them.

test("the portal has every route of specification 2", () => {
  expect(Object.values(pagePaths)).toEqual(
    expect.arrayContaining([
      ...["/", "/login", "/otp", "/register-security24", "/authorize", "/gmoid-callback"],
      ...["/notation", "/reset-password", "/reset-password/change-password", "/tds"],
      ...["/page-not-found", "/access-denied", "/account", "/account/register-verification"],
      ...["/account/register-info", "/account/confirm-info", "/account/payment-info"],
      ...["/account/agreement", "/setting/security", "/change-email/verify"],
      ...["/change-email/complete", "/third-party/karte"],
    ]),
  );
  expect(kartePage("/site/list")).toBe("/third-party/karte/site/list");
});

test("the embedded application has the sub-paths of specification 2, and no others are known", () => {
  expect(Object.values(kartePaths).toSorted()).toEqual(
    [
      ...["/sign-out", "/contact-us", "/group/list", "/group", "/site/list"],
      ...["/site/bulk-registration", "/report-request", "/user-management", "/import-log"],
      ...["/my-contract", "/inventory", "/inventory/domain", "/inventory/result"],
    ].toSorted(),
  );
});

test("query parameters, steps of the reset and counts of the wizard are the specification's", () => {
  expect([queryNames.loginHint, queryNames.changeEmail]).toEqual(["login_hint", "change_email"]);
  expect([queryNames.step, queryNames.totalStep, queryNames.from]).toEqual([
    "step",
    "totalStep",
    "from",
  ]);
  expect(resetPasswordSteps).toEqual(["enter-id", "email-notification"]);
  expect(wizardStepCounts).toEqual({ login: 2, register: 3, "external-id": 2 });
});
