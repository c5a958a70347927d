import type { FastifyInstance } from "fastify";
import { afterEach, expect, test } from "vitest";
import { sampleServer } from "../testing/sample-server.ts";
import { hashToken, newToken, tokenCookie } from "./cookies.ts";

let app: FastifyInstance;
afterEach(() => app?.close());

async function setCookieOver(origin: string, inForeignFrame = false): Promise<string> {
  app = await sampleServer({ origin });
  const session = tokenCookie({ name: "session", origin, inForeignFrame });
  app.get("/set", async (request, reply) => {
    const before = session.read(request) ?? "none";
    session.clear(reply);
    const cleared = session.read(request) ?? "none";
    session.set(reply, "A".repeat(43), 3600);
    return { before, cleared, set: session.read(request) };
  });
  const answer = await app.inject({ url: "/set", cookies: { [session.name]: "not a token" } });
  expect(answer.json()).toEqual({ before: "none", cleared: "none", set: "A".repeat(43) });
  return [answer.headers["set-cookie"]].flat()[0] ?? "";
}

test("over https a cookie is host-only, secure and out of reach of scripts", async () => {
  expect(await setCookieOver("https://portal.example")).toBe(
    `__Host-session=${"A".repeat(43)}; Max-Age=3600; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
});

test("in a frame of another site it is held apart for that site", async () => {
  expect(await setCookieOver("https://karte.example", true)).toBe(
    `__Host-session=${"A".repeat(43)}; Max-Age=3600; Path=/; HttpOnly; Secure; Partitioned; SameSite=None`,
  );
});

test("over http, in development, it does without the prefix", async () => {
  expect(await setCookieOver("http://localhost:3000")).toBe(
    `session=${"A".repeat(43)}; Max-Age=3600; Path=/; HttpOnly; SameSite=Lax`,
  );
});

test("tokens have 256 bits, and their hash is SHA-256", () => {
  const token = newToken();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  expect(hashToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
});
