import { randomUUID } from "node:crypto";
import { listInvoices, showPayLink } from "@sekimori/portal-contract/endpoints/invoice";
import { reauthenticate, signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { PaymentClient } from "@sekimori/sandbox/testing/payment-client";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { signUpTo } from "../../testing/members.ts";
import { tokenIn } from "../../testing/memory-mailer.ts";
import { payLinked, payOwed, replaceCardAsShown } from "../../testing/pay-as-shown.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { collectPayments, runBilling } from "./billing-run.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({ PLAN_TRIAL_MONTHS: "0" }, { scheduled: false });
});
afterAll(() => portal.close());

const setClock = (moment: string) => {
  portal.clock.set(new Date(moment));
  portal.sandbox.clock.set(new Date(moment));
};
beforeEach(() => setClock("2026-11-20T03:00:00Z"));

/** Moves our own clock alone, the company's stands, and does what is done every minute. */
async function minutesLater(minutes: number): Promise<void> {
  portal.clock.set(new Date(portal.clock.now().getTime() + minutes * 60_000));
  await collectPayments(portal.context);
}

const mailsTo = (email: string, count: number) =>
  vi.waitFor(() => {
    const found = portal.mails
      .to(email)
      .filter(({ subject }) => subject.includes("payment failed"));
    expect(found).toHaveLength(count);
    return found;
  }, 60_000);

/** Somebody whose issuer wants 3-D Secure for the charge of the first 1st. */
async function unpaidMember() {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.chargeNeedsAuthentication);
  await agree(browser);
  setClock("2026-11-30T15:10:00Z");
  await runBilling(portal.context, "2026-12-01");
  const [mail] = await mailsTo(email, 1);
  if (!mail) throw new Error("no mail");
  await browser.call(signIn, { body: { email, password, locale: "en" } });
  const { invoices } = await browser.call(listInvoices, { query: {} });
  expect(invoices).toMatchObject([{ state: "open", mendedBy: "authentication", total: 11_000 }]);
  const attempts = () =>
    portal.database.db
      .selectFrom("portal.charge_attempt")
      .selectAll()
      .where("invoice_id", "=", invoices[0]?.id ?? "")
      .orderBy("attempt_number")
      .execute();
  const states = async () => (await attempts()).map(({ state }) => state);
  return { browser, email, token: tokenIn(mail), attempts, states };
}

/** The holder proves who they are. @returns where the issuer's page sends the browser. */
async function prove(redirectUrl: string): Promise<string> {
  const company = new PaymentClient(portal.sandbox.origin);
  const page = await company.answerChallenge(redirectUrl, { action: "confirm", code: "123456" });
  return /method="post" action="([^"]+)"/.exec(page)?.[1] ?? "";
}

const comeBack = (url: string) =>
  portal.app.inject({
    method: "POST",
    url: new URL(url).pathname,
    headers: { "content-type": "application/x-www-form-urlencoded", origin: portal.sandbox.origin },
    payload: "charge=whatever",
  });

const need = (url: string | null): string => {
  if (url === null) throw new Error("Nobody asks for 3-D Secure.");
  return url;
};

test("a charge is authenticated by the link of its mail, once, whoever presses and comes back", async () => {
  const { token, attempts, states } = await unpaidMember();
  const stranger = portal.browser();
  const pressed = { body: { token } };
  expect(await stranger.call(showPayLink, pressed)).toMatchObject({
    state: "open",
    mendedBy: "authentication",
    authenticateAt: null,
  });
  const presses = await Promise.all([1, 2, 3].map(() => payLinked(stranger, token)));
  expect(presses.map(({ state }) => state)).toEqual(["pending", "pending", "pending"]);
  const { authenticateAt } = await payLinked(stranger, token);
  expect(await stranger.call(showPayLink, pressed)).toMatchObject({
    state: "pending",
    authenticateAt,
  });
  // Whoever is still at the issuer's page is waited for.
  await minutesLater(10);
  expect(await states()).toEqual(["failed", "unknown"]);

  const back = await prove(need(authenticateAt));
  const [, attempt] = await attempts();
  expect(back).toBe(
    `${portal.context.settings.portalOrigin}/v1/payment/charge-return/${attempt?.id}`,
  );
  const { statusCode, headers } = await comeBack(back);
  expect(statusCode).toBe(303);
  const page = new URL(String(headers.location), back);
  expect(page.pathname).toBe(pagePaths.payInvoice);
  const shown = { body: { token: page.searchParams.get("token") ?? "" } };
  const paid = { state: "paid", mendedBy: null, authenticateAt: null };
  expect(await stranger.call(showPayLink, shown)).toMatchObject(paid);
  expect(await payLinked(stranger, shown.body.token)).toMatchObject(paid);
  expect(await payLinked(stranger, token)).toMatchObject(paid);
  await minutesLater(60);
  expect(await states()).toEqual(["failed", "succeeded"]);
  const later = await comeBack(back);
  expect(later.headers.location).toBe(pagePaths.pageNotFound);
  const madeUp = await comeBack(back.replace(/[^/]+$/, randomUUID()));
  expect(madeUp.headers.location).toBe(pagePaths.pageNotFound);
});

