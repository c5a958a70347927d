import { randomBytes, randomUUID } from "node:crypto";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import type { TestClient, TestResponse } from "@sekimori/kit-development/testing";
import { requestFor } from "@sekimori/kit-development/testing";
import { allEndpoints } from "@sekimori/portal-contract/endpoints";
import { changeEmail } from "@sekimori/portal-contract/endpoints/change-email";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";
import { mfaSetting } from "@sekimori/portal-contract/endpoints/two-factor";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { newEmail, newMember, signUpTo } from "../testing/members.ts";
import { password } from "../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal } from "../testing/test-portal.ts";
import { validInputs } from "../testing/valid-inputs.ts";

// Row 28 of the assurance plan: every limit that a call declares, tried with everything a caller
// can present anew: sessions, cookies, networks, spellings, neighbouring IPv6 prefixes.

const limited = allEndpoints.flatMap((endpoint) =>
  endpoint.limits.map((limit) => ({ endpoint, limit })),
);
type Endpoint = (typeof limited)[number]["endpoint"];

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());

/**
 * How far the limits' time was moved on. They follow the machine's clock, which stands still here:
 * what a slow machine takes would carry the waiting past a day's end, into the next day's calls.
 */
let moved = 0;
beforeEach(() => {
  moved = 0;
  const begun = Date.now();
  vi.spyOn(Date, "now").mockImplementation(() => begun + moved);
});
afterEach(async () => {
  vi.restoreAllMocks();
  await portal.database.pool.query("truncate kit.rate_limit");
});

let networks = 0;
const newNetwork = () => {
  networks += 1;
  return `198.18.${(networks >> 8) & 255}.${networks & 255}`;
};

const wrong = "Wrong-Pass1";
const token = () => randomBytes(32).toString("base64url");

/** The same cookies at another address, with made-up ones where the browser has none. */
function moveTo(address: string, cookies: ReadonlyMap<string, string>): TestClient {
  const browser = portal.browser(address);
  for (const name of ["session", "sign_up", "sign_in", "device", "reset"]) {
    browser.cookies.set(`sekimori_${name}`, token());
  }
  for (const [name, value] of cookies) browser.cookies.set(name, value);
  return browser;
}

/** Well-formed input of a call, with what a caller can choose chosen anew. */
function inputFor(endpoint: Endpoint, changes: Readonly<Record<string, unknown>>): never {
  const { params, query, body } = validInputs[endpoint.name] ?? {};
  const fresh = (part?: Readonly<Record<string, unknown>>) =>
    part && "attempt" in part ? { ...part, attempt: randomUUID() } : part;
  const chosen = body && {
    ...fresh(body),
    ...("email" in body ? changes : {}),
    // A right one would begin a new session each time.
    ...(endpoint.access === "account" && "password" in body ? { password: wrong } : {}),
    ...("currentPassword" in body ? { currentPassword: wrong } : {}),
  };
  return {
    ...(query && { query }),
    ...(params && { params: fresh(params) }),
    body: chosen,
  } as never;
}

async function send(
  browser: TestClient,
  endpoint: Endpoint,
  changes: Readonly<Record<string, unknown>> = {},
): Promise<TestResponse> {
  // A token for forms comes with the first answer.
  await browser.request({ url: "/v1/site" });
  return browser.request(requestFor(endpoint, inputFor(endpoint, changes)));
}

/** Who an endpoint is called by in a browser, ready for it. */
async function callerFor(endpoint: Endpoint): Promise<TestClient[]> {
  const browser = portal.browser(newNetwork());
  switch (endpoint.access) {
    case "flow":
      await (endpoint.name === "signUpWithCard"
        ? signUpTo(portal, browser, "account", { plan: "detailed" })
        : signUpTo(portal, browser, "verification"));
      return [browser];
    case "pending": {
      const { email } = await newMember(portal, browser);
      await browser.call(mfaSetting, { body: { enabled: true } });
      await browser.call(signIn, { body: { email, password } });
      return [browser];
    }
    case "account":
    case "recent": {
      const { email } = await newMember(portal, browser);
      const others = [portal.browser(newNetwork()), portal.browser(newNetwork())];
      if (endpoint.name === "resendChangeEmail") {
        await browser.call(changeEmail, { body: { email: newEmail(), agreed: true } });
      }
      for (const other of others) await other.call(signIn, { body: { email, password } });
      return [browser, ...others];
    }
    default:
      // Public calls that are limited by a sign-up.
      await signUpTo(portal, browser, "verification");
      return [browser];
  }
}

/**
 * Calls until `limit.seconds` are over, waiting whenever it is told to.
 *
 * @returns how many calls were not refused.
 */
async function callsPassed(limit: Limit, most: number, call: () => Promise<TestResponse>) {
  let passed = 0;
  const end = limit.seconds * 1000 - 2_000;
  for (let refusals = 0; moved < end && refusals < 60; ) {
    const answer = await call();
    const isWithoutRecipient = limit.by === "recipient" && answer.status === 404;
    if (answer.status === 401 || answer.status === 403 || isWithoutRecipient) {
      // Not even looked at: the call before has ended the session, or what waited has expired.
      refusals += 1;
    } else if (answer.status === 429) {
      refusals += 1;
      const seconds = Number(answer.error().data?.retryAfterSeconds ?? 1);
      // For the minute between two mails, which follows the product's clock.
      if (seconds <= 60) portal.clock.advance(61_000);
      else moved += (seconds + 1) * 1000;
    } else {
      passed += 1;
      refusals = 0;
    }
    if (passed > most) break;
  }
  return passed;
}

