import { generateKeyPairSync } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { ownPath } from "@sekimori/kit-contract/own-path";
import {
  createTestDatabase,
  type TestDatabase,
  testClient,
} from "@sekimori/kit-development/testing";
import { freePort } from "@sekimori/kit-development/testing/free-port";
import {
  type SampleProvider,
  sampleClient,
  startSampleProvider,
} from "@sekimori/kit-development/testing/sample-provider";
import { capturedLog, sampleServer } from "@sekimori/kit-development/testing/sample-server";
import type { FastifyInstance } from "fastify";
import { SignJWT } from "jose";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createAccess } from "../access/access.ts";
import { movableClock } from "../clock/clock.ts";
import { createErrorMapper } from "../errors/errors.ts";
import { createSealer, parseKeyring } from "../sealing/sealing.ts";
import {
  createRelyingParty,
  type RelyingParty,
  type RelyingPartyOptions,
  type RelyingSession,
  type SecurityEvent,
} from "./relying-party.ts";
import { createSessionStore } from "./session-store.ts";

let origin: string;
let port: number;
const clock = movableClock();
const sealer = createSealer(parseKeyring(`k1:${Buffer.alloc(32, 1).toString("base64")}`));
let database: TestDatabase<unknown>;
let provider: SampleProvider;
let app: FastifyInstance;
let party: RelyingParty;
let log: ReturnType<typeof capturedLog>;
let heard: SecurityEvent[] = [];
let failsToHear = false;

async function startApplication(more: Partial<RelyingPartyOptions> = {}) {
  log = capturedLog();
  party = createRelyingParty({
    name: "sample",
    origin,
    issuer: provider.issuer,
    clientId: sampleClient.id,
    clientSecret: sampleClient.secret,
    scope: "openid profile",
    resource: "https://api.example/",
    database,
    sealer,
    clock,
    logger: log.logger,
    pages: { home: "/", failed: "/sign-in-failed", signedOut: "/signed-out" },
    ...more,
  });
  app = await sampleServer({
    origin,
    clock,
    errors: createErrorMapper({
      RecentSignInRequired: { status: 403, message: "Sign in again." },
    }),
  });
  await party.register(app, async (event) => {
    if (failsToHear) throw new Error("the database is away");
    heard.push(event);
  });
  const access = createAccess<"member" | "recent", RelyingSession>({
    member: party.session,
    recent: (request) => party.recentSession(request, 600),
  });
  for (const word of ["member", "recent"]) {
    app.get(`/${word}`, async (request) => {
      await access.authorise(word, request);
      return access.caller(request);
    });
  }
  // A request that stays open, as an event stream does: asked who it is, and asked again later.
  app.get("/held", async (request) => {
    const first = await party.session(request);
    await stayOpen(request.headers["x-signed-out"] === "yes");
    return [first !== undefined, (await party.session(request)) !== undefined];
  });
  app.get("/token", async (request) => {
    await access.authorise("member", request);
    return { token: await party.accessToken(access.caller(request)) };
  });
  app.post("/sign-out", async (request, reply) => ({ next: await party.signOut(request, reply) }));
  await app.ready();
}

beforeAll(async () => {
  port = await freePort();
  origin = `http://localhost:${port}`;
  database = await createTestDatabase([]);
  provider = await startSampleProvider(origin);
});
beforeEach(async () => {
  clock.reset();
  heard = [];
  failsToHear = false;
  await database.pool.query("delete from kit.relying_session");
  provider.person = { id: "person-1" };
  provider.isDown = false;
  await startApplication();
});
afterEach(() => app.close());
afterAll(async () => {
  await provider.close();
  await database.close();
});

/** Longer than one request's work takes, and over it the session ends where it is asked to. */
async function stayOpen(isSignedOut: boolean): Promise<void> {
  if (isSignedOut) await database.pool.query("delete from kit.relying_session");
  await pause(1_100);
}

type Browser = ReturnType<typeof newBrowser>;

