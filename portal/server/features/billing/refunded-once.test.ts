import { randomUUID } from "node:crypto";
import { transaction } from "@sekimori/kit-server/database";
import { signUpWithCard } from "@sekimori/portal-contract/endpoints/sign-up";
import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { stripePaymentGateway } from "../../adapters/stripe-payment.ts";
import type { PortalContext } from "../../context.ts";
import { type PaymentGateway, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { signUpTo } from "../../testing/members.ts";
import { agree } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { askRefund, parkContract, releaseContract } from "../operator/billing-acts.ts";
import { billingMonth } from "../operator/billing-month.ts";
import { DryRun } from "../operator/operator-audit.ts";
import { runBilling } from "./billing-run.ts";
import { shownNumber } from "./invoice-snapshot.ts";
import { claimRefund, refundInvoice, takeRefund } from "./refund-service.ts";
import { settleRefund, settleRefunds } from "./settle-refunds.ts";

// Whatever becomes of an answer or of a process, money is given back once: the company stood in for
// here forgets its keys after a day, as the real one may, and would pay the same request again.

let portal: TestPortal;
let standIn: StandIn;
let gateway: PaymentGateway;
const members: { id: string; number: string; contract: string; charge: string }[] = [];

const sent = new Date("2027-01-10T03:00:00Z");
const hoursLater = (hours: number) =>
  portal.clock.set(new Date(sent.getTime() + hours * 3_600_000));
const rows = async <Row extends object>(text: string, values: readonly unknown[] = []) =>
  (await portal.database.pool.query<Row>(text, [...values])).rows;

beforeAll(async () => {
  standIn = await startStandIn({ now: () => portal.clock.now() });
  gateway = stripePaymentGateway({ ...standInKeys, standIn: standIn.origin });
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" }, { scheduled: false }, () => gateway);
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
  for (let index = 0; index < 16; index++) {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account", { plan: "detailed" });
    const cardToken = standIn.token("4242424242424242", { fingerprint: randomUUID() });
    await browser.call(signUpWithCard, { body: { attempt: randomUUID(), cardToken } });
    await agree(browser);
  }
  portal.clock.set(new Date("2027-01-01T03:00:00Z"));
  await runBilling(portal.context, "2027-01-01");
  const paid = await rows<{ id: string; number: string; contract: string; charge: string }>(`
    select invoice.id, invoice.number, contract_id as contract, gateway_charge as charge
    from portal.invoice join portal.charge_attempt on invoice_id = invoice.id
    where charge_attempt.state = 'succeeded'`);
  members.push(...paid);
}, 120_000);
afterAll(async () => {
  await portal.close();
  await standIn.stop();
});

/** A member with a paid invoice that no other test has. */
let paid: (typeof members)[number];
beforeEach(async () => {
  const next = members.pop();
  if (next === undefined) throw new Error("one member for each test, and each that is tried again");
  paid = next;
  standIn.faults.splice(0);
  hoursLater(0);
});

const asked = () => ({ invoiceId: paid.id, amount: 1_000, reason: "Goodwill", operator: "Sato" });
const claim = () =>
  transaction(portal.database.db, (tx) => claimRefund(tx, asked(), portal.clock.now()));
/** A refund whose answer is lost: the company made it, or has never heard of it. */
async function unanswered(kind: "made" | "never heard of") {
  const fault = kind === "made" ? "lost" : "broken";
  // As often as the library tries by itself.
  standIn.faults.push({ path: "/v1/refunds", kind: fault }, { path: "/v1/refunds", kind: fault });
  const refund = await refundInvoice(portal.context, asked());
  standIn.faults.splice(0);
  expect(refund.state).toBe("created");
  return refund;
}

const states = async () =>
  (
    await rows<{ state: string }>(
      "select state from portal.refund where invoice_id = $1 order by created_at",
      [paid.id],
    )
  ).map(({ state }) => state);
/** What the company has given back of the charge. */
const givenBack = () =>
  [...standIn.company.memory.refunds.values()]
    .filter((refund) => refund.payment_intent === paid.charge)
    .map(({ amount }) => amount);
const booked = async () =>
  (
    await rows<{ yen: string }>(
      `select sum(entry.amount) as yen from portal.ledger_entry as entry
       join portal.ledger_posting as posting on posting.id = entry.posting_id
       where posting.kind = 'refunded' and entry.account = 'gateway' and entry.invoice_id = $1`,
      [paid.id],
    )
  ).map(({ yen }) => Number(yen ?? 0))[0];
const parked = async () =>
  (
    await rows<{ reason: string }>(
      "select reason from portal.parked_contract where contract_id = $1",
      [paid.contract],
    )
  ).map(({ reason }) => reason);
const unknown = async () =>
  (await billingMonth(portal.context, "2027-01-01")).unknownRefunds.filter(
    ({ contract }) => contract === paid.contract,
  );
const release = () => releaseContract(portal.context, { operator: "Sato" }, paid.contract);
/** What the company is asked meanwhile. */
async function callsOf(work: () => Promise<void>): Promise<readonly string[]> {
  const before = standIn.log.length;
  await work();
  return standIn.log.slice(before);
}
/** The portal with a payment company of which one call goes another way. */
const otherwise = (change: Partial<PaymentGateway>): PortalContext => ({
  ...portal.context,
  gateway: { ...gateway, ...change },
});

/** It was recorded, once everywhere. */
async function expectOnce(): Promise<void> {
  expect([await states(), givenBack(), await booked()]).toEqual([["succeeded"], [1_000], -1_000]);
}

describe("a refund without an answer", () => {
  test("is repeated under its key while the company surely keeps it", async () => {
    await unanswered("made");
    hoursLater(19);
    expect(await callsOf(() => settleRefunds(portal.context))).toEqual(["POST /v1/refunds"]);
    await expectOnce();
  });

  test("is asked for by its reference from then on, and never repeated", async () => {
    await unanswered("made");
    hoursLater(30);
    expect(await callsOf(() => settleRefunds(portal.context))).toEqual(["GET /v1/refunds"]);
    await expectOnce();
    expect(await parked()).toEqual([]);
  });

  test("has its time from the first sending on, however long before it was asked for", async () => {
    await claim();
    hoursLater(30);
    standIn.faults.push({ path: "/v1/refunds", kind: "lost" });
    standIn.faults.push({ path: "/v1/refunds", kind: "lost" });
    await settleRefunds(portal.context);
    expect([await states(), givenBack()]).toEqual([["created"], [1_000]]);
    hoursLater(49);
    await settleRefunds(portal.context);
    await expectOnce();
    expect(await parked()).toEqual([]);
  });

  test("and of which the company knows nothing waits for an operator, and is given up on their word", async () => {
    const { id, sent_at: sentAt } = await unanswered("never heard of");
    hoursLater(30);
    for (const hours of [30, 31, 60]) {
      hoursLater(hours);
      await settleRefunds(portal.context);
      expect([await states(), givenBack()]).toEqual([["created"], []]);
      expect(await parked()).toEqual(["unknown-refund"]);
    }
    const invoice = shownNumber(paid.number);
    const { contract } = paid;
    const seen = { refund: id, invoice, contract, amount: 1_000, sentAt: sentAt?.toISOString() };
    expect(await unknown()).toEqual([{ ...seen, isReleased: false }]);
    // What it may still have given back is not asked for in its place.
    const again = () =>
      askRefund(portal.context, { operator: "Sato" }, { number: invoice, ...more });
    const more = { amount: 10_001, reason: "Goodwill" };
    await expect(again()).rejects.toThrow("Not more than 10000 yen");
    const trying = { operator: "Sato", dryRun: true };
    await expect(releaseContract(portal.context, trying, contract)).rejects.toThrow(DryRun);
    await settleRefunds(portal.context);
    expect([await states(), await parked()]).toEqual([["created"], ["unknown-refund"]]);

    expect(await release()).toEqual({ reason: "unknown-refund" });
    expect(await unknown()).toEqual([{ ...seen, isReleased: true }]);
    await settleRefunds(portal.context);
    expect([await states(), givenBack(), await parked()]).toEqual([["cancelled"], [], []]);
    expect(await unknown()).toEqual([]);
    await again();
    await settleRefunds(portal.context);
    expect([await states(), givenBack()]).toEqual([["cancelled", "succeeded"], [10_001]]);
  });

  test("is given up on no word about an older one of its contract", async () => {
    await unanswered("never heard of");
    hoursLater(30);
    await settleRefunds(portal.context);
    expect(await parked()).toEqual(["unknown-refund"]);
    const young = await unanswered("never heard of");
    hoursLater(31);
    await release();
    // It has outlived its key by now, but was young when the operator looked at the company.
    hoursLater(61);
    expect(await unknown()).toMatchObject([
      { isReleased: true },
      { refund: young.id, isReleased: false },
    ]);
    await settleRefunds(portal.context);
    expect([await states(), await parked()]).toEqual([
      ["cancelled", "created"],
      ["unknown-refund"],
    ]);
  });

  test("is recorded and not given up where the company has made it after all", async () => {
    await unanswered("made");
    hoursLater(30);
    // The first time that it is asked about, no answer comes either.
    const silent = { path: "/v1/refunds", kind: "silent" } as const;
    standIn.faults.push(silent, silent);
    await settleRefunds(portal.context);
    expect([await states(), await parked()]).toEqual([["created"], ["unknown-refund"]]);
    await release();
    standIn.faults.push(silent, silent);
    await settleRefunds(portal.context);
    // Without the company's own word the operator's gives nothing up; and nobody is asked twice.
    expect([await states(), await parked()]).toEqual([["created"], []]);
    standIn.faults.splice(0);
    await settleRefunds(portal.context);
    await expectOnce();
  });

  test("is neither repeated nor overlooked where its contract is parked for something else", async () => {
    await unanswered("never heard of");
    const question = { contract: paid.contract, reason: "a question of tax" };
    await parkContract(portal.context, { operator: "Sato" }, question);
    hoursLater(30);
    await settleRefunds(portal.context);
    expect([await states(), givenBack(), await parked()]).toEqual([["created"], [], ["operator"]]);
    expect(await unknown()).toMatchObject([{ isReleased: false }]);
    // The word about one thing is none about the other.
    await release();
    await settleRefunds(portal.context);
    expect([await states(), await parked()]).toEqual([["created"], ["unknown-refund"]]);
  });

  test("and that is refused when it is repeated has not failed where the first was made", async () => {
    await unanswered("made");
    hoursLater(1);
    const refund = async () => {
      throw new PaymentGatewayError("refused", "another request under this key");
    };
    await settleRefunds(otherwise({ refund }));
    await expectOnce();
  });
});

test("a refund of a parked contract is made: it is an operator's own word", async () => {
  const question = { contract: paid.contract, reason: "a question of tax" };
  await parkContract(portal.context, { operator: "Sato" }, question);
  await claim();
  await settleRefunds(portal.context);
  await expectOnce();
});

test("a process that dies after a refund was made leaves it to be found, not to be repeated", async () => {
  const { id } = await claim();
  const dying = otherwise({
    async refund(request) {
      // Whoever comes after it knows that it may have been sent.
      const [row] = await rows("select sent_at from portal.refund where id = $1", [id]);
      expect(row).toEqual({ sent_at: expect.any(Date) });
      await gateway.refund(request);
      throw new Error("killed");
    },
  });
  await expect(settleRefunds(dying)).rejects.toThrow("killed");
  expect([await states(), givenBack(), await booked()]).toEqual([["created"], [1_000], 0]);
  hoursLater(30);
  await settleRefunds(portal.context);
  await expectOnce();
});

describe("two workers at once", () => {
  const both = () => Promise.all([1, 2, 3].map(() => settleRefunds(portal.context)));

  test("give back once what neither has sent, and find once what one has", async () => {
    await claim();
    await both();
    await expectOnce();
    const later = await refundInvoice(
      otherwise({
        async refund(request) {
          await gateway.refund(request);
          throw new PaymentGatewayError("network", "lost");
        },
      }),
      asked(),
    );
    expect(later.state).toBe("created");
    hoursLater(30);
    await both();
    expect([await states(), givenBack(), await booked()]).toEqual([
      ["succeeded", "succeeded"],
      [1_000, 1_000],
      -2_000,
    ]);
  });

  test.each([
    ["released", 0],
    ["released and settled", 1],
  ])("neither send nor park again what was %s while one asked", async (_what, others) => {
    await unanswered("never heard of");
    hoursLater(30);
    await settleRefunds(portal.context);
    // At work on it since before the operator's word.
    const slow = otherwise({
      async findRefundByReference(charge, reference) {
        const found = await gateway.findRefundByReference(charge, reference);
        if (charge !== paid.charge) return found;
        await release();
        for (let other = 0; other < others; other++) await settleRefunds(portal.context);
        return found;
      },
    });
    await settleRefunds(slow);
    expect(await parked()).toEqual([]);
    await settleRefunds(portal.context);
    expect([await states(), givenBack(), await parked()]).toEqual([["cancelled"], [], []]);
  });
});

test("a refund that was made after it was given up is booked, and an operator told", async () => {
  const refund = await unanswered("never heard of");
  hoursLater(30);
  await settleRefunds(portal.context);
  await release();
  await settleRefunds(portal.context);
  expect(await states()).toEqual(["cancelled"]);
  // Whoever had it on their list from before asks for nothing any more.
  expect(await callsOf(() => settleRefund(portal.context, refund))).toEqual([]);
  const { idempotency_key: idempotencyKey } = refund;
  const late = await gateway.refund({ idempotencyKey, charge: paid.charge, amount: 1_000 });
  await takeRefund(portal.context, late.id);
  await takeRefund(portal.context, late.id);
  await expectOnce();
  expect(await parked()).toEqual(["broken-books"]);
});
