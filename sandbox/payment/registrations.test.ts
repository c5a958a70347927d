import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brandRules, brands } from "../cards/card-number.ts";
import { testCards } from "../cards/test-cards.ts";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { PaymentClient } from "../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../testing/test-sandbox.ts";

let database: TestDatabase<unknown>;
let running: TestSandbox;
let client: PaymentClient;

beforeAll(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database);
  client = new PaymentClient(running.origin);
});

afterAll(async () => {
  await running.sandbox.stop();
  await database.close();
});

const card = (behaviour: keyof typeof testCards) => testCards[behaviour].numbers[0];

describe("tokens", () => {
  it("name the card without its number", async () => {
    const { status, body } = await client.tokenise("378282000001006");
    expect(status).toBe(200);
    expect(body).toMatchObject({ brand: "amex", last4: "1006", expiryMonth: 12, expiryYear: 2030 });
    expect(JSON.stringify(body)).not.toContain("378282");
  });

  it.each([
    [{ number: "4111110000001004" }, "invalid_fields", ["number"]],
    [{ number: "4242424242424242" }, "not_a_test_card", ["number"]],
    [{ expiryMonth: "13", securityCode: "" }, "invalid_fields", ["expiryMonth", "securityCode"]],
    [{ holder: "\0" }, "invalid_fields", ["holder"]],
  ])("are refused for %j", async (changes, code, fields) => {
    expect(await client.tokenise("4111110000001003", changes)).toEqual({
      status: 422,
      body: { code, fields },
    });
  });

  it("are refused to other pages and other keys", async () => {
    const ask = (origin: string, key: string) =>
      fetch(`${client.origin}/payment/fields/tokens`, {
        method: "POST",
        headers: { "content-type": "application/json", origin },
        body: JSON.stringify({
          key,
          card: { number: "", expiryMonth: "", expiryYear: "", securityCode: "", holder: "" },
        }),
      }).then(({ status }) => status);
    expect(await ask("http://localhost:3000", "pk_test")).toBe(403);
    expect(await ask(client.origin, "pk_other")).toBe(401);
    expect(await ask(client.origin, "pk_test")).toBe(422);
  });

  it("are good once, even for ten at the same time", async () => {
    const token = await client.token(card("success"));
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.post("/payment/api/card-registrations", {
          token,
          return_url: "http://localhost:3000/return",
          customer_ref: "racer",
        }),
      ),
    );
    const statuses = answers.map(({ body }) => `${body.status} ${body.decline_code ?? ""}`).sort();
    expect(statuses).toEqual([...Array(9).fill("failed token_used"), "succeeded "]);
  });

  it("die after 15 minutes", async () => {
    const token = await client.token(card("success"));
    running.clock.advance(15 * 60_000);
    const { body } = await client.post("/payment/api/card-registrations", {
      token,
      return_url: "http://localhost:3000/return",
      customer_ref: "late",
    });
    expect(body).toMatchObject({
      status: "failed",
      failure: "token",
      decline_code: "token_expired",
    });
  });
});