/** A browser that visits application and provider, with the cookies of each. */
function newBrowser() {
  const own = testClient(app);
  const theirs = new Map<string, string>();
  const outside = async (url: URL): Promise<string> => {
    const cookie = [...theirs].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      if (value === "") theirs.delete(name);
      else theirs.set(name, value);
    }
    return response.headers.get("location") ?? "";
  };
  return {
    own,
    theirs,
    /** Follows redirects until a page of the application answers without one. */
    async go(path: string): Promise<string> {
      let url = new URL(path, origin);
      for (let hops = 0; hops < 12; hops++) {
        if (url.origin === origin) {
          const answer = await own.request({ url: url.pathname + url.search });
          if (typeof answer.headers.location !== "string") return url.pathname + url.search;
          url = new URL(answer.headers.location, url);
        } else {
          url = new URL(await outside(url), url);
        }
      }
      throw new Error("too many redirects");
    },
  };
}

const who = async (browser: Browser, word = "member") => {
  const answer = await browser.own.request({ url: `/${word}` });
  return answer.status === 200 ? answer.json() : answer.error().type;
};

/** Lets the check of the provider be due, as after the access token's lifetime. */
const letCheckBeDue = () =>
  database.pool.query("update kit.relying_session set check_after = now() - interval '1 second'");

describe("signing in", () => {
  test("leads back to the page that was wanted, with a session and without tokens", async () => {
    const browser = newBrowser();
    expect(await who(browser)).toBe("SessionExpired");
    expect(await browser.go("/openid/sign-in?return_to=/sites?page=2")).toBe("/sites?page=2");
    expect(await who(browser)).toMatchObject({
      subject: "person-1",
      claims: { sub: "person-1", name: "Hanako" },
      authenticatedAt: expect.any(String),
    });
    const { rows } = await database.pool.query("select * from kit.relying_session");
    const cookies = [...browser.own.cookies.values()].join();
    for (const { token_digest: digest } of rows) expect(cookies).not.toContain(digest);
    expect(JSON.stringify(await who(browser))).not.toMatch(/identity|refreshToken|idToken/);
    expect(log.text()).not.toContain("eyJ");
  });

  test("a request that stays open is asked again who it is", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    expect((await browser.own.request({ url: "/held" })).json()).toEqual([true, true]);
    const headers = { "x-signed-out": "yes" };
    expect((await browser.own.request({ url: "/held", headers })).json()).toEqual([true, false]);
  });

  test.each([
    ["//elsewhere.example/x", "/"],
    ["https://elsewhere.example/x", "/"],
    ["/\\elsewhere.example", "/"],
    ["javascript:alert(1)", "/"],
    // What is left of these once the dots are gone begins with two slashes: another host.
    ["/.//elsewhere.example/x", "/"],
    ["/..//elsewhere.example/x", "/"],
    ["/sites/..//elsewhere.example/x", "/"],
    ["/%2e//elsewhere.example/x", "/"],
    ["/.\\/elsewhere.example/x", "/"],
    ["/\t/elsewhere.example", "/"],
    ["/\r\n/elsewhere.example", "/"],
    ["/list\r\nLocation: https://elsewhere.example", "/"],
    ["/@elsewhere.example", "/@elsewhere.example"],
    ["/／elsewhere.example", "/%EF%BC%8Felsewhere.example"],
    ["/sites#top", "/sites#top"],
    [undefined, "/"],
  ])("%s leads to %s", (given, expected) => {
    expect(ownPath(given ?? "") ?? "/").toBe(expected);
  });

  test("without asking fails for a stranger and works for somebody signed in there", async () => {
    const browser = newBrowser();
    expect(await browser.go("/openid/sign-in?prompt=none&return_to=/list")).toBe(
      "/sign-in-failed?reason=login_required&return_to=%2Flist",
    );
    await browser.go("/openid/sign-in");
    browser.own.cookies.clear();
    expect(await browser.go("/openid/sign-in?prompt=none&return_to=/list")).toBe("/list");
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
  });

  test("by the page's host: the address that is said counts once, in this browser", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    browser.own.cookies.clear();
    const url = "/openid/sign-in?prompt=none&return_to=/list&answer=address";
    const { address } = (await browser.own.request({ url })).json() as { address: string };
    expect(new URL(address).origin).toBe(new URL(provider.issuer).origin);
    // Whoever overhears it has another browser, though signed in there, too.
    const other = newBrowser();
    await other.go("/openid/sign-in");
    other.own.cookies.clear();
    expect(await other.go(address)).toBe("/sign-in-failed?reason=expired&return_to=%2F");
    expect(await who(other)).toBe("SessionExpired");

    expect(await browser.go(address)).toBe("/list");
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
    expect(await browser.go(address)).toBe("/sign-in-failed?reason=expired&return_to=%2F");
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
  });

  test("the person declines", async () => {
    provider.person = undefined;
    expect(await newBrowser().go("/openid/sign-in?return_to=/list")).toBe(
      "/sign-in-failed?reason=denied&return_to=%2Flist",
    );
  });

  test("the provider cannot be reached", async () => {
    provider.isDown = true;
    expect(await newBrowser().go("/openid/sign-in")).toBe(
      "/sign-in-failed?reason=unavailable&return_to=%2F",
    );
  });

  test("two tabs at once", async () => {
    const browser = newBrowser();
    const begun = await browser.own.request({ url: "/openid/sign-in?return_to=/first" });
    expect(await browser.go("/openid/sign-in?return_to=/second")).toBe("/second");
    expect(await browser.go(String(begun.headers.location))).toBe("/first");
  });
});

