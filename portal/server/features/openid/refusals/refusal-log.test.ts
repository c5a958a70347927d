import {
  applicationRefusalsMost,
  applicationRefusalsPerMinute,
} from "@sekimori/portal-contract/constants";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import {
  authorizationRequest,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  serverFetch,
} from "../../../testing/relying-party.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";
import { removeClient } from "../clients/client-registry.ts";
import { sweepExpired } from "../openid-jobs.ts";
import { authorizeLimits } from "../provider/authorize-guard.ts";
import { listRefusals } from "./refusal-list.ts";
import { createRefusalLog, type Refusal } from "./refusal-log.ts";
import { shownValue } from "./shown-values.ts";

let portal: TestPortal;
let party: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal();
  party = await newRelyingParty(portal);
});
afterAll(() => portal.close());

const kept = (client: string, most = 50) =>
  listRefusals(portal.context, "all", { client, most, seesUnknown: true });

const reached = (count: number, client = party.clientId) =>
  vi.waitFor(async () => {
    const rows = await kept(client);
    expect(rows).toHaveLength(count);
    return rows;
  });

const refusal = (client: string, changes: Partial<Refusal> = {}): Refusal => ({
  reference: "r",
  endpoint: "authorization",
  client,
  isRegistered: true,
  error: "invalid_request",
  description: undefined,
  detail: undefined,
  received: {},
  registered: {},
  ...changes,
});

