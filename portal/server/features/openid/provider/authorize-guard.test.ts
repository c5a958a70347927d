import { Readable } from "node:stream";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import {
  authorizationRequest,
  newRelyingParty,
  type RelyingParty,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal } from "../../../testing/test-portal.ts";
import { authorizeLimits, pushLimits, tokenLimits, userCodeLimits } from "./authorize-guard.ts";

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal);
});
afterAll(() => portal.close());

const records = async (): Promise<number> => {
  const { rows } = await portal.database.pool.query<{ count: number }>(
    "select count(*)::int as count from portal.oidc_record",
  );
  return rows[0]?.count ?? 0;
};

async function ask(address: string, changes: Readonly<Record<string, string>> = {}) {
  const { url } = await authorizationRequest(party);
  for (const [name, value] of Object.entries(changes)) url.searchParams.append(name, value);
  return portal.browser(address).request({
    url: url.pathname + url.search,
    headers: { accept: "text/html", "accept-language": "ja" },
  });
}

test("a network begins no more than it may, with whatever browsers and from whichever /64", async () => {
  const points = authorizeLimits[0]?.points ?? 0;
  const before = await records();
  // Limits count by the machine's time, which stands still: on a busy machine the requests take longer
  // than ten seconds, after which the network may begin as many again.
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const answers = [];
  for (let index = 0; index < 2 * points + 20; index += 1) {
    answers.push(await ask(`2001:db8:0:${(index % 100).toString(16)}::1`));
  }
  const begun = answers.filter(({ status }) => status === 303).length;
  // A /56 may spend what two /64 may (kit/server/limits/network-of.ts).
  expect(begun).toBeLessThanOrEqual(2 * points);
  expect(begun).toBeGreaterThan(0);
  expect((await records()) - before).toBe(begun);
  const [refused] = answers.filter(({ status }) => status !== 303);
  expect(refused?.status).toBe(429);
  expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
  expect(refused?.text).toContain("リクエストが多すぎます");
  expect((await ask("198.51.100.9")).status).toBe(303);
});

test("another spelling of an address is counted with it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { url } = await authorizationRequest(party);
  const form = { "content-type": "application/x-www-form-urlencoded" };
  const places = [
    { method: "GET", path: "/authorize", points: authorizeLimits[0]?.points ?? 0 },
    { method: "POST", path: "/device", points: userCodeLimits[0]?.points ?? 0 },
    { method: "GET", path: "/device", points: authorizeLimits[0]?.points ?? 0 },
    { method: "GET", path: "/session/end", points: authorizeLimits[0]?.points ?? 0 },
  ] as const;
  for (const { method, path, points } of places) {
    const spellings = [path, path.toUpperCase(), `${path}/`, `${path.replace("e", "E")}/`];
    const passed: number[] = [];
    for (let index = 0; index < points + 4; index += 1) {
      const { statusCode } = await portal.app.inject({
        method,
        url: `/v1/idp/oidc${spellings[index % spellings.length]}${url.search}`,
        headers: method === "POST" ? form : {},
        ...(method === "POST" ? { payload: "user_code=BBBBBBBB" } : {}),
        remoteAddress: "198.51.100.40",
      });
      if (statusCode !== 429) passed.push(index);
    }
    expect([method, path, passed.length]).toEqual([method, path, points]);
  }
});

test.each([
  ["a long state", { state: "s".repeat(2_049) }],
  ["a long parameter that nobody knows", { invented: "x".repeat(2_049) }],
  ["long claims", { claims: `{"userinfo":{"name":"${"x".repeat(8_192)}"}}` }],
  ["a long name", { ["n".repeat(65)]: "1" }],
  ["many parameters", Object.fromEntries(Array.from({ length: 41 }, (_, at) => [`p${at}`, "1"]))],
])("%s is refused before anything is kept", async (_what, changes) => {
  const before = await records();
  const { status, text } = await ask("198.51.100.20", changes);
  expect([status, text.includes("invalid_request")]).toEqual([400, true]);
  expect(await records()).toBe(before);
});

test("pushed requests are bounded too", async () => {
  const push = (payload: string) =>
    portal.app.inject({
      method: "POST",
      url: "/v1/idp/oidc/request",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload,
      remoteAddress: "198.51.100.30",
    });
  const long = await push(`client_id=${party.clientId}&state=${"s".repeat(17_000)}`);
  expect([long.statusCode, long.json().error]).toEqual([400, "invalid_request"]);
  const chunked = await portal.app.inject({
    method: "POST",
    url: "/v1/idp/oidc/request",
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "transfer-encoding": "chunked",
    },
    payload: Readable.from([`client_id=${party.clientId}&state=${"s".repeat(17_000)}`]),
    remoteAddress: "198.51.100.30",
  });
  expect(chunked.json().error_description).toContain("too long");
});

test.each([
  ["push", "/request", pushLimits],
  ["token", "/token", tokenLimits],
])("what one network may %s is bounded", async (name, path, limits) => {
  const address = "198.51.100.31";
  const send = () =>
    portal.app.inject({
      method: "POST",
      url: `/v1/idp/oidc${path}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "client_id=nobody",
      remoteAddress: address,
    });
  expect((await send()).statusCode).toBe(401);
  for (const limit of limits) {
    const [counter] = portal.context.limiter.counters(name, limit, address);
    await portal.database.pool.query("update kit.rate_limit set points = $2 where key = $1", [
      counter?.key,
      limit.points,
    ]);
  }
  const refused = await send();
  expect(refused.statusCode).toBe(429);
  expect(Number(refused.headers["retry-after"])).toBeGreaterThan(0);
});