/** A browser that was sent back with an answer and has not come yet. */
async function answered(browser = newBrowser()) {
  const begun = await browser.own.request({ url: "/openid/sign-in" });
  let url = new URL(String(begun.headers.location));
  while (url.origin !== origin) {
    const cookie = [...browser.theirs].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [name = "", value = ""] = (line.split(";")[0] ?? "").split("=");
      browser.theirs.set(name, value);
    }
    url = new URL(response.headers.get("location") ?? "", url);
  }
  return { browser, callback: url.pathname + url.search };
}

describe("answers of the provider count once, and in the browser that asked", () => {
  test("in another browser it signs nobody in", async () => {
    const { callback } = await answered();
    const victim = newBrowser();
    await victim.own.request({ url: "/openid/sign-in" });
    expect(await victim.go(callback)).toMatch(/^\/sign-in-failed\?reason=expired/);
    expect(await who(victim)).toBe("SessionExpired");
  });

  test("a second time it signs nobody in", async () => {
    const { browser, callback } = await answered();
    expect(await browser.go(callback)).toBe("/");
    expect(await browser.go(callback)).toMatch(/reason=expired/);
  });

  test("a code that was exchanged for another is refused", async () => {
    const { browser, callback } = await answered();
    const forged = callback.replace(/code=[^&]+/, "code=somebody-elses");
    expect(await browser.go(forged)).toMatch(/reason=untrusted/);
    expect(await who(browser)).toBe("SessionExpired");
  });

  test("an answer that names another issuer is refused", async () => {
    const { browser, callback } = await answered();
    const forged = callback.replace(/iss=[^&]+/, "iss=https%3A%2F%2Fevil.example");
    expect(await browser.go(forged)).toMatch(/reason=untrusted/);
  });
});

