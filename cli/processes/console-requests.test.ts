import { randomUUID } from "node:crypto";
import { refundInvoice } from "@sekimori/console-contract/endpoints/billing";
import { showMember } from "@sekimori/console-contract/endpoints/members";
import {
  confirmRequest,
  listRequests,
  requestClosing,
  requestRefund,
  withdrawRequest,
} from "@sekimori/console-contract/endpoints/requests";
import { getSession } from "@sekimori/console-contract/endpoints/session";
import type { Role } from "@sekimori/console-contract/rights";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { appointStaff, removeStaff } from "@sekimori/portal-server/staff";
import { accountIdOf, signUpTo } from "@sekimori/portal-server/testing/members";
import { runDay, setClocks } from "@sekimori/portal-server/testing/moving-days";
import {
  agree,
  password,
  cards as sandboxCards,
  submitCard,
} from "@sekimori/portal-server/testing/sign-up-calls";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outcome, startTestConsole, type TestConsole } from "../testing/test-console.ts";

// What one person asks for and another confirms, at the console of a portal whose staff come and go.

const reason = "ticket 12";
const hours = 60 * 60_000;
const by = { operator: "a test" };

let portal: TestPortal;
let operator: TestConsole;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  operator = await startTestConsole(portal, {
    CONSOLE_SIGN_IN: "any",
    CONSOLE_REFUND_ALONE: "5000",
  });
});
afterAll(async () => {
  await operator.stop();
  await portal.close();
});
// Who is alone depends on who else works here.
beforeEach(async () => {
  setClocks(portal, "2026-11-20T03:00:00Z");
  await portal.database.pool.query("update portal.staff set ended_at = now()");
  await portal.database.pool.query("delete from portal.staff_request");
});

/** A card has one trial, so each member has another. */
const cards = [
  "5555550000001000",
  "3530110000001008",
  "36227200001003",
  "378282000001006",
  sandboxCards.success,
];

/** Somebody with a paid invoice over 11,000 yen. */
async function paidMember() {
  const browser = portal.browser();
  const { email } = await signUpTo(portal, browser, "account", { plan: "detailed" });
  await submitCard(portal, browser, cards.shift() ?? "");
  await agree(browser);
  const account = await accountIdOf(portal, email);
  await runDay(portal, "2026-12-31T15:10:00Z");
  const { rows } = await portal.database.pool.query<{ number: number }>(
    "select number from portal.invoice where account_id = $1 and kind = 'invoice'",
    [account],
  );
  return { browser, email, account, number: `SK-${String(rows[0]?.number).padStart(8, "0")}` };
}

const wanted = (invoice: string, amount = 11_000) => ({
  body: { invoice, amount, note: "an outage of ours", reason },
});
async function refundsOf(account: string) {
  const { rows } = await portal.database.pool.query<{ amount: number; operator: string }>(
    `select r.amount, r.operator from portal.refund r
     join portal.invoice i on i.id = r.invoice_id where i.account_id = $1`,
    [account],
  );
  return rows;
}

async function events(account: string, action: string) {
  const { rows } = await portal.database.pool.query<{ detail: object }>(
    "select detail from portal.audit_event where account_id = $1 and action = $2 order by id",
    [account, action],
  );
  return rows.map(({ detail }) => detail);
}

const mailsTo = (email: string) =>
  portal.mails.to(email).filter(({ subject }) => /console|コンソール/.test(subject));