/** Spellings of one mailbox. */
const spelling = (email: string, n: number) => {
  const [local = "", domain = ""] = email.split("@");
  return [
    email.toUpperCase(),
    `${local}+${n}@${domain}`,
    `${local}+${token().slice(0, 8)}@${domain.toUpperCase()}`,
    email,
  ][n % 4];
};

const nameOf = ({ endpoint, limit }: (typeof limited)[number]) =>
  `${endpoint.name} by ${limit.by}, ${limit.points} in ${limit.seconds} s`;

describe("no more calls pass than are declared", () => {
  test.each(limited.filter(({ limit }) => limit.by === "network").map((one) => [nameOf(one), one]))(
    "%s: one address, and 110 /64s of one /56",
    async (_, { endpoint, limit }) => {
      const address = newNetwork();
      let sent = 0;
      const fromOne = async () => {
        sent += 1;
        return send(moveTo(address, new Map()), endpoint, { email: newEmail() });
      };
      let passed = 0;
      for (let n = 0; n < limit.points + 5; n += 1)
        passed += (await fromOne()).status === 429 ? 0 : 1;
      expect(sent).toBe(limit.points + 5);
      expect(passed).toBe(limit.points);

      const prefix = `2001:db8:${(++networks).toString(16)}`;
      let fromMany = 0;
      for (let n = 0; n < 2 * limit.points + 5; n += 1) {
        const neighbour = `${prefix}:${(n % 110).toString(16)}::${n.toString(16)}`;
        const answer = await send(moveTo(neighbour, new Map()), endpoint, { email: newEmail() });
        fromMany += answer.status === 429 ? 0 : 1;
      }
      expect(fromMany).toBeLessThanOrEqual(2 * limit.points);
    },
    60_000,
  );

  const byCaller = limited.filter(({ limit }) => ["account", "flow", "attempt"].includes(limit.by));
  test.each(byCaller.map((one) => [nameOf(one), one]))(
    "%s: other sessions, cookies and networks",
    async (_, { endpoint, limit }) => {
      const principals = await callerFor(endpoint);
      let sent = 0;
      const passed = await callsPassed(limit, limit.points, () => {
        sent += 1;
        const { cookies } = principals[sent % principals.length] as TestClient;
        return send(moveTo(newNetwork(), cookies), endpoint, { email: newEmail() });
      });
      expect(passed).toBeGreaterThan(0);
      expect(passed).toBeLessThanOrEqual(limit.points);
      expect(sent).toBeGreaterThan(passed);
    },
    60_000,
  );

  const byRecipient = limited.filter(({ limit }) => limit.by === "recipient");
  test.each(byRecipient.map((one) => [nameOf(one), one]))(
    "%s: other principals, networks and spellings",
    async (_, { endpoint, limit }) => {
      const stranger = newEmail();
      // These write to the address that waits to be proved; the others to whomever they name.
      const isOwn = endpoint.access === "flow" || endpoint.name === "resendChangeEmail";
      const principals = isOwn || endpoint.access === "public" ? [] : await many(endpoint, 4);
      const own = isOwn ? await callerFor(endpoint) : [];
      let sent = 0;
      const passed = await callsPassed(limit, limit.points, () => {
        sent += 1;
        const caller = own[0] ?? principals[sent % Math.max(1, principals.length)];
        const email = spelling(stranger, sent);
        return send(moveTo(newNetwork(), caller?.cookies ?? new Map()), endpoint, { email });
      });
      expect(passed).toBeGreaterThan(0);
      expect(passed).toBeLessThanOrEqual(limit.points);
      expect(sent).toBeGreaterThan(passed);
    },
    60_000,
  );
});

async function many(endpoint: Endpoint, count: number): Promise<TestClient[]> {
  const principals: TestClient[] = [];
  for (let n = 0; n < count; n += 1) principals.push(...(await callerFor(endpoint)).slice(0, 1));
  return principals;
}

/** Calls that write to an address which the caller has not proved. */
const writing = [
  "signUp",
  "resendConfirmSignUpCode",
  "changeEmail",
  "resendChangeEmail",
  "changeAccountingAddress",
  "forgotPassword",
];

test.each(writing)("%s, which sends mail, is limited by recipient and by network", (name) => {
  const limits = allEndpoints.find((endpoint) => endpoint.name === name)?.limits ?? [];
  expect(limits.map(({ by }) => by)).toEqual(expect.arrayContaining(["recipient", "network"]));
});

test("whoever is counted by account, flow or attempt is known by then", () => {
  const words = {
    account: ["account", "recent", "flow"],
    flow: ["flow", "public"],
    attempt: ["pending"],
    application: [],
  };
  for (const { endpoint, limit } of limited) {
    if (limit.by === "network" || limit.by === "recipient") continue;
    expect([endpoint.name, words[limit.by]]).toEqual([
      endpoint.name,
      expect.arrayContaining([endpoint.access]),
    ]);
  }
});