describe("a session", () => {
  test("ends after its eight hours", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    clock.advance(8 * 3_600_000 + 1_000);
    expect(await who(browser)).toBe("SessionExpired");
  });

  test("of an application that says so ends when nobody used it, and goes on while somebody does", async () => {
    await app.close();
    await startApplication({ sessionIdle: 15 * 60_000 });
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    for (let used = 0; used < 4; used++) {
      clock.advance(14 * 60_000);
      expect(await who(browser)).toMatchObject({ subject: "person-1" });
    }
    clock.advance(15 * 60_000);
    expect(await who(browser)).toBe("SessionExpired");
    // Its lifetime ends it however busy it is.
    await browser.go("/openid/sign-in");
    for (let hours = 0; hours < 7.5; hours += 0.2) {
      clock.advance(12 * 60_000);
      await who(browser);
    }
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
    clock.advance(14 * 60_000);
    await who(browser);
    clock.advance(14 * 60_000);
    expect(await who(browser)).toBe("SessionExpired");
  });

  test("of an application that needs a strength begins with nothing less, whatever the link asks", async () => {
    await app.close();
    await startApplication({ strength: "two" });
    const browser = newBrowser();
    provider.person = { id: "person-1", acr: "one" };
    const begun = await browser.own.request({ url: "/openid/sign-in?acr_values=one" });
    const asked = new URL(String(begun.headers.location)).searchParams;
    expect([asked.get("acr_values"), JSON.parse(asked.get("claims") ?? "")]).toEqual([
      "two",
      { id_token: { acr: { essential: true, value: "two" } } },
    ]);
    expect(await browser.go("/openid/sign-in?acr_values=one")).toMatch(/reason=not_strong_enough/);
    expect(await who(browser)).toBe("SessionExpired");
    provider.person = { id: "person-1", acr: "two" };
    await browser.go("/openid/sign-in?prompt=login");
    expect(await who(browser)).toMatchObject({ acr: "two" });
  });

  test("goes on under a new token when the person proves again who they are", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const before = (await who(browser)) as RelyingSession;
    clock.advance(601_000);
    expect(await who(browser, "recent")).toBe("RecentSignInRequired");
    const former = browser.own.cookies.get("sample_session") ?? "";
    await browser.go("/openid/sign-in?max_age=0&return_to=/list");
    const after = (await who(browser, "recent")) as RelyingSession;
    expect(after.id).toBe(before.id);
    browser.own.cookies.set("sample_session", former);
    expect(await who(browser)).toBe("SessionExpired");
  });

  test("is not undone by an exchange of tokens that was under way before", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const { id } = (await who(browser)) as RelyingSession;
    const { pool } = database;
    const common = { pool, sealer, clock, clientId: sampleClient.id };
    const store = createSessionStore({ ...common, lifetimeMs: 3_600_000 });
    const exchange = await store.beginExchange(id);
    if (exchange === undefined) throw new Error("Somebody else exchanges tokens.");
    await browser.go("/openid/sign-in?max_age=0&return_to=/list");
    const former = { ...exchange.session.identity, claims: { sub: "person-1", name: "Former" } };
    expect(await store.endExchange(exchange, former)).toBe(false);
    expect(await who(browser)).toMatchObject({ id, claims: { name: "Hanako" } });
    expect(await store.endRefused(exchange)).toBe(false);
    expect(await who(browser)).toMatchObject({ id });
  });

  test("of another person replaces the former", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const before = (await who(browser)) as RelyingSession;
    provider.person = { id: "person-2" };
    browser.theirs.clear();
    await browser.go("/openid/sign-in");
    const after = (await who(browser)) as RelyingSession;
    expect([after.subject, after.id === before.id]).toEqual(["person-2", false]);
  });

  test("a stronger sign-in that the provider did not ask for is not believed", async () => {
    const browser = newBrowser();
    provider.person = { id: "person-1", acr: "one" };
    expect(await browser.go("/openid/sign-in?acr_values=two&return_to=/list")).toMatch(
      /reason=not_strong_enough/,
    );
    expect(await who(browser)).toBe("SessionExpired");
    provider.person = { id: "person-1", acr: "two" };
    await browser.go("/openid/sign-in?acr_values=two&prompt=login");
    expect(await who(browser)).toMatchObject({ acr: "two" });
  });

  test("learns what changed at the provider", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    provider.person = { id: "person-1", name: "Hanako Sato" };
    expect(await who(browser)).toMatchObject({ claims: { name: "Hanako" } });
    await letCheckBeDue();
    expect(await who(browser)).toMatchObject({ claims: { name: "Hanako Sato" } });
  });

  test("survives twenty requests at once when the check is due", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    for (let round = 0; round < 3; round++) {
      await letCheckBeDue();
      const answers = await Promise.all(Array.from({ length: 20 }, () => who(browser)));
      for (const answer of answers) expect(answer).toMatchObject({ subject: "person-1" });
    }
  });

  test("goes on while the provider does not answer", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    await letCheckBeDue();
    provider.isDown = true;
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
    provider.isDown = false;
    await letCheckBeDue();
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
  });

  test("ends when the provider has revoked it", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const { id } = (await who(browser)) as RelyingSession;
    await provider.provider.RefreshToken.revokeByGrantId(await grantOf(id));
    await letCheckBeDue();
    expect(await who(browser)).toBe("SessionExpired");
  });
});

