import { type StandIn, startStandIn } from "@sekimori/sandbox/stripe";
import { standInKeys } from "@sekimori/sandbox/stripe/keys";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { wantedEvents } from "./stripe/events.ts";
import { stripeAccountProblems } from "./stripe-account.ts";

const url = "https://portal.example/v1/payment/webhook";

let standIn: StandIn;
beforeAll(async () => {
  standIn = await startStandIn();
});
afterAll(() => standIn.stop());
beforeEach(() => {
  const { account, endpoints } = standIn.company;
  Object.assign(account, { charges_enabled: true, payouts_enabled: true, default_currency: "jpy" });
  endpoints.splice(0, endpoints.length, {
    url,
    status: "enabled",
    enabled_events: Object.keys(wantedEvents),
  });
});

const problems = (keys: Partial<typeof standInKeys> = {}) =>
  stripeAccountProblems({ ...standInKeys, ...keys, standIn: standIn.origin }, url);

test("an account that works has none", async () => {
  expect(await problems()).toEqual([]);
});

test.each([
  [{ charges_enabled: false }, "The Stripe account cannot charge cards yet."],
  [{ payouts_enabled: false }, "The Stripe account gets no payouts yet."],
  [{ default_currency: "eur" }, "The Stripe account settles in eur, not in yen."],
])("%j is said", async (account, said) => {
  Object.assign(standIn.company.account, account);
  expect(await problems()).toEqual([said]);
});

test.each([
  ["goes elsewhere", { url: "https://portal.example/elsewhere" }, "No enabled webhook endpoint"],
  ["is disabled", { status: "disabled" as const }, "No enabled webhook endpoint"],
  ["misses events", { enabled_events: ["refund.created"] }, "is not told of: setup_intent."],
])("an endpoint that %s is said", async (_, changed, said) => {
  const { endpoints } = standIn.company;
  const [endpoint] = endpoints;
  if (endpoint) endpoints.splice(0, 1, { ...endpoint, ...changed });
  const told = await problems();
  expect(told).toHaveLength(1);
  expect(told[0]).toContain(said);
});

test("a key that is not taken is said, and nothing more", async () => {
  const secretKey = "sk_test_51Another0000000000000000";
  expect(await problems({ secretKey })).toEqual(["Stripe does not take PAYMENT_SECRET_KEY."]);
});