describe("a refund of more than one person gives back", () => {
  test("is asked for by one, confirmed by another, and done once with both names", async () => {
    const [asker, other] = [
      await operator.returning("billing"),
      await operator.returning("billing"),
    ];
    const { account, number } = await paidMember();
    const [paying, agreeing] = [await asker.enter(), await other.enter()];
    expect(
      await outcome(paying, refundInvoice, { ...wanted(number).body, key: randomUUID() }),
    ).toBe("SecondPersonNeeded");
    const request = await paying.call(requestRefund, wanted(number));
    expect(request).toMatchObject({ isOwn: true, member: account, aloneFrom: null });
    expect(await refundsOf(account)).toEqual([]);
    await expect.poll(() => mailsTo(other.email).length).toBe(1);
    expect(mailsTo(asker.email)).toEqual([]);

    const { requests } = await agreeing.call(listRequests, { body: {} });
    expect(requests).toMatchObject([
      {
        id: request.id,
        amount: 11_000,
        invoice: number,
        askedBy: asker.name,
        isOwn: false,
        reason,
      },
    ]);
    const body = { request: request.id };
    expect(await outcome(paying, confirmRequest, body)).toBe("OwnRequest");
    expect(await refundsOf(account)).toEqual([]);
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => outcome(agreeing, confirmRequest, body)),
    );
    expect(answers.filter((answer) => answer === null)).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set([null, "RequestOver"]));
    expect(await refundsOf(account)).toEqual([{ amount: 11_000, operator: asker.name }]);
    expect(await events(account, "operator.refund-asked")).toEqual([
      {
        operator: asker.name,
        confirmedBy: other.name,
        reason,
        invoice: number,
        amount: 11_000,
      },
    ]);
    expect(await agreeing.call(listRequests, { body: {} })).toEqual({ requests: [], next: null });
    expect(await outcome(paying, withdrawRequest, body)).toBe("RequestOver");
  });

  test("is confirmed by nobody after a day, and not once it is declined or impossible", async () => {
    const [asker, other] = [
      await operator.returning("billing"),
      await operator.returning("billing", "administrator"),
    ];
    const { account, number } = await paidMember();
    let [paying, agreeing] = [await asker.enter(), await other.enter()];
    expect(await outcome(paying, requestRefund, wanted(number, 11_001).body)).toBe("RefundRefused");
    const [first, second, third] = [
      await paying.call(requestRefund, wanted(number)),
      await paying.call(requestRefund, wanted(number)),
      await paying.call(requestRefund, wanted(number)),
    ];
    await agreeing.call(withdrawRequest, { body: { request: first.id } });
    expect(await events(account, "operator.confirmation-withdrawn")).toEqual([
      { operator: other.name, askedBy: asker.name, act: "refund" },
    ]);
    expect(await outcome(agreeing, confirmRequest, { request: first.id })).toBe("RequestOver");
    await agreeing.call(refundInvoice, {
      body: { ...wanted(number, 5_000).body, key: randomUUID() },
    });
    expect(await outcome(agreeing, confirmRequest, { request: second.id })).toBe(
      "RequestImpossible",
    );
    // It waits still, until somebody declines it or its day is over.
    expect((await agreeing.call(listRequests, { body: {} })).requests).toHaveLength(2);
    portal.clock.advance(24 * hours + 1);
    [paying, agreeing] = [await asker.enter(), await other.enter()];
    expect(await outcome(agreeing, confirmRequest, { request: third.id })).toBe("RequestOver");
    expect(await agreeing.call(listRequests, { body: {} })).toEqual({ requests: [], next: null });
    expect(await refundsOf(account)).toHaveLength(1);
  });

  test("is done once, however often it was asked for", async () => {
    const [asker, other] = [
      await operator.returning("billing"),
      await operator.returning("billing"),
    ];
    const { account, number } = await paidMember();
    const [paying, agreeing] = [await asker.enter(), await other.enter()];
    const first = await paying.call(requestRefund, wanted(number, 5_500));
    const again = await paying.call(requestRefund, wanted(number, 5_500));
    portal.clock.advance(60_000);
    await agreeing.call(confirmRequest, { body: { request: first.id } });
    expect(await outcome(agreeing, confirmRequest, { request: again.id })).toBe(
      "RequestImpossible",
    );
    expect(await refundsOf(account)).toEqual([{ amount: 5_500, operator: asker.name }]);
    // Asked for anew, with the first one known, it is another.
    portal.clock.advance(60_000);
    const { id } = await paying.call(requestRefund, wanted(number, 5_500));
    await agreeing.call(confirmRequest, { body: { request: id } });
    expect(await refundsOf(account)).toHaveLength(2);
  });

  test("or of an invoice of one's own is not given alone, nor confirmed by its holder", async () => {
    const other = await operator.returning("billing");
    const { browser, email, account, number } = await paidMember();
    await appointStaff(portal.context, by, { account, name: "Paying staff", roles: ["billing"] });
    await browser.attempt(signIn, { body: { email, password } });
    const { browser: own } = await operator.enter(browser);
    await own.call(getSession, {});
    expect(
      await outcome(own, refundInvoice, { ...wanted(number, 1).body, key: randomUUID() }),
    ).toBe("SecondPersonNeeded");
    const colleague = await other.enter();
    const { id } = await colleague.call(requestRefund, wanted(number));
    expect(await outcome(own, confirmRequest, { request: id })).toBe("OwnRequest");
    expect(await refundsOf(account)).toEqual([]);
    const asked = await own.call(requestRefund, wanted(number));
    await colleague.call(confirmRequest, { body: { request: asked.id } });
    expect(await refundsOf(account)).toHaveLength(1);
  });

  test("is not done where one of the two has lost the role meanwhile", async () => {
    const [asker, other] = [
      await operator.returning("billing"),
      await operator.returning("billing"),
    ];
    const { account, number } = await paidMember();
    const [paying, agreeing] = [await asker.enter(), await other.enter()];
    const { id } = await paying.call(requestRefund, wanted(number));
    const appoint = (one: typeof asker, role: Role) =>
      appointStaff(portal.context, by, { account: one.account, name: one.name, roles: [role] });
    await appoint(asker, "support");
    expect(await outcome(agreeing, confirmRequest, { request: id })).toBe("NotAllowed");
    await appoint(asker, "billing");
    await appoint(other, "auditor");
    expect(await outcome(agreeing, confirmRequest, { request: id })).toBe("NotAllowed");
    expect(await refundsOf(account)).toEqual([]);
  });
});