/** The provider's grant behind a session: of its refresh token. */
async function grantOf(id: string): Promise<string> {
  const { rows } = await database.pool.query<{ sealed: Buffer }>(
    "select sealed from kit.relying_session where id = $1",
    [id],
  );
  const sealer = createSealer(parseKeyring(`k1:${Buffer.alloc(32, 1).toString("base64")}`));
  const text = sealer.open(rows[0]?.sealed ?? Buffer.alloc(0), `kit.relying_session:${id}`);
  const { refreshToken } = JSON.parse(text.toString("utf8")) as { refreshToken: string };
  const found = await provider.provider.RefreshToken.find(refreshToken);
  return found?.grantId ?? "";
}

describe("access tokens", () => {
  test("are for the resource, and asked for once by many requests", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => browser.own.request({ url: "/token" })),
    );
    const tokens = new Set(answers.map((answer) => (answer.json() as { token: string }).token));
    expect(tokens.size).toBe(1);
    const [, payload = ""] = [...tokens].join().split(".");
    expect(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).toMatchObject({
      aud: "https://api.example/",
      sub: "person-1",
    });
    await letCheckBeDue();
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
  });
});

test("a token of the application's own is asked for once and says what it is for", async () => {
  const [first, second] = [await party.ownToken("read"), await party.ownToken("read")];
  expect(second).toBe(first);
  const payload = JSON.parse(Buffer.from(first.split(".")[1] ?? "", "base64url").toString("utf8"));
  expect(payload).toMatchObject({ aud: "https://api.example/", scope: "read", sub: "sample" });
  provider.isDown = true;
  await expect(party.ownToken("other")).rejects.toMatchObject({ type: "Unavailable" });
});

describe("security events", () => {
  beforeEach(async () => {
    await app.listen({ host: "127.0.0.1", port });
  });

  const kind = "urn:example:changed:1";
  const tell = (token: string, type = "application/secevent+jwt") =>
    app.inject({
      method: "POST",
      url: "/openid/events",
      headers: { "content-type": type },
      payload: token,
    });

  test("one of the provider is heard, again when it comes again", async () => {
    const age = 90_000;
    const happenedAt = new Date(Date.now() - age);
    const token = await provider.eventToken({ kind, subject: "person-1", happenedAt });
    expect((await tell(token)).statusCode).toBe(202);
    expect((await tell(token)).statusCode).toBe(202);
    expect(heard).toMatchObject([
      { kinds: [kind], subject: "person-1" },
      { kinds: [kind], subject: "person-1" },
    ]);
    expect(heard[0]?.id).toBe(heard[1]?.id);
    const told = clock.now().getTime() - (heard[0]?.happenedBefore.getTime() ?? 0);
    // It is told to the second, and the whole of that second counts.
    expect(told).toBeGreaterThan(age - 1_000);
    expect(told).toBeLessThan(age + 10_000);
  });

  test("a person's sessions from before a moment end, and neither later ones nor another's", async () => {
    const [early, late, others] = [newBrowser(), newBrowser(), newBrowser()];
    await early.go("/openid/sign-in");
    const moment = new Date(clock.now().getTime() + 30_000);
    clock.advance(60_000);
    await late.go("/openid/sign-in");
    provider.person = { id: "person-2" };
    await others.go("/openid/sign-in");
    expect(await party.endSessionsOf("person-1", moment)).toBe(1);
    expect(await who(early)).toBe("SessionExpired");
    expect(await who(late)).toMatchObject({ subject: "person-1" });
    expect(await who(others)).toMatchObject({ subject: "person-2" });
  });

  test("what could not be worked on is to be told again", async () => {
    failsToHear = true;
    const token = await provider.eventToken({ kind, subject: "person-1" });
    expect((await tell(token)).statusCode).toBe(500);
  });

  test("another's key, another's audience, another kind of token, and nonsense are refused", async () => {
    const { privateKey: key } = generateKeyPairSync("rsa", { modulusLength: 2048 });
    const about = { kind, subject: "person-1" };
    const refused = [
      await provider.eventToken({ ...about, key }),
      await provider.eventToken({ ...about, audience: "another" }),
      await provider.eventToken({ ...about, type: "JWT" }),
      await provider.eventToken({ ...about, subject: "" }),
      "nonsense",
      "",
    ];
    for (const token of refused) {
      const answer = await tell(token);
      expect(answer.statusCode, token.slice(0, 20)).toBe(400);
      expect(answer.json()).toMatchObject({ err: "invalid_request" });
    }
    const good = await provider.eventToken(about);
    expect((await tell(good, "application/json")).statusCode).toBeGreaterThanOrEqual(400);
    expect(heard).toEqual([]);
  });
});