async function redeem(proof: string) {
  const answer = await serverFetch(portal)(`${testOrigin}/v1/idp/oidc/token`, {
    method: "POST",
    headers: { authorization: `Basic ${btoa(proof)}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code: "a-code-of-somebody" }),
  });
  return String(answer.headers.get("x-request-id"));
}

describe("a refused request", () => {
  test("is kept under the reference of its page, with what was sent and what is registered", async () => {
    const { url } = await authorizationRequest(party, {
      redirect_uri: "https://app.example/elsewhere?who=taro@people.example#part",
      login_hint: "someone@people.example",
      scope: "openid someone@people.example",
    });
    const page = await portal.browser().request({ url: url.pathname + url.search });
    const [row] = await reached(1);
    expect(row).toMatchObject({
      reference: page.headers["x-request-id"],
      endpoint: "authorization",
      client: party.clientId,
      isRegistered: true,
      error: "invalid_redirect_uri",
      received: {
        redirect_uri: "https://app.example/elsewhere?who=…#…",
        scope: "openid …",
        response_type: "code",
      },
      registered: { redirect_uri: [redirectUri] },
    });
    expect(JSON.stringify(row)).not.toContain("people.example");
  });

  test("at the token endpoint is kept without the secret and the code", async () => {
    const reference = await redeem(`${party.clientId}:a-wrong-secret-of-somebody`);
    const [row] = await reached(2);
    expect(row).toMatchObject({ reference, endpoint: "token", error: "invalid_client" });
    expect(JSON.stringify(row)).not.toMatch(/a-wrong-secret|a-code-of/);
  });

  test("of an id that nobody has says so", async () => {
    const { url } = await authorizationRequest(party);
    url.searchParams.set("client_id", "mistyped");
    await portal.browser().request({ url: url.pathname + url.search });
    expect(await reached(1, "mistyped")).toMatchObject([{ isRegistered: false }]);
  });

  test("that is too long to be looked at is kept as well", async () => {
    const other = await newRelyingParty(portal);
    const { url } = await authorizationRequest(other, { state: "x".repeat(3_000) });
    await portal.browser().request({ url: url.pathname + url.search });
    expect(await reached(1, other.clientId)).toMatchObject([
      { endpoint: "authorization", description: "state is too long" },
    ]);
  });

  test.each([
    ["an address of mail", "taro@people.example"],
    ["what no text of the database holds", "\u0000"],
  ])("takes no name that is %s, nor the others with it", async (_, name) => {
    const other = await newRelyingParty(portal);
    const { url } = await authorizationRequest(other, { [name]: "x".repeat(3_000) });
    const { url: beside } = await authorizationRequest(other, { state: "x".repeat(3_000) });
    for (const sent of [url, beside]) {
      await portal.browser().request({ url: sent.pathname + sent.search });
    }
    const rows = await reached(2, other.clientId);
    expect(rows.map(({ description }) => description)).toEqual([
      "state is too long",
      "a parameter's value is too long",
    ]);
  });

  test("that is too long counts against its network as every other", async () => {
    const { url } = await authorizationRequest(party, { state: "x".repeat(3_000) });
    const browser = portal.browser();
    const asks = Array.from({ length: (authorizeLimits[0]?.points ?? 0) + 1 }, () =>
      browser.request({ url: url.pathname + url.search }),
    );
    const answers = await Promise.all(asks);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(1);
  });

  test("goes with its application", async () => {
    const other = await newRelyingParty(portal);
    await redeem(`${other.clientId}:wrong-again-and-again`);
    await reached(1, other.clientId);
    await removeClient(portal.context, other.clientId);
    expect(await kept(other.clientId)).toEqual([]);
  });
});

test("of one application so many are kept in a minute, and others are kept beside it", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const log = createRefusalLog(portal.context);
  for (let n = 0; n < applicationRefusalsPerMinute + 10; n++) log.note(refusal("flooded"));
  log.note(refusal("beside"));
  await log.close();
  vi.useRealTimers();
  expect(await kept("flooded", 1_000)).toHaveLength(applicationRefusalsPerMinute);
  expect(await kept("beside")).toHaveLength(1);
});

test("ids that nobody has registered leave room for the applications", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const log = createRefusalLog(portal.context);
  for (let n = 0; n < 1_500; n++) log.note(refusal(`made-up-${n}`, { isRegistered: false }));
  log.note(refusal("in-use"));
  await log.close();
  vi.useRealTimers();
  expect(await kept("in-use")).toHaveLength(1);
  expect(await kept("made-up-0")).toHaveLength(1);
  expect(await kept("made-up-1499")).toEqual([]);
});

test("one that the database refuses takes no others with it", async () => {
  const log = createRefusalLog(portal.context);
  log.note(refusal("whole", { description: "half \u0000 \ud800" }));
  log.note(refusal("broken", { reference: null as never }));
  log.note(refusal("whole", { detail: `of taro@people.example and ${"k1".repeat(20)}` }));
  await log.close();
  expect(await kept("whole")).toMatchObject([
    { detail: "of … and …" },
    { description: "half \ufffd" },
  ]);
  expect(await kept("broken")).toEqual([]);
});

test("old ones go, and of one application the oldest beyond so many", async () => {
  await portal.database.pool.query(
    `insert into portal.oidc_refusal
       (at, reference, endpoint, client_id, is_registered, error, received, registered)
     select now() - make_interval(days => case when n = 0 then 8 else 0 end), n, 'token',
       case when n = 0 then 'old' else 'many' end, true, 'invalid_client', '{}', '{}'
     from generate_series(0, ${applicationRefusalsMost + 5}) n`,
  );
  await sweepExpired(portal.context);
  expect(await kept("old")).toEqual([]);
  const left = await kept("many", 2_000);
  expect(left).toHaveLength(applicationRefusalsMost);
  expect(left.at(-1)?.reference).toBe("6");
});

test("is shown to nobody but those whose application it is", async () => {
  const organisation = { organisation: "00000000-0000-4000-8000-000000000000" };
  expect(await listRefusals(portal.context, organisation, { most: 50, seesUnknown: true })).toEqual(
    [],
  );
});

describe("a value as it is shown", () => {
  const registered = ["https://app.example/back?tenant=of-somebody-with-a-long-name"];
  test.each([
    ["redirect_uri", registered[0], registered[0]],
    ["redirect_uri", "https://app.example/Back", "https://app.example/Back"],
    ["redirect_uri", "http://app.example/back/", "http://app.example/back/"],
    [
      "redirect_uri",
      "https://app.example/back?tenant=other&x=1",
      "https://app.example/back?tenant=…&x=…",
    ],
    ["redirect_uri", "https://taro:pass@app.example/back", "https://…@app.example/back"],
    ["redirect_uri", "https://app.example/u/taro@people.example", "https://app.example/u/…"],
    ["redirect_uri", `https://app.example/${"k".repeat(43)}`, "https://app.example/…"],
    ["redirect_uri", "com.example.app:/back", "com.example.app:/back"],
    ["redirect_uri", "http://localhost:4000/back", "http://localhost:4000/back"],
    ["redirect_uri", "http://[::1]:4000/back", "http://[::1]:4000/back"],
    ["redirect_uri", `https://${"k".repeat(43)}.example/back`, "https://….example/back"],
    ["redirect_uri", `${"k".repeat(43)}:/back`, "…/back"],

    ["redirect_uri", `https://app.example/${crypto.randomUUID()}`, "https://app.example/…"],
    ["scope", `openid secret:${"k".repeat(43)}`, "openid …"],
    ["scope", `openid ${"k".repeat(24)} ${crypto.randomUUID()}`, "openid … …"],
    [
      "grant_type",
      "urn:ietf:params:oauth:grant-type:device_code",
      "urn:ietf:params:oauth:grant-type:device_code",
    ],
    ["redirect_uri", "no address", "…"],
    ["scope", `openid ${"k".repeat(43)}`, "openid …"],
    ["scope", "openid taro@people.example 090-1234-5678", "openid … …"],
    ["prompt", "login consent", "login consent"],
  ])("%s %s is %s", (name, value, shown) => {
    expect(shownValue(name, String(value), registered)).toBe(shown);
  });
});
