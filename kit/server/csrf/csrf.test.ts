import { testClient } from "@sekimori/kit-development/testing";
import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { hashToken, newToken, tokenCookie } from "../cookies/cookies.ts";
import { issueCsrfToken, registerCsrf, verifyCsrfToken } from "./csrf.ts";

const secret = "0123456789abcdef0123456789abcdef";
const origin = "http://localhost:4000";
let app: FastifyInstance;

beforeEach(async () => {
  app = await sampleServer({ origin });
  const session = tokenCookie({ name: "session", origin });
  registerCsrf(app, {
    secret,
    origin,
    binding: (request) => {
      const token = session.read(request);
      return token === undefined ? undefined : hashToken(token);
    },
  });
  app.post("/sign-in", async (_, reply) => {
    session.set(reply, newToken());
    return {};
  });
  app.post("/sign-out", async (_, reply) => {
    session.clear(reply);
    return {};
  });
  app.post("/act", async () => ({ done: true }));
  app.get("/read", async () => ({}));
  app.post("/webhook", { config: { csrf: false } }, async () => ({ received: true }));
});
afterEach(() => app.close());

const post = (url: string, headers: Record<string, string> = {}) =>
  ({ method: "POST", url, headers }) as const;

describe("a token", () => {
  test("fits its own binding and secret only, and is new each time", () => {
    const token = issueCsrfToken(secret, "session-a");
    expect(verifyCsrfToken(secret, "session-a", token)).toBe(true);
    expect(verifyCsrfToken(secret, "session-b", token)).toBe(false);
    expect(verifyCsrfToken(`${secret}x`, "session-a", token)).toBe(false);
    expect(verifyCsrfToken(secret, "session-a", `A${token.slice(1)}`)).toBe(token.startsWith("A"));
    expect(verifyCsrfToken(secret, "session-a", "")).toBe(false);
    expect(issueCsrfToken(secret, "session-a")).not.toBe(token);
  });
});

describe("the guard", () => {
  test("lets a browser work that brings each answer's token back", async () => {
    const browser = testClient(app);
    expect((await browser.request(post("/sign-in"))).status).toBe(200);
    expect((await browser.request(post("/act"))).json()).toEqual({ done: true });
    expect((await browser.request(post("/sign-out"))).status).toBe(200);
    expect((await browser.request(post("/act"))).status).toBe(200);
  });

  test("puts a token on every answer, errors too", async () => {
    const { headers, status } = await testClient(app).request({ url: "/nowhere" });
    expect(status).toBe(404);
    expect(verifyCsrfToken(secret, "anonymous", String(headers["x-csrf-token"]))).toBe(true);
  });

  test.each([
    ["another origin", { origin: "https://evil.example" }],
    ["an opaque origin", { origin: "null" }],
    ["another port", { origin: "http://localhost:4001" }],
    ["another site by fetch metadata", { "sec-fetch-site": "cross-site" }],
    ["a sister domain", { "sec-fetch-site": "same-site" }],
  ])("refuses %s, signed in or not", async (_, headers) => {
    const browser = testClient(app);
    const before = await browser.request(post("/act", headers));
    await browser.request(post("/sign-in"));
    const after = await browser.request(post("/act", headers));
    expect([before.status, after.status]).toEqual([403, 403]);
    expect(after.error().type).toBe("Forbidden");
  });

  test("refuses a signed-in request without the token, or with another session's", async () => {
    const browser = testClient(app);
    const other = testClient(app);
    await browser.request(post("/sign-in"));
    const foreign = String((await other.request(post("/sign-in"))).headers["x-csrf-token"]);
    const without = await browser.request(post("/act", { "x-csrf-token": "" }));
    const wrong = await browser.request(post("/act", { "x-csrf-token": foreign }));
    expect([without.status, wrong.status]).toEqual([403, 403]);
    expect((await browser.request(post("/act"))).status).toBe(200);
  });

  test("leaves reading and routes that opt out alone", async () => {
    const browser = testClient(app);
    await browser.request(post("/sign-in"));
    const elsewhere = { origin: "https://bank.example", "sec-fetch-site": "cross-site" };
    expect((await browser.request({ url: "/read", headers: elsewhere })).status).toBe(200);
    expect((await browser.request(post("/webhook", elsewhere))).json()).toEqual({ received: true });
  });
});
