import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expect, test } from "vitest";
import { type GuardFacts, type GuardTarget, guard, guardRules } from "./guard.ts";
import { pageRules, type RoutedPage } from "./page-rules.ts";

const now = Date.UTC(2026, 10, 21);
const anonymous: GuardFacts = {
  now,
  authorizedExpiry: undefined,
  unauthorised: false,
  hasInfo: false,
  loggedIn: false,
  step: undefined,
  fromRoot: false,
};
const inFlow: GuardFacts = { ...anonymous, authorizedExpiry: now + 1, hasInfo: true };
const member: GuardFacts = { ...inFlow, loggedIn: true };
const resuming: GuardFacts = { ...inFlow, fromRoot: true, step: "/account/register-info?step=1" };

const ruleOf = new Map(
  (Object.keys(pageRules) as RoutedPage[]).map((page) => [
    pagePaths[page] as string,
    pageRules[page],
  ]),
);

function target(url: string): GuardTarget {
  const { pathname, searchParams } = new URL(url, "https://portal.example");
  const rule = ruleOf.get(pathname);
  if (!rule) throw new Error(`no page has ${pathname}`);
  return { pathname, query: searchParams, rule };
}

const login = { pass: false, to: pagePaths.login, flagUnauthorised: false };
const loginFlagged = { pass: false, to: pagePaths.login, flagUnauthorised: true };
const security = { pass: false, to: pagePaths.security, flagUnauthorised: false };
const passes = { pass: true };

test.each([
  // Rule 1
  [1, "an interaction arrives", "/authorize?interaction=abc", anonymous, passes],
  [1, "an interaction arrives at a member", "/authorize?interaction=abc", member, passes],
  [1, "…but not with a step", "/authorize?interaction=abc&step=2", member, security],
  [1, "…and not without a query", "/authorize", anonymous, loginFlagged],
  [1, "the external ID answers", "/gmoid-callback?state=s&code=c", member, passes],
  [1, "…but not without an answer", "/gmoid-callback", anonymous, loginFlagged],
  [1, "…before a flow goes on elsewhere", "/authorize?interaction=abc", resuming, passes],
  // Rule 2
  [2, "the 3-D Secure return", "/tds?attempt=1", anonymous, passes],
  [2, "…before a flow goes on elsewhere", "/tds?attempt=1", resuming, passes],
  [2, "access denied, to a member", "/access-denied", member, passes],
  // Rule 3
  [
    3,
    "a private page after a 401",
    "/setting/security",
    { ...anonymous, unauthorised: true },
    passes,
  ],
  [
    3,
    "a wizard page after a 401",
    "/account/agreement",
    { ...anonymous, unauthorised: true },
    passes,
  ],
  [3, "…before what is for members", "/login", { ...member, unauthorised: true }, passes],
  [3, "…and before a flow", "/login", { ...resuming, unauthorised: true }, passes],
  // Rule 4
  [
    4,
    "a flow whose session is over",
    "/account/agreement",
    { ...resuming, authorizedExpiry: now - 1 },
    loginFlagged,
  ],
  [4, "no expiry stored", "/setting/security", anonymous, loginFlagged],
  [
    4,
    "expiry in the past",
    "/setting/security",
    { ...member, authorizedExpiry: now - 1 },
    loginFlagged,
  ],
  [4, "expiry now", "/setting/security", { ...member, authorizedExpiry: now }, loginFlagged],
  [4, "one-time password without a sign-in", "/otp", anonymous, loginFlagged],
  [4, "the wizard without a flow", "/account/payment-info", anonymous, loginFlagged],
  [4, "the free-trial page is allowed through", "/register-security24", anonymous, passes],
  [4, "so are the pages that begin a visit", "/reset-password?step=enter-id", anonymous, passes],
  [4, "and sign-in itself", "/login", anonymous, passes],
  [4, "and the legal notice", "/notation", anonymous, passes],
  [4, "and a mailed link", "/account/register-verification?token=t", anonymous, passes],
  // Rule 5
  [5, "a member's page", "/setting/security", member, passes],
  [5, "a public page, to a member", "/login", member, security],
  [5, "a wizard page, to a member", "/account/agreement", member, security],
  [5, "the legal notice, to a member", "/notation", member, passes],
  [5, "…whatever flow is left over", "/login", { ...resuming, loggedIn: true }, security],
  // Rule 6
  [
    6,
    "a member's page on arrival",
    "/setting/security",
    resuming,
    { ...security, to: "/account/register-info?step=1" },
  ],
  [
    6,
    "the agreement page from elsewhere",
    "/account/agreement?from=elsewhere",
    resuming,
    { ...security, to: "/account/register-info?step=1" },
  ],
  [
    6,
    "another page on arrival",
    "/login",
    resuming,
    { ...security, to: "/account/register-info?step=1" },
  ],
  [
    6,
    "a later wizard page on arrival",
    "/account/agreement",
    resuming,
    { ...security, to: "/account/register-info?step=1" },
  ],
  [6, "the stored page itself", "/account/register-info", resuming, passes],
  [6, "another page within the visit", "/login", { ...resuming, fromRoot: false }, passes],
  [6, "no step stored", "/login", { ...resuming, step: undefined }, passes],
  [6, "the legal notice is allowed", "/notation", resuming, passes],
  [
    6,
    "the agreement page from 3-D Secure is allowed",
    "/account/agreement?from=3ds",
    resuming,
    passes,
  ],
  [6, "a mailed link is allowed", "/account/register-verification?token=t", resuming, passes],
  // Rule 7
  [7, "a member's page during a flow", "/setting/security", inFlow, login],
  [7, "a wizard page during a flow", "/account/register-info", inFlow, passes],
  [
    7,
    "a wizard page without information",
    "/account/register-info",
    { ...inFlow, hasInfo: false },
    login,
  ],
  [
    7,
    "a member's page without information",
    "/change-email/verify",
    { ...inFlow, hasInfo: false },
    login,
  ],
  [7, "a public page", "/register", { ...inFlow, hasInfo: false }, passes],
] as const)("rule %i: %s (%s)", (_rule, _title, url, facts, decision) => {
  expect(guard(target(url), facts)).toEqual(decision);
});

test("there are the specification's seven rules, in its order", () => {
  expect(guardRules.map(({ name }) => name[0])).toEqual(["1", "2", "3", "4", "5", "6", "7"]);
});
