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

const kept = (client: string, most = 50) => listRefusals(portal.context, "all", { client, most });

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
  expect(await listRefusals(portal.context, organisation, { most: 50 })).toEqual([]);
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
    ["redirect_uri", "no address", "…"],
    ["scope", `openid ${"k".repeat(43)}`, "openid …"],
    ["scope", "openid taro@people.example 090-1234-5678", "openid … …"],
    ["prompt", "login consent", "login consent"],
  ])("%s %s is %s", (name, value, shown) => {
    expect(shownValue(name, String(value), registered)).toBe(shown);
  });
});
