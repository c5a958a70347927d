import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { describe, expect, test } from "vitest";
import { tabItems } from "../session/stored-items.ts";
import { type GuardFacts, guard } from "./guard.ts";
import { type PageAccess, pageRules, type RoutedPage } from "./page-rules.ts";

const now = Date.UTC(2026, 10, 21);
const stranger: GuardFacts = {
  now,
  authorizedExpiry: undefined,
  unauthorised: false,
  hasInfo: false,
  loggedIn: false,
  step: undefined,
  fromRoot: false,
};
const visitor: GuardFacts = { ...stranger, authorizedExpiry: now + 1 };
const inFlow: GuardFacts = { ...visitor, hasInfo: true };
const member: GuardFacts = { ...inFlow, loggedIn: true };

/** Where somebody ends who opens a page: there, or where else. */
function endOf(page: RoutedPage, facts: GuardFacts): string {
  const target = { pathname: pagePaths[page], query: new URLSearchParams(), rule: pageRules[page] };
  const decision = guard(target, facts);
  return decision.pass ? "there" : decision.to;
}

const { login, security } = pagePaths;
/** Who reaches a page, by what specification 2 says of it. */
const reached: Readonly<Record<string, readonly [string, string, string, string]>> = {
  // A stranger, somebody who begins, somebody in a flow, a member.
  public: [login, "there", "there", security],
  "public, first": ["there", "there", "there", security],
  "public, legal": ["there", "there", "there", "there"],
  "ignore-auth": ["there", "there", "there", "there"],
  info: [login, login, "there", security],
  login: [login, login, login, "there"],
};

/** Specification 2's table of routes, with the pages that were added since. */
const pages: Readonly<Record<RoutedPage, string>> = {
  login: "public, first",
  otp: "public",
  wantedFactor: "public",
  resetPassword: "public, first",
  changePassword: "public, first",
  register: "public, first",
  registerSecurity24: "public, first",
  tds: "ignore-auth",
  account: "info",
  registerVerification: "info",
  registerInfo: "info",
  confirmInfo: "info",
  paymentInfo: "info",
  agreement: "info",
  registrationComplete: "login",
  authorize: "public",
  gmoidCallback: "public",
  organisationSignIn: "ignore-auth",
  changeEmailVerify: "login",
  changeEmailComplete: "login",
  changeEmailUndo: "ignore-auth",
  stopRecovery: "ignore-auth",
  finishRecovery: "ignore-auth",
  unsubscribe: "ignore-auth",
  payInvoice: "ignore-auth",
  verifyInvoice: "ignore-auth",
  notation: "public, legal",
  terms: "public, legal",
  pageNotFound: "ignore-auth",
  accessDenied: "ignore-auth",
  security: "login",
  upgrade: "login",
  organisation: "login",
  notices: "login",
  notice: "login",
  karte: "login",
};

describe("who reaches a page", () => {
  test.each(Object.entries(pages) as [RoutedPage, string][])("%s is %s", (page, who) => {
    const ends = [stranger, visitor, inFlow, member].map((facts) => endOf(page, facts));
    expect(ends).toEqual(reached[who]);
    expect(pageRules[page].access).toBe(who.split(",")[0] as PageAccess);
  });

  test("every page is in the table", () => {
    expect(Object.keys(pageRules).sort()).toEqual(Object.keys(pages).sort());
  });
});

test("every page for members alone is shown after the sign-in that it needs", () => {
  const members = (Object.keys(pageRules) as RoutedPage[]).filter(
    (page) => pageRules[page].access === "login",
  );
  expect(members.length).toBeGreaterThan(5);
  for (const page of members) {
    const path = `${pagePaths[page]}?a=b`;
    expect(tabItems.pageAfterSignIn({ path })).toEqual({ path });
  }
});

test("only karte's page and the way to an organisation's provider have parts behind their own path, and take them all", () => {
  const withPath = (Object.keys(pageRules) as RoutedPage[]).filter((page) => pageRules[page].path);
  expect(withPath).toEqual(["organisationSignIn", "karte"]);
  expect(pageRules.organisationSignIn.path).toBe("/organization-sign-in/*");
  expect(pageRules.karte.path).toBe("/third-party/karte/*");
});
