import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { brands } from "../../cards/card-number.ts";
import { testCards } from "../../cards/test-cards.ts";
import { sandboxMigrations } from "../../migrations/migrations.ts";
import { PaymentClient } from "../../testing/payment-client.ts";
import { startTestSandbox, type TestSandbox } from "../../testing/test-sandbox.ts";

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

async function challenged(number = "4111110000002001") {
  const { body } = await client.register(number);
  expect(body.status).toBe("requires_action");
  const address = String(body.redirect_url);
  expect(address).toBe(`${client.origin}/payment/three-d-secure/${String(body.id)}`);
  return {
    id: body.id,
    address,
    answer: (code: string) => client.answerChallenge(address, { code, action: "confirm" }),
    page: async (headers: Record<string, string> = {}) =>
      await (await fetch(address, { headers })).text(),
    status: async () => await client.registration(body.id),
  };
}

describe("the 3-D Secure challenge", () => {
  it.each(brands)(
    "lets %s pass with the right code and returns with the id alone",
    async (brand) => {
      const challenge = await challenged(testCards.challenge.numbers[brands.indexOf(brand)]);
      const next = await challenge.answer("123456");
      expect(await challenge.status()).toMatchObject({ status: "succeeded", card: { brand } });
      expect(next).toContain('method="post" action="http://localhost:3000/return?attempt=1"');
      expect(
        [...next.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, ...pair]) => pair),
      ).toEqual([["registration", challenge.id]]);
    },
  );

  it("takes a full-width code", async () => {
    const challenge = await challenged();
    await challenge.answer("１２３ ４５６");
    expect((await challenge.status()).status).toBe("succeeded");
  });

  it("allows two wrong codes and fails at the third", async () => {
    const challenge = await challenged();
    expect(await challenge.answer("000000")).toContain("あと2回");
    expect(await challenge.answer("")).toContain("あと1回");
    expect((await challenge.status()).status).toBe("requires_action");
    expect(await challenge.answer("654321")).toContain('name="registration"');
    expect(await challenge.status()).toMatchObject({
      status: "failed",
      failure: "three_d_secure",
      decline_code: "too_many_wrong_codes",
    });
    await challenge.answer("123456");
    expect((await challenge.status()).status).toBe("failed");
  });

  it("counts every one of three wrong codes that come at the same time", async () => {
    for (const _ of Array.from({ length: 10 })) {
      const challenge = await challenged();
      await Promise.all(["000001", "000002", "000003"].map((code) => challenge.answer(code)));
      expect((await challenge.status()).status).toBe("failed");
    }
  });

  it("is refused by the issuer for the card that fails", async () => {
    const challenge = await challenged("4111110000002100");
    await challenge.answer("123456");
    expect(await challenge.status()).toMatchObject({
      status: "failed",
      failure: "three_d_secure",
      decline_code: "refused_by_issuer",
    });
  });

  it("can be cancelled", async () => {
    const challenge = await challenged();
    const next = await client.answerChallenge(challenge.address, { action: "cancel" });
    expect(next).toContain('name="registration"');
    expect((await challenge.status()).status).toBe("cancelled");
  });

  it("expires after 15 minutes when it is abandoned, and then takes no code", async () => {
    const challenge = await challenged();
    running.clock.advance(15 * 60_000 - 1_000);
    expect((await challenge.status()).status).toBe("requires_action");
    running.clock.advance(1_000);
    await challenge.answer("123456");
    expect((await challenge.status()).status).toBe("expired");
    running.clock.reset();
  });

  it("stays authenticated for five seconds with the slow card", async () => {
    const challenge = await challenged("4111110000002209");
    await challenge.answer("123456");
    expect((await challenge.status()).status).toBe("authenticated");
    running.clock.advance(5_000);
    expect((await challenge.status()).status).toBe("succeeded");
    running.clock.reset();
  });

  it("makes one card of two right codes at the same time", async () => {
    const challenge = await challenged();
    await Promise.all([challenge.answer("123456"), challenge.answer("123456")]);
    const { rows } = await database.pool.query(
      `select count(*)::int as cards from sandbox.payment_card
        where customer_ref = (select customer_ref from sandbox.payment_registration where id = $1)`,
      [challenge.id],
    );
    expect(rows).toEqual([{ cards: 1 }]);
  });
});

describe("the challenge page", () => {
  it("names merchant and masked card in the asked language, and nothing more of the card", async () => {
    const challenge = await challenged("378282000002004");
    const japanese = await challenge.page({ "accept-language": "ja" });
    expect(japanese).toContain('<html lang="ja">');
    expect(japanese).toContain("関守テスト &lt;Shop&gt;");
    expect(japanese).toContain("American Express");
    expect(japanese).toContain("末尾 2004");
    expect(japanese).not.toContain("378282");
    expect(await challenge.page({ "accept-language": "en-GB" })).toContain(
      "<h1>Confirm it&#39;s you</h1>",
    );
  });

  it("speaks the language that the merchant asked for", async () => {
    const { body } = await client.post("/payment/api/card-registrations", {
      token: await client.token("4111110000002001"),
      return_url: "http://localhost:3000/return",
      customer_ref: "a",
      locale: "en",
    });
    const response = await fetch(String(body.redirect_url), {
      headers: { "accept-language": "ja" },
    });
    expect(await response.text()).toContain('<html lang="en">');
  });

  it("may not be framed and runs no script of others", async () => {
    const response = await fetch((await challenged()).address);
    const policy = response.headers.get("content-security-policy");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("default-src 'none'");
  });

  it("does not exist for others", async () => {
    const response = await fetch(`${client.origin}/payment/three-d-secure/reg_nobody`);
    expect(response.status).toBe(404);
  });
});