describe("a card registration", () => {
  it.each(brands)("succeeds without a challenge for %s", async (brand) => {
    const number = testCards.success.numbers[brands.indexOf(brand)] ?? "";
    const { status, body } = await client.register(number);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      status: "succeeded",
      card: {
        brand,
        last4: number.slice(-4),
        expiry_month: 12,
        expiry_year: 2030,
        holder: "HANAKO SEKI",
      },
    });
    expect(brandRules[brand].lengths).toContain(number.length);
  });

  it.each([
    ["declined", "declined", "declined_by_issuer"],
    ["expired_card", "declined", "expired_card"],
    ["issuer_unreachable", "gateway", "issuer_unreachable"],
  ] as const)("with %s fails: %s, %s", async (behaviour, failure, code) => {
    const { status, body } = await client.register(card(behaviour));
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: "failed", failure, decline_code: code });
    expect(body).not.toHaveProperty("card");
  });

  it("with a gateway error is answered 500 and leaves nothing behind", async () => {
    const count = async () =>
      Object.values((await client.get("/payment/ledger")).body.registrations as object).length;
    const before = await count();
    const { status, body } = await client.register(card("gateway_error"));
    expect([status, body]).toEqual([
      500,
      { error: { code: "gateway_error", message: "Internal fault." } },
    ]);
    expect(await count()).toBe(before);
  });

  it("with an unknown token fails", async () => {
    const { body } = await client.post("/payment/api/card-registrations", {
      token: "tok_nobody",
      return_url: "http://localhost:3000/return",
      customer_ref: "stranger",
    });
    expect(body).toMatchObject({
      status: "failed",
      failure: "token",
      decline_code: "token_unknown",
    });
  });

  it("returns to the merchant's origins only", async () => {
    const { status, body } = await client.post("/payment/api/card-registrations", {
      token: "tok_any",
      return_url: "http://localhost:3999/return",
      customer_ref: "phisher",
    });
    expect([status, body.error]).toMatchObject([422, { code: "return_url_not_allowed" }]);
  });

  it.each([
    [{}],
    [{ token: "tok", return_url: "not an address", customer_ref: "a" }],
    [{ token: 1, return_url: "http://localhost:3000/", customer_ref: "a" }],
    [{ token: "tok", return_url: "http://localhost:3000/", customer_ref: "a", extra: 1 }],
    ["text"],
    [null],
  ])("is refused as invalid: %j", async (body) => {
    const answer = await client.post("/payment/api/card-registrations", body);
    expect([answer.status, answer.body.error]).toMatchObject([400, { code: "invalid_request" }]);
  });
});

describe("the secret key", () => {
  it.each([
    ["GET", "/payment/api/cards/card_x"],
    ["GET", "/payment/api/charges?idempotency_key=k"],
    ["POST", "/payment/api/charges"],
    ["POST", "/payment/api/refunds"],
    ["POST", "/payment/api/card-registrations"],
    ["GET", "/payment/api/card-registrations/reg_x"],
    ["DELETE", "/payment/api/cards/card_x"],
  ])("is needed for %s %s", async (method, path) => {
    for (const authorization of ["", "Bearer sk_wrong", "Basic sk_test_0123456789"]) {
      const response = await fetch(`${client.origin}${path}`, {
        method,
        headers: { authorization },
      });
      expect(response.status).toBe(401);
    }
  });
});

describe("a kept card", () => {
  it("is read and deleted; deleting again changes nothing", async () => {
    const id = await client.card(card("success"));
    expect((await client.get(`/payment/api/cards/${id}`)).body).toMatchObject({
      id,
      last4: "1003",
    });
    for (const _ of [1, 2]) {
      expect(await client.call("DELETE", `/payment/api/cards/${id}`)).toEqual({
        status: 200,
        body: { id, deleted: true },
      });
    }
    expect((await client.get(`/payment/api/cards/${id}`)).status).toBe(404);
    expect((await client.charge(id, 100)).status).toBe(404);
    expect((await client.call("DELETE", "/payment/api/cards/card_nobody")).status).toBe(404);
  });

  it("has the same fingerprint as long as the number is the same", async () => {
    const fingerprint = async (number: string) =>
      (await client.get(`/payment/api/cards/${await client.card(number)}`)).body.fingerprint;
    const first = await fingerprint("4111110000001003");
    expect(await fingerprint("4111110000001003")).toBe(first);
    expect(await fingerprint("5555550000001000")).not.toBe(first);
  });
});

it("stores no card number and no security code anywhere", async () => {
  await client.tokenise("5555550000002008", { securityCode: "907" });
  const { rows } = await database.pool.query<{ dump: string }>(
    `select query_to_xml(format('select * from sandbox.%I', table_name), true, false, '')::text as dump
       from information_schema.tables where table_schema = 'sandbox'`,
  );
  const dump = rows.map((row) => row.dump).join("\n");
  expect(dump).toContain("<last4>2008</last4>");
  for (const { numbers } of Object.values(testCards)) {
    for (const number of numbers) expect(dump).not.toContain(number);
  }
  expect(dump).not.toMatch(/>907</);
});