describe("signing out", () => {
  test("ends the session here and leads to the provider", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const answer = await browser.own.request({ method: "POST", url: "/sign-out" });
    const next = new URL((answer.json() as { next: string }).next);
    expect(next.origin).toBe(provider.issuer);
    expect(next.searchParams.get("id_token_hint")).toMatch(/^eyJ/);
    expect(next.searchParams.get("post_logout_redirect_uri")).toBe(`${origin}/signed-out`);
    expect(await who(browser)).toBe("SessionExpired");
    const { rows } = await database.pool.query("select from kit.relying_session");
    expect(rows.length).toBe(0);
  });

  test("somebody who is not signed in is led to the application's own page", async () => {
    const answer = await newBrowser().own.request({ method: "POST", url: "/sign-out" });
    expect(answer.json()).toEqual({ next: `${origin}/signed-out` });
  });
});

describe("back-channel logout", () => {
  beforeEach(async () => {
    await app.listen({ host: "127.0.0.1", port });
  });

  const tell = (token: string) =>
    app.inject({
      method: "POST",
      url: "/openid/back-channel-logout",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  test("the provider ends the session that it names, and no other", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const other = newBrowser();
    await other.go("/openid/sign-in");
    const { claims } = (await who(browser)) as RelyingSession;
    const client = await provider.provider.Client.find(sampleClient.id);
    await (client as unknown as LogoutClient).backchannelLogout("person-1", String(claims.sid));
    expect(await who(browser)).toBe("SessionExpired");
    expect(await who(other)).toMatchObject({ subject: "person-1" });
  });

  test("a sign-in that was under way does not outlive it, a later one is another matter", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const { claims } = (await who(browser)) as RelyingSession;
    const { callback } = await answered(browser);
    const client = await provider.provider.Client.find(sampleClient.id);
    await (client as unknown as LogoutClient).backchannelLogout("person-1", String(claims.sid));
    expect(await browser.go(callback)).toMatch(/reason=login_required/);
    expect(await who(browser)).toBe("SessionExpired");
    expect(await browser.go("/openid/sign-in?return_to=/list")).toBe("/list");
  });

  test.each([
    ["no token", "nonsense"],
    ["an unsigned one", unsigned()],
  ])("%s is refused", async (_, token) => {
    expect((await tell(token)).statusCode).toBe(400);
  });

  test("one that somebody else signed is refused", async () => {
    const forged = await new SignJWT({ events: { [logoutEvent]: {} }, sid: "x", sub: "person-1" })
      .setProtectedHeader({ alg: "HS256" })
      .setIssuer(provider.issuer)
      .setAudience(sampleClient.id)
      .setIssuedAt()
      .setExpirationTime("2m")
      .setJti("1")
      .sign(new TextEncoder().encode(sampleClient.secret));
    expect((await tell(forged)).statusCode).toBe(400);
  });

  test("an ID token is no logout token", async () => {
    const browser = newBrowser();
    await browser.go("/openid/sign-in");
    const answer = await browser.own.request({ method: "POST", url: "/sign-out" });
    const hint = new URL((answer.json() as { next: string }).next).searchParams.get(
      "id_token_hint",
    );
    await browser.go("/openid/sign-in");
    expect((await tell(hint ?? "")).statusCode).toBe(400);
    expect(await who(browser)).toMatchObject({ subject: "person-1" });
  });
});

interface LogoutClient {
  backchannelLogout(subject: string, sid: string): Promise<void>;
}

const logoutEvent = "http://schemas.openid.net/event/backchannel-logout";

function unsigned(): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return `${part({ alg: "none" })}.${part({ sub: "person-1", events: { [logoutEvent]: {} } })}.`;
}

test("what expired is removed", async () => {
  const browser = newBrowser();
  await browser.go("/openid/sign-in");
  await newBrowser().own.request({ url: "/openid/sign-in" });
  clock.advance(9 * 3_600_000);
  await party.purge();
  const { rows } = await database.pool.query(
    "select (select count(*) from kit.relying_session) + (select count(*) from kit.relying_visit) as n",
  );
  expect(rows).toEqual([{ n: "0" }]);
});
