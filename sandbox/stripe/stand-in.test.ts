import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { apiVersion } from "./company.ts";
import { standInKeys } from "./keys.ts";
import { type StandIn, startStandIn } from "./stand-in.ts";

// The stand-in is worth what it refuses: a product that passes against a lenient one proves nothing.

let standIn: StandIn;
let now = new Date();
beforeAll(async () => {
  standIn = await startStandIn({ now: () => now });
});
afterAll(() => standIn.stop());

interface Call {
  readonly path: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly method?: string;
}

async function call({ path, body, headers = {}, method = "POST" }: Call) {
  const response = await fetch(`${standIn.origin}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${standInKeys.secretKey}`,
      "stripe-version": apiVersion,
      ...(method === "POST" ? { "content-type": "application/x-www-form-urlencoded" } : {}),
      ...headers,
    },
    ...(method === "POST" ? { body: body ?? "" } : {}),
  });
  const answer = (await response.json()) as {
    readonly id?: string;
    readonly status?: string;
    readonly has_more?: boolean;
    readonly data?: unknown;
    readonly error?: { readonly type: string; readonly code?: string; readonly param?: string };
  };
  return {
    status: response.status,
    replayed: response.headers.get("idempotent-replayed"),
    ...answer,
    http: response.status,
  };
}

const payment = "amount=1000&currency=jpy";

describe("refuses", () => {
  test.each([
    ["no key", { authorization: "" }, 401],
    ["another key", { authorization: "Bearer sk_test_x" }, 401],
    ["a key for browsers", { authorization: `Bearer ${standInKeys.publishableKey}` }, 401],
    ["another version", { "stripe-version": "2025-01-27.acacia" }, 400],
    ["JSON", { "content-type": "application/json" }, 400],
    ["a key that is too long", { "idempotency-key": "x".repeat(256) }, 400],
  ])("%s", async (_what, headers: Record<string, string>, status) => {
    expect((await call({ path: "/v1/payment_intents", body: payment, headers })).http).toBe(status);
  });

  test.each([
    ["an unknown parameter", `${payment}&colour=red`, "parameter_unknown", "colour"],
    [
      "one that this version dropped",
      `${payment}&payment_method_types[0]=card`,
      "parameter_unknown",
      "payment_method_types",
    ],
    ["one within another", `${payment}&metadata[a][b]=1`, undefined, "metadata[a]"],
    ["a missing one", "currency=jpy", "parameter_missing", "amount"],
    ["no whole number", "amount=10.5&currency=jpy", "parameter_invalid_integer", "amount"],
    ["too little", "amount=49&currency=jpy", "amount_too_small", "amount"],
    ["too much", "amount=100000000&currency=jpy", "amount_too_large", "amount"],
    ["another currency", "amount=1000&currency=usd", undefined, "currency"],
    ["an unknown customer", `${payment}&customer=cus_x`, "resource_missing", "customer"],
    ["an unknown method", `${payment}&payment_method=pm_x`, "resource_missing", "payment_method"],
    ["off_session without confirm", `${payment}&off_session=true`, undefined, "off_session"],
    ["an expansion that is none", `${payment}&expand[0]=everything`, undefined, "expand[0]"],
  ])("%s", async (_what, body, code, param) => {
    const { error } = await call({ path: "/v1/payment_intents", body });
    expect(error).toMatchObject({ type: "invalid_request_error", param });
    expect(error?.code).toBe(code);
  });

  test("an address that it does not have", async () => {
    expect((await call({ path: "/v1/charges", body: payment })).http).toBe(404);
  });

  test("to confirm what is confirmed, and to charge a card for another customer", async () => {
    const { id: mine } = await call({ path: "/v1/customers" });
    const { id: other } = await call({ path: "/v1/customers" });
    const method = standIn.token("4242424242424242");
    await call({
      path: "/v1/setup_intents",
      body: `customer=${mine}&payment_method=${method}&confirm=true`,
    });
    const stolen = await call({
      path: "/v1/payment_intents",
      body: `${payment}&customer=${other}&payment_method=${method}`,
    });
    expect(stolen.error?.param).toBe("payment_method");
    const { id } = await call({
      path: "/v1/payment_intents",
      body: `${payment}&customer=${mine}&payment_method=${method}`,
    });
    const path = `/v1/payment_intents/${id}/confirm`;
    expect(await call({ path, body: "off_session=true" })).toMatchObject({ status: "succeeded" });
    const again = await call({ path, body: "off_session=true" });
    expect(again.error?.code).toBe("payment_intent_unexpected_state");
  });

  test("to refund more than was charged", async () => {
    const { id: customer } = await call({ path: "/v1/customers" });
    const method = standIn.token("4242424242424242");
    await call({
      path: "/v1/setup_intents",
      body: `customer=${customer}&payment_method=${method}&confirm=true`,
    });
    const { id } = await call({
      path: "/v1/payment_intents",
      body: `${payment}&customer=${customer}&payment_method=${method}&confirm=true&off_session=true`,
    });
    const body = `payment_intent=${id}`;
    expect((await call({ path: "/v1/refunds", body: `${body}&amount=1001` })).error?.param).toBe(
      "amount",
    );
    expect((await call({ path: "/v1/refunds", body })).http).toBe(200);
    const listed = await call({ path: `/v1/refunds?${body}`, method: "GET" });
    expect(listed).toMatchObject({
      has_more: false,
      data: [{ amount: 1_000, payment_intent: id }],
    });
    expect((await call({ path: "/v1/refunds", body })).error?.code).toBe("charge_already_refunded");
  });
});

describe("an idempotency key", () => {
  const path = "/v1/payment_intents";
  const withKey = (key: string, body = payment) =>
    call({ path, body, headers: { "idempotency-key": key } });

  test("gives the first answer again, says so, and fits one request only", async () => {
    const key = randomUUID();
    const first = await withKey(key);
    expect(first.replayed).toBeNull();
    const second = await withKey(key);
    expect(second).toMatchObject({ id: first.id, replayed: "true" });
    expect((await withKey(key, "amount=2000&currency=jpy")).error?.type).toBe("idempotency_error");
  });

  test("is forgotten after a day, and free after a request that was refused", async () => {
    const key = randomUUID();
    expect((await withKey(key, "amount=1&currency=jpy")).http).toBe(400);
    const first = await withKey(key);
    expect(first.http).toBe(200);
    now = new Date(now.getTime() + 25 * 3_600_000);
    expect((await withKey(key)).id).not.toBe(first.id);
  });
});

test.each([
  ["more entries than a hundred", "balance_transactions?limit=101", "limit"],
  ["more refunds than a hundred", "refunds?limit=101", "limit"],
  ["the refunds of an unknown payment", "refunds?payment_intent=pi_x", "payment_intent"],
  ["those after an unknown one", "refunds?starting_after=re_x", "starting_after"],
  ["those that have some metadata", "refunds?metadata[reference]=x", "metadata"],
])("does not list %s", async (_what, path, param) => {
  expect((await call({ path: `/v1/${path}`, method: "GET" })).error?.param).toBe(param);
});