describe("where one person operates alone", () => {
  test("a request waits for a day, of which that person is mailed, and is then done by the same", async () => {
    const alone = await operator.returning("administrator");
    const { account } = await operator.person();
    let browser = await alone.enter();
    const { id, askedAt, aloneFrom } = await browser.call(requestClosing, {
      body: { member: account, reason },
    });
    expect(aloneFrom).toBe(new Date(Date.parse(askedAt) + 24 * hours).toISOString());
    await expect.poll(() => mailsTo(alone.email).length).toBe(1);
    expect(await outcome(browser, confirmRequest, { request: id })).toBe("OwnRequest");
    portal.clock.advance(23 * hours);
    browser = await alone.enter();
    expect(await outcome(browser, confirmRequest, { request: id })).toBe("OwnRequest");
    portal.clock.advance(1 * hours);
    browser = await alone.enter();
    await browser.call(confirmRequest, { body: { request: id } });
    const shown = await browser.call(showMember, { body: { member: account, reason } });
    expect(shown.standing).toBe("closed");
    expect(await events(account, "account.closed")).toEqual([
      { operator: alone.name, confirmedBy: alone.name, reason },
    ]);
  });

  test("who is no longer alone waits for the other, and nobody becomes alone by removing the other", async () => {
    const asker = await operator.returning("administrator");
    const { account } = await operator.person();
    let browser = await asker.enter();
    const ask = async () =>
      (await browser.call(requestClosing, { body: { member: account, reason } })).id;
    const alone = await ask();
    const other = await operator.returning("administrator");
    const watched = await ask();
    await removeStaff(portal.context, by, other.account);
    portal.clock.advance(23 * hours);
    browser = await asker.enter();
    expect(await outcome(browser, confirmRequest, { request: watched })).toBe("OwnRequest");
    const { name } = other;
    await appointStaff(portal.context, by, {
      account: other.account,
      name,
      roles: ["administrator"],
    });
    portal.clock.advance(2 * hours);
    browser = await asker.enter();
    expect(await outcome(browser, confirmRequest, { request: alone })).toBe("OwnRequest");
    const agreeing = await other.enter();
    await agreeing.call(confirmRequest, { body: { request: alone } });
    expect(await events(account, "account.closed")).toMatchObject([
      { operator: asker.name, confirmedBy: name },
    ]);
  });
});

test("who has lost the role takes their own request back, and declines no other", async () => {
  const [asker, other] = [
    await operator.returning("administrator"),
    await operator.returning("administrator"),
  ];
  const { account } = await operator.person();
  const [asking, colleague] = [await asker.enter(), await other.enter()];
  const body = { member: account, reason };
  const own = await asking.call(requestClosing, { body });
  const others = await colleague.call(requestClosing, { body });
  const { name } = asker;
  await appointStaff(portal.context, by, { account: asker.account, name, roles: ["support"] });
  expect((await asking.call(listRequests, { body: {} })).requests).toHaveLength(2);
  expect(await outcome(asking, withdrawRequest, { request: others.id })).toBe("NotAllowed");
  await asking.call(withdrawRequest, { body: { request: own.id } });
  expect(await outcome(asking, withdrawRequest, { request: own.id })).toBe("RequestOver");
  expect(await events(account, "operator.confirmation-withdrawn")).toEqual([
    { operator: name, askedBy: name, act: "close-member" },
  ]);
});

test("every request is seen, however many wait: each once, in parts", async () => {
  const administrator = await operator.returning("administrator");
  const { account } = await operator.person();
  const browser = await administrator.enter();
  const { id } = await browser.call(requestClosing, { body: { member: account, reason } });
  // Many of one moment, so that the order is not that of time alone.
  await portal.database.pool.query(
    `insert into portal.staff_request (id, act, account_id, reason, asked_by, asked_name, asked_at,
       is_alone, expires_at)
     select gen_random_uuid(), act, account_id, reason, asked_by, asked_name, asked_at, is_alone,
       expires_at from portal.staff_request, generate_series(1, 250) where id = $1`,
    [id],
  );
  const seen: string[] = [];
  let after: string | null | undefined;
  do {
    const body = after ? { after } : {};
    const part = await browser.call(listRequests, { body });
    expect(part.requests.length).toBeLessThanOrEqual(50);
    seen.push(...part.requests.map((request) => request.id));
    after = part.next;
  } while (after);
  expect([seen.length, new Set(seen).size]).toEqual([251, 251]);
});

test("somebody of another role neither asks, confirms nor declines", async () => {
  const administrator = await operator.returning("administrator");
  const billing = await operator.returning("billing");
  const { account } = await operator.person();
  const [asking, other] = [await administrator.enter(), await billing.enter()];
  expect(await outcome(other, requestClosing, { member: account, reason })).toBe("NotAllowed");
  const { id } = await asking.call(requestClosing, { body: { member: account, reason } });
  for (const endpoint of [confirmRequest, withdrawRequest]) {
    expect(await outcome(other, endpoint, { request: id })).toBe("NotAllowed");
  }
  expect((await asking.call(listRequests, { body: {} })).requests).toHaveLength(1);
  await asking.call(withdrawRequest, { body: { request: id } });
  expect(await outcome(asking, requestClosing, { member: reason, reason })).toBe("InvalidInput");
});
