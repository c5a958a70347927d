import { afterAll, beforeAll, expect, test } from "vitest";
import type { PaymentGateway } from "../../ports/payment-gateway.ts";
import { signUpTo } from "../../testing/members.ts";
import { agree, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../../testing/test-portal.ts";
import { chargeCreated } from "./charge-attempts.ts";
import { issueInvoices } from "./issue-invoices.ts";

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal({}, { scheduled: false });
  portal.clock.set(new Date("2026-11-20T03:00:00Z"));
  portal.sandbox.clock.set(new Date("2026-11-20T03:00:00Z"));
});
afterAll(() => portal.close());

test("charges keep to the company's pace together, whoever makes them", async () => {
  for (const card of ["4111110000001003", "5555550000001000", "3530110000001008"]) {
    const browser = portal.browser();
    await signUpTo(portal, browser, "account", { plan: "detailed" });
    await submitCard(portal, browser, card);
    await agree(browser);
  }
  expect(await issueInvoices(portal.context, "2027-01-01")).toBe(3);
  const invoices = await portal.database.db.selectFrom("portal.invoice").select("id").execute();
  const { gateway } = portal.context;
  const calls: number[] = [];
  const charge: PaymentGateway["charge"] = (request) => {
    calls.push(Date.now());
    return gateway.charge(request);
  };
  const paced: PaymentGateway = Object.create(gateway, {
    chargesPerSecond: { value: 1 },
    charge: { value: charge },
  });
  // Each as a process of its own would: they share nothing but the database.
  const started = Date.now();
  const sent = await Promise.all(
    invoices.map(({ id }) => chargeCreated({ ...portal.context, gateway: paced }, id)),
  );
  expect(sent).toEqual([1, 1, 1]);
  expect(calls).toHaveLength(3);
  // A turn a second: the third is two seconds after the first at the earliest, however slow all is.
  expect(Math.max(...calls) - started).toBeGreaterThanOrEqual(1_950);
});
