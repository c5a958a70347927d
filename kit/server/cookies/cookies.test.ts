import { sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { afterEach, describe, expect, test } from "vitest";
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

describe("sent twice", () => {
  const own = "A".repeat(43);
  const planted = "B".repeat(43);

  async function readFrom(cookie: string): Promise<string> {
    app = await sampleServer({ origin: "http://localhost:3000" });
    const session = tokenCookie({ name: "session", origin: "http://localhost:3000" });
    app.get("/read", (request) => ({ session: session.read(request) ?? "none" }));
    const answer = await app.inject({ url: "/read", headers: { cookie } });
    return answer.json<{ session: string }>().session;
  }

  test.each([
    ["the own one first", `session=${own}; session=${planted}`],
    ["the planted one first, as one for a longer path is", `session=${planted}; session=${own}`],
    ["with another cookie between", `session=${own}; language=ja; session=${planted}`],
    ["the second is none of ours", `session=${own}; session=x`],
    ["the second is empty", `session=${own};session=`],
  ])("it counts for nothing: %s", async (_, cookie) => {
    expect(await readFrom(cookie)).toBe("none");
  });

  test.each([
    ["with the same value", `session=${own}; session=${own}`],
    ["where another name ends like it", `other_session=${planted}; session=${own}`],
    ["where another's value holds its name", `other=session=${planted}; session=${own}`],
  ])("it counts: %s", async (_, cookie) => {
    expect(await readFrom(cookie)).toBe(own);
  });

  test("in a frame, the next answer ends the one from before the frame", async () => {
    const origin = "https://karte.example";
    app = await sampleServer({ origin });
    const session = tokenCookie({ name: "session", origin, inForeignFrame: true });
    app.get("/set", (_, reply) => {
      session.set(reply, own);
      return {};
    });
    const setBy = async (cookie: string) =>
      [(await app.inject({ url: "/set", headers: { cookie } })).headers["set-cookie"]].flat();
    const [ended, set] = await setBy(`__Host-session=${own}; __Host-session=${planted}`);
    expect(ended).toBe(
      "__Host-session=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; Secure; SameSite=None",
    );
    expect(set).toContain("Partitioned");
    expect(await setBy(`__Host-session=${own}`)).toEqual([set]);
  });
});

test("tokens have 256 bits, and their hash is SHA-256", () => {
  const token = newToken();
  expect(Buffer.from(token, "base64url")).toHaveLength(32);
  expect(newToken()).not.toBe(token);
  expect(hashToken("abc")).toBe("ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0");
});