test("a link that came back shows what came of it, pays nothing, and tries again when it is pressed", async () => {
  const { token, states } = await unpaidMember();
  const stranger = portal.browser();
  const { authenticateAt } = await payLinked(stranger, token);
  const company = new PaymentClient(portal.sandbox.origin);
  const page = await company.answerChallenge(need(authenticateAt), { action: "cancel" });
  const { headers } = await comeBack(/method="post" action="([^"]+)"/.exec(page)?.[1] ?? "");
  const { searchParams } = new URL(String(headers.location), "http://portal.example");
  const shown = { body: { token: searchParams.get("token") ?? "" } };
  for (let look = 0; look < 2; look += 1) {
    expect((await stranger.call(showPayLink, shown)).state).toBe("failed");
  }
  expect(await states()).toEqual(["failed", "failed"]);
  const again = await payLinked(stranger, shown.body.token);
  expect(again.authenticateAt).toMatch(/^http/);
  expect(await states()).toEqual(["failed", "failed", "unknown"]);
});

/** By a link, to the issuer's page and back with nothing paid. @returns the page that it ends on. */
async function cancelAtIssuer(token: string): Promise<URL> {
  const { authenticateAt } = await payLinked(portal.browser(), token);
  const company = new PaymentClient(portal.sandbox.origin);
  const page = await company.answerChallenge(need(authenticateAt), { action: "cancel" });
  const { headers } = await comeBack(/method="post" action="([^"]+)"/.exec(page)?.[1] ?? "");
  const shown = new URL(String(headers.location), "http://portal.example");
  expect(shown.pathname).toBe(pagePaths.payInvoice);
  return shown;
}

const linkOf = (page: URL): string => page.searchParams.get("token") ?? "";
const isOver = async (token: string) => {
  const { status } = await portal.browser().attempt(showPayLink, { body: { token } });
  return status === 404;
};

test("a link that came back lives an hour, however often its holder goes to the issuer again", async () => {
  const { token } = await unpaidMember();
  const first = linkOf(await cancelAtIssuer(token));
  await minutesLater(50);
  expect(await isOver(first)).toBe(false);
  const second = linkOf(await cancelAtIssuer(first));
  await minutesLater(9);
  expect(await isOver(second)).toBe(false);
  await minutesLater(2);
  expect(await isOver(first)).toBe(true);
  expect(await isOver(second)).toBe(true);
  // The mailed one stays what it was.
  expect(await isOver(token)).toBe(false);
});

test("a link that came back is over with the mailed one", async () => {
  const { token } = await unpaidMember();
  await minutesLater(21 * 24 * 60 - 30);
  const back = linkOf(await cancelAtIssuer(token));
  await minutesLater(29);
  expect(await isOver(back)).toBe(false);
  const { authenticateAt } = await payLinked(portal.browser(), back);
  await minutesLater(2);
  expect([await isOver(token), await isOver(back)]).toEqual([true, true]);
  // Whoever comes back later has no link any more, and the page says where to look.
  const { headers } = await comeBack(await prove(need(authenticateAt)));
  expect(headers.location).toBe(pagePaths.payInvoice);
});

test("one that its holder left is given up after half an hour, and can be paid from My Page", async () => {
  const { browser, email, states, attempts } = await unpaidMember();
  const left = await payOwed(browser);
  const again = await payOwed(browser);
  expect(again.authenticateAt).toBe(need(left.authenticateAt));
  const list = () => browser.call(listInvoices, { query: {} });
  expect((await list()).authenticateAt).toBe(left.authenticateAt);
  await minutesLater(29);
  expect(await states()).toEqual(["failed", "unknown"]);
  await minutesLater(1);
  expect(await attempts()).toMatchObject([
    { state: "failed", failure: "authentication", returns_to: null },
    { state: "failed", failure: "authentication", returns_to: "my-page" },
  ]);
  await mailsTo(email, 2);
  expect(await list()).toMatchObject({
    authenticateAt: null,
    invoices: [{ state: "open", mendedBy: "authentication" }],
  });
  // What is given up cannot succeed behind our back.
  await prove(need(left.authenticateAt));
  await minutesLater(3);
  expect(await states()).toEqual(["failed", "failed"]);

  const { authenticateAt } = await payOwed(browser);
  const { headers } = await comeBack(await prove(need(authenticateAt)));
  expect(headers.location).toBe(`${pagePaths.security}?tab=contract`);
  expect(await list()).toMatchObject({ authenticateAt: null, invoices: [{ state: "paid" }] });
  expect(await states()).toEqual(["failed", "failed", "succeeded"]);
});

test("another card given meanwhile is charged instead, and the former one never", async () => {
  const { browser, states } = await unpaidMember();
  const { authenticateAt } = await payOwed(browser);
  await browser.call(reauthenticate, { body: { password } });
  const cardToken = await portal.company.token(cards.success);
  await replaceCardAsShown(browser, cardToken);
  await portal.jobsDone();
  await minutesLater(3);
  await vi.waitFor(async () => {
    expect(await states()).toEqual(["failed", "failed", "succeeded"]);
  }, 60_000);
  await prove(need(authenticateAt));
  await minutesLater(3);
  expect(await states()).toEqual(["failed", "failed", "succeeded"]);
});
