import { readFile } from "node:fs/promises";
import { createTestDatabase, type TestDatabase } from "@sekimori/kit-development/testing";
import { movableClock } from "@sekimori/kit-server/clock";
import { createLogger } from "@sekimori/kit-server/logger";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { testCards } from "../cards/test-cards.ts";
import { joinSandboxClock, readSandboxClock } from "../clock/sandbox-clock.ts";
import { standingAccounts } from "../identity/identity-accounts.ts";
import { mailSentinels } from "../mailbox/mail-sentinels.ts";
import { sandboxMigrations } from "../migrations/migrations.ts";
import { PaymentClient } from "../testing/payment-client.ts";
import {
  startTestSandbox,
  type TestSandbox,
  testPaymentSettings,
} from "../testing/test-sandbox.ts";
import { createSandbox } from "./sandbox.ts";

let database: TestDatabase<unknown>;
let running: TestSandbox;

beforeEach(async () => {
  database = await createTestDatabase(sandboxMigrations);
  running = await startTestSandbox(database);
});

afterEach(async () => {
  await running.sandbox.stop();
  await database.close();
});

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(`${running.origin}${path}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("production", () => {
  it.each([{ NODE_ENV: "production" }, { SEKIMORI_MODE: "production" }])(
    "is refused: %j",
    async (environment) => {
      const creating = createSandbox({
        database,
        clock: movableClock(),
        origin: "http://localhost:1",
        portalOrigins: [],
        smtpPort: 0,
        logger: createLogger({ name: "sandbox", level: "silent" }),
        settings: { payment: testPaymentSettings },
        environment,
      });
      await expect(creating).rejects.toThrow("does not run in production");
    },
  );
});

describe("the clock", () => {
  const day = 86_400_000;

  it("is advanced, set and reset, and other processes can read it", async () => {
    await post("/clock", { advance: "31d" });
    expect(running.clock.offset()).toBe(31 * day);
    await post("/clock", { advance: -1 * day });
    expect(running.clock.offset()).toBe(30 * day);
    expect(await readSandboxClock(database)).toBe(30 * day);
    const other = movableClock();
    await joinSandboxClock(database, other);
    expect(other.offset()).toBe(30 * day);
    const set = await post("/clock", { set: "2027-01-01T00:00:00+09:00" });
    expect(await set.json()).toMatchObject({ now: expect.stringMatching(/^2026-12-31T15:00:0/) });
    await post("/clock", { reset: true });
    expect(await (await fetch(`${running.origin}/clock`)).json()).toMatchObject({ offset_ms: 0 });
  });

  it("reads a browser's date-time field as Tokyo", async () => {
    const response = await fetch(`${running.origin}/clock`, {
      method: "POST",
      headers: { origin: running.origin },
      body: new URLSearchParams({ set: "2027-01-01T00:00" }),
    });
    expect(await response.json()).toMatchObject({
      now: expect.stringMatching(/^2026-12-31T15:00:0/),
    });
  });

  it.each([
    [{}],
    [{ advance: "1 year" }],
    [{ set: "tomorrow" }],
    [{ set: "2027-13-01T00:00:00Z" }],
    [{ set: "9999-01-01T00:00:00Z" }],
    [{ advance: 1e300 }],
    [{ reset: false }],
    [{ advance: 1, reset: true }],
  ])("refuses %j", async (body) => {
    expect((await post("/clock", body)).status).toBe(400);
  });
});

describe("a restart", () => {
  it("finds the clock and the books as they were", async () => {
    await post("/clock", { advance: "2d" });
    const { body } = await new PaymentClient(running.origin).register("4111110000002001");
    await running.sandbox.stop();
    running = await startTestSandbox(database);
    expect(running.clock.offset()).toBe(2 * 86_400_000);
    expect(await new PaymentClient(running.origin).registration(body.id)).toMatchObject({
      id: body.id,
      status: "requires_action",
    });
  });
});

describe("pages of other origins", () => {
  it.each(["/clock", "/mailbox/delete", "/payment/webhooks/hold", "/payment/fields/tokens"])(
    "cannot POST to %s",
    async (path) => {
      for (const origin of ["http://localhost:3000", "null", "https://evil.example"]) {
        expect((await post(path, { reset: true }, { origin })).status).toBe(403);
      }
    },
  );
});

describe("the control page", () => {
  it.each(["ja", "en"])(
    "shows addresses, sign-in, cards, codes and addresses in %s",
    async (locale) => {
      const response = await fetch(`${running.origin}/?locale=${locale}`);
      const page = await response.text();
      expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
      expect(page).toContain(`<html lang="${locale}">`);
      for (const text of [
        "http://localhost:3000",
        `127.0.0.1:${running.smtpPort}`,
        "demo@example.com",
        "Demo-Pass-1!",
        "123456",
        ...Object.values(testCards).flatMap(({ numbers }) => numbers),
        ...Object.keys(mailSentinels).map((tag) => `+${tag}@`),
      ]) {
        expect(page).toContain(text);
      }
    },
  );

  it("remembers the language", async () => {
    const first = await fetch(`${running.origin}/?locale=en`);
    const cookie = first.headers.get("set-cookie")?.split(";")[0] ?? "";
    const next = await fetch(`${running.origin}/payment`, {
      headers: { cookie, "accept-language": "ja" },
    });
    expect(await next.text()).toContain('<html lang="en">');
  });
});

it("is documented: docs/guide/sandbox.md lists every card number, misbehaving address and external account", async () => {
  const page = await readFile(new URL("../../docs/guide/sandbox.md", import.meta.url), "utf8");
  const behaviours = Object.entries(testCards).flatMap(([name, { numbers }]) => [name, ...numbers]);
  const tags = Object.keys(mailSentinels).map((tag) => `name+${tag}@`);
  const subjects = standingAccounts.map(({ subject }) => subject);
  expect([...behaviours, ...tags, ...subjects].filter((text) => !page.includes(text))).toEqual([]);
});
