import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { text } from "node:stream/consumers";
import type { Limit } from "@sekimori/kit-contract/endpoint";
import { createOutbound } from "@sekimori/kit-server/outbound";
import {
  applicationContractSchema,
  applicationEndpoints,
} from "@sekimori/portal-contract/applications/endpoints";
import { applicationEvents } from "@sekimori/portal-contract/applications/events";
import {
  listApplications,
  withdrawAccess,
} from "@sekimori/portal-contract/endpoints/connected-applications";
import { changeLanguage } from "@sekimori/portal-contract/endpoints/profile";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { planEntitlements } from "@sekimori/portal-contract/entitlements";
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  jwtVerify,
} from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { newMember, signUpTo } from "../../testing/members.ts";
import {
  authorizationRequest,
  exchange,
  follow,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
} from "../../testing/relying-party.ts";
import { agree, cards, password, submitCard } from "../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../testing/test-portal.ts";
import { runBilling } from "../billing/billing-run.ts";
import { issueInvoices } from "../billing/issue-invoices.ts";
import { closeAccount } from "../operator/accounts.ts";
import { purgeExpired } from "../purge/purge-jobs.ts";

const resource = `${testOrigin}/v1/applications`;
const allScopes = "openid member:read contract:read invoices:read";

let portal: TestPortal;
let listener: Server;
let eventsUri = "";
/** What the application was posted, and how many posts it is to refuse first. */
const posted: { readonly type: string | undefined; readonly token: string }[] = [];
let refusals = 0;
let woken = Promise.withResolvers<void>();

beforeAll(async () => {
  listener = createServer(async (request, response) => {
    posted.push({ type: request.headers["content-type"], token: await text(request) });
    refusals -= 1;
    response.statusCode = refusals >= 0 ? 503 : 202;
    response.end();
    woken.resolve();
    woken = Promise.withResolvers<void>();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  const address = listener.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const origin = `http://127.0.0.1:${port}`;
  eventsUri = `${origin}/events`;
  const outbound = createOutbound({ production: false, loopback: [origin] });
  portal = await startTestPortal({}, { outbound });
});
afterAll(async () => {
  await portal.close();
  listener.close();
});

const ourApplication = () =>
  newRelyingParty(portal, {
    isFirstParty: true,
    isService: true,
    resources: [resource],
    eventsUri,
  });

async function tokenOf(
  party: RelyingParty,
  browser: ReturnType<TestPortal["browser"]>,
  scope = allScopes,
) {
  const started = await authorizationRequest(party, { scope, resource });
  const { url } = await follow(browser, started.url.href);
  const tokens = await exchange(party, started, url, { parameters: { resource } });
  return { tokens, account: tokens.claims()?.sub ?? "" };
}

async function serviceToken(party: RelyingParty, scope = "contract:read member:read") {
  const { access_token: token } = await oidc.clientCredentialsGrant(party.configuration, {
    resource,
    scope,
  });
  return token;
}

const read = (path: string, token: string | undefined) =>
  portal.app.inject({
    url: `/v1/applications/${path}`,
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  });

async function signedInMember() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  return { browser, email };
}

describe("a token for the portal's own resource", () => {
  test("is a JWT that names the resource, the scope and how the person signed in", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { tokens, account } = await tokenOf(party, browser);
    expect(decodeProtectedHeader(tokens.access_token)).toMatchObject({
      typ: "at+jwt",
      alg: "RS256",
    });
    expect(decodeJwt(tokens.access_token)).toMatchObject({
      iss: `${testOrigin}/v1/idp/oidc`,
      aud: resource,
      sub: account,
      client_id: party.clientId,
      scope: "member:read contract:read invoices:read",
      acr: "urn:sekimori:acr:pwd",
      amr: ["pwd"],
      auth_time: expect.any(Number),
    });
    const renewed = await oidc.refreshTokenGrant(party.configuration, tokens.refresh_token ?? "", {
      resource,
    });
    expect(decodeJwt(renewed.access_token)).toMatchObject({
      aud: resource,
      acr: "urn:sekimori:acr:pwd",
    });
  });

  test("is given to no application that is not to use it", async () => {
    const { browser } = await signedInMember();
    const party = await newRelyingParty(portal, { isFirstParty: true });
    const started = await authorizationRequest(party, { scope: allScopes, resource });
    const { url } = await follow(browser, started.url.href);
    expect(url.searchParams.get("error")).toBe("invalid_target");
  });
});

describe("the contract for applications", () => {
  test("tells of the member whose token it is", async () => {
    const { browser, email } = await signedInMember();
    const party = await ourApplication();
    const { tokens, account } = await tokenOf(party, browser);
    const member = await read(`accounts/${account}/member`, tokens.access_token);
    expect(member.json()).toEqual({
      version: 1,
      account,
      firstName: "花子",
      lastName: "山本",
      email,
      language: "en",
      twoFactor: false,
      accessEnded: false,
      directory: null,
      organisation: { name: "関守商店", corporateNumber: "7000012050002" },
    });
    const contract = await read(`accounts/${account}/contract`, tokens.access_token);
    expect(contract.json()).toMatchObject({
      version: 1,
      plan: "free",
      contractedPlan: "free",
      state: "active",
      freeUntil: null,
      entitlements: planEntitlements.free,
      quota: { manualRuns: { limit: 5, timeZone: "Asia/Tokyo" } },
    });
    const invoices = await read(`accounts/${account}/invoices`, tokens.access_token);
    expect(invoices.json()).toEqual({ version: 1, account, invoices: [] });
    const plans = await read("plans", tokens.access_token);
    expect(plans.json().plans.map(({ plan }: { plan: string }) => plan)).toEqual([
      "detailed",
      "free",
      "security24",
    ]);
    expect(plans.json().plans[0]).toMatchObject({
      monthlyPrice: 11_000,
      entitlements: { domains: 100 },
    });
  });

  test("says of a trial how long it lasts, and of one that ended that the free plan counts", async () => {
    const own = await startTestPortal();
    try {
      const browser = own.browser();
      await signUpTo(own, browser, "member", { plan: "security24" });
      const party = await newRelyingParty(own, {
        isFirstParty: true,
        isService: true,
        resources: [resource],
      });
      const started = await authorizationRequest(party, { scope: allScopes, resource });
      const { url } = await follow(browser, started.url.href);
      const account = (await exchange(party, started, url)).claims()?.sub ?? "";
      const contract = async () => {
        const { access_token: token } = await oidc.clientCredentialsGrant(party.configuration, {
          resource,
          scope: "contract:read",
        });
        const answer = await own.app.inject({
          url: `/v1/applications/accounts/${account}/contract`,
          headers: { authorization: `Bearer ${token}` },
        });
        return applicationContractSchema.parse(answer.json());
      };
      const trial = await contract();
      expect(trial).toMatchObject({
        plan: "security24",
        state: "trial",
        entitlements: { domains: 10 },
      });
      own.clock.advance(40 * 24 * 3_600_000);
      expect(await contract()).toMatchObject({
        plan: "free",
        state: "active",
        entitlements: { domains: 3 },
      });
    } finally {
      await own.close();
    }
  });

  test("lists the invoices that were issued", async () => {
    const own = await startTestPortal({}, { scheduled: false });
    try {
      const setClock = (moment: string) => {
        own.clock.set(new Date(moment));
        own.sandbox.clock.set(new Date(moment));
      };
      setClock("2026-11-20T03:00:00Z");
      const browser = own.browser();
      const { email } = await signUpTo(own, browser, "account", { plan: "detailed" });
      await submitCard(own, browser, cards.success);
      await agree(browser);
      const party = await newRelyingParty(own, {
        isFirstParty: true,
        isService: true,
        resources: [resource],
      });
      const started = await authorizationRequest(party, { scope: allScopes, resource });
      const { url } = await follow(browser, started.url.href);
      const account = (await exchange(party, started, url)).claims()?.sub ?? "";
      setClock("2026-12-31T15:10:00Z");
      const token = await serviceToken(party, "invoices:read");
      const ask = () =>
        own.app.inject({
          url: `/v1/applications/accounts/${account}/invoices`,
          headers: { authorization: `Bearer ${token}` },
        });
      await issueInvoices(own.context, "2027-01-01");
      expect((await ask()).json().invoices).toMatchObject([{ state: "open", documentUrls: null }]);
      await runBilling(own.context, "2027-01-01");
      const answer = await ask();
      expect(answer.json()).toEqual({
        version: 1,
        account,
        invoices: [
          {
            number: expect.any(String),
            issuedOn: "2027-01-01",
            dueOn: "2027-01-01",
            state: "paid",
            total: 11_000,
            tax: 1_000,
            documentUrls: { ja: expect.any(String), en: expect.any(String) },
          },
        ],
      });
      await browser.call(signIn, { body: { email, password, locale: "en" } });
      // It opens in the browser that is signed in at the portal, and in no other.
      const [{ documentUrls }] = answer.json().invoices;
      for (const address of Object.values<string>(documentUrls)) {
        expect(new URL(address).origin).toBe(testOrigin);
        const path = new URL(address).pathname;
        const opened = await browser.request({ url: path });
        expect(opened.headers["content-type"]).toBe("application/pdf");
        expect((await own.app.inject({ url: path })).statusCode).toBe(401);
        const other = own.browser();
        await newMember(own, other);
        expect((await other.request({ url: path })).status).toBe(404);
      }
    } finally {
      await own.close();
    }
  });

  test.each([
    ["no token", async () => undefined, "Received: none; expected: Authorization: Bearer"],
    ["nonsense", async () => "nonsense", "expected: a JWT for http"],
    [
      "a token without a signature",
      async (token: string) => `${token.split(".").slice(0, 2).join(".")}.`,
      "expected: a JWT for http",
    ],
    [
      "another's signature",
      async (token: string) => `${token.slice(0, -8)}AAAAAAAA`,
      "Received: no token that this issuer signed",
    ],
  ])("refuses %s and says in a header what it wants", async (_, spoil, said) => {
    const { browser } = await signedInMember();
    const { tokens, account } = await tokenOf(await ourApplication(), browser);
    const answer = await read(`accounts/${account}/member`, await spoil(tokens.access_token));
    expect(answer.statusCode).toBe(401);
    expect(answer.json().error.type).toBe("TokenInvalid");
    expect(answer.headers["www-authenticate"]).toBe('Bearer error="invalid_token"');
    expect(answer.json().error.message).toContain(said);
    expect(answer.headers.link).toMatch(/\/v1\/docs#\w+>; rel="help"$/);
  });

  test("refuses the token of another audience: an ID token, and one for userinfo", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const started = await authorizationRequest(party, { scope: "openid" });
    const { url } = await follow(browser, started.url.href);
    const tokens = await exchange(party, started, url);
    const account = tokens.claims()?.sub ?? "";
    for (const token of [tokens.id_token, tokens.access_token]) {
      expect((await read(`accounts/${account}/member`, token)).statusCode).toBe(401);
    }
  });

  test("refuses what the scope does not give, and tells nobody of another member", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { tokens, account } = await tokenOf(party, browser, "openid contract:read");
    const refused = await read(`accounts/${account}/member`, tokens.access_token);
    expect([refused.statusCode, refused.json().error.type]).toEqual([403, "ScopeInsufficient"]);
    expect(refused.headers["www-authenticate"]).toBe('Bearer error="insufficient_scope"');
    expect(refused.json().error.message).toMatch(
      /^Received: a token with .*contract:read.*; expected: one with [\w:]+\.$/,
    );
    const other = await tokenOf(party, (await signedInMember()).browser);
    const stranger = await read(`accounts/${other.account}/contract`, tokens.access_token);
    const nobody = await read(`accounts/${crypto.randomUUID()}/contract`, tokens.access_token);
    expect([stranger.statusCode, nobody.statusCode]).toEqual([404, 404]);
    expect({ ...stranger.json().error, requestId: "" }).toEqual({
      ...nobody.json().error,
      requestId: "",
    });
  });

  test("a member's token ends with the session, before its own time is over", async () => {
    const { browser } = await signedInMember();
    const { tokens, account } = await tokenOf(await ourApplication(), browser);
    expect((await read(`accounts/${account}/member`, tokens.access_token)).statusCode).toBe(200);
    await browser.call(signOut, { body: {} });
    expect((await read(`accounts/${account}/member`, tokens.access_token)).statusCode).toBe(401);
  });
});

test("the calls for applications are a part of the reference by themselves", async () => {
  const { paths } = (await portal.app.inject({ url: "/v1/docs/json" })).json() as {
    paths: Record<string, Record<string, { operationId: string; tags: string[] }>>;
  };
  const operations = Object.values(paths).flatMap((path) => Object.values(path));
  const own = operations.filter(({ tags }) => tags.includes("For applications, version 1"));
  expect(own.map(({ operationId }) => operationId)).toEqual(
    applicationEndpoints.map(({ name }) => name),
  );
});

describe("an application's calls are counted", () => {
  /** Spends what is left of a limit, as thousands of calls would. */
  async function spend(name: string, limit: Limit, subject: string): Promise<void> {
    for (const { key } of portal.context.limiter.counters(name, limit, subject)) {
      await portal.database.pool.query("update kit.rate_limit set points = $2 where key = $1", [
        key,
        limit.points,
      ]);
    }
  }
  const from = (remoteAddress: string, path: string, token: string) =>
    portal.app.inject({ url: path, remoteAddress, headers: { authorization: `Bearer ${token}` } });

  test.each(applicationEndpoints.map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s: by the application, whatever token of it; by the network, whatever it shows",
    async (name, { path, limits }) => {
      const { browser } = await signedInMember();
      const party = await ourApplication();
      const { tokens, account } = await tokenOf(party, browser);
      const url = path.replace(":account", account);
      const [byNetwork, byApplication] = ["network", "application"].map((by) =>
        limits.find((limit) => limit.by === by),
      );
      if (byNetwork === undefined || byApplication === undefined) throw new Error("no limits");
      const network = `198.51.100.${applicationEndpoints.findIndex((one) => one.name === name)}`;

      expect((await from(network, url, tokens.access_token)).statusCode).toBe(200);
      await spend(name, byApplication, party.clientId);
      const again = (await tokenOf(party, browser)).tokens.access_token;
      const service = await serviceToken(party, "member:read contract:read invoices:read");
      for (const token of [tokens.access_token, again, service]) {
        expect((await from("203.0.113.9", url, token)).statusCode).toBe(429);
      }
      const other = await tokenOf(await ourApplication(), browser);
      const others = other.tokens.access_token;
      expect((await from(network, url, others)).statusCode).toBe(200);

      await spend(name, byNetwork, network);
      for (const token of [others, "junk"]) {
        expect((await from(network, url, token)).statusCode).toBe(429);
      }
      expect((await from("203.0.113.9", url, others)).statusCode).toBe(200);
    },
  );
});

describe("a service's own token", () => {
  test("tells of members who have signed in at it, also while they are away", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const token = await serviceToken(party);
    const { account } = await tokenOf(party, browser);
    await browser.call(signOut, { body: {} });
    expect((await read(`accounts/${account}/contract`, token)).json()).toMatchObject({
      plan: "free",
    });
    const other = await serviceToken(await ourApplication());
    expect((await read(`accounts/${account}/contract`, other)).statusCode).toBe(404);
  });

  test("is listed for the member as access, and ends when it is withdrawn", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { account } = await tokenOf(party, browser);
    const { applications } = await browser.call(listApplications, {});
    expect(applications.map(({ id }) => id)).toEqual([party.clientId]);
    await browser.call(withdrawAccess, { body: { client: party.clientId } });
    const token = await serviceToken(party);
    expect((await read(`accounts/${account}/contract`, token)).statusCode).toBe(404);
  });

  const other = "https://api.example/";

  test("is not given without being registered as one, and not without naming one of two APIs", async () => {
    const plain = await newRelyingParty(portal, { isFirstParty: true, resources: [resource] });
    await expect(serviceToken(plain)).rejects.toMatchObject({
      error: "invalid_request",
      error_description: expect.stringContaining("received: client_credentials; expected:"),
    });
    const party = await newRelyingParty(portal, { isService: true, resources: [resource, other] });
    const bare = await oidc.clientCredentialsGrant(party.configuration, {}).catch((error) => error);
    expect(bare).toMatchObject({ error: "invalid_target" });
  });

  test("is refused when the application is no service any more", async () => {
    const party = await ourApplication();
    const token = await serviceToken(party);
    expect((await read("plans", token)).statusCode).toBe(200);
    await newRelyingParty(portal, { clientId: party.clientId, redirectUris: [redirectUri] });
    expect((await read("plans", token)).statusCode).toBe(401);
  });
});

describe("an event", () => {
  /** The events that the application was told of an account, once there are as many. */
  async function heardOf(account: string, count: number) {
    const jwks = (await portal.app.inject({ url: "/v1/idp/oidc/jwks" })).json() as JSONWebKeySet;
    for (;;) {
      const own = posted.filter(({ token }) =>
        JSON.stringify(decodeJwt(token).sub_id).includes(account),
      );
      if (own.length >= count) {
        return Promise.all(
          own.map(async ({ type, token }) => {
            const { payload } = await jwtVerify(token, createLocalJWKSet(jwks), {
              typ: "secevent+jwt",
            });
            return { type, payload };
          }),
        );
      }
      await woken.promise;
    }
  }

  test("of a changed plan, language and a closed account is signed and posted", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { account } = await tokenOf(party, browser);
    await browser.call(changeLanguage, { body: { language_code: "ja" } });
    await heardOf(account, 1);
    await portal.database.pool.query(
      "update portal.contract set suspended_on = '2026-12-01' where account_id = $1",
      [account],
    );
    await heardOf(account, 2);
    await closeAccount(portal.context, { operator: "a tester" }, account);
    // The account and its contract end in one commit, and are told of in whichever order.
    const heard = await heardOf(account, 4);
    expect(heard.map(({ payload }) => Object.keys(payload.events as object)[0]).sort()).toEqual(
      [
        applicationEvents["member-changed"],
        applicationEvents["plan-changed"],
        applicationEvents["plan-changed"],
        applicationEvents["account-closed"],
      ].sort(),
    );
    const issuer = `${testOrigin}/v1/idp/oidc`;
    for (const { type, payload } of heard) {
      expect(type).toBe("application/secevent+jwt");
      expect(payload).toMatchObject({
        iss: issuer,
        aud: party.clientId,
        jti: expect.any(String),
        toe: expect.any(Number),
        sub_id: { format: "iss_sub", iss: issuer, sub: account },
      });
      expect(payload).not.toHaveProperty("sub");
    }
  });

  test("of a cancelled contract that is withdrawn, and of the deletion, which is told alone", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { account } = await tokenOf(party, browser);
    const contract = (change: string) =>
      portal.database.pool.query(`update portal.contract set ${change} where account_id = $1`, [
        account,
      ]);
    await contract("ends_on = '2099-12-31', end_reason = 'cancelled'");
    await heardOf(account, 1);
    await contract("end_reason = 'withdrawn'");
    await heardOf(account, 2);
    await contract("ends_on = '2020-12-31'");
    await heardOf(account, 3);
    await purgeExpired(portal.context);
    // The others' of these tests are our own too, and hear of the deletion as well.
    const kinds = async () =>
      (await heardOf(account, 4))
        .filter(({ payload }) => payload.aud === party.clientId)
        .map(({ payload }) => Object.keys(payload.events as object));
    await expect
      .poll(kinds)
      .toEqual([
        ...Array(3).fill([applicationEvents["plan-changed"]]),
        [applicationEvents["account-closed"], applicationEvents["account-deleted"]],
      ]);
    const { rows } = await portal.database.pool.query(
      "select key from graphile_worker.jobs where key like 'application-event:account-closed:%' || $1",
      [account],
    );
    expect(rows).toEqual([]);
  });

  test("of a deletion reaches our own applications without access, and no others", async () => {
    const { browser } = await signedInMember();
    const own = await ourApplication();
    const other = await newRelyingParty(portal, { eventsUri });
    const { account } = await tokenOf(own, browser);
    await browser.call(withdrawAccess, { body: { client: own.clientId } });
    await portal.database.pool.query(
      "update portal.contract set ends_on = '2020-12-31', end_reason = 'withdrawn' where account_id = $1",
      [account],
    );
    await purgeExpired(portal.context);
    const told = async () => (await heardOf(account, 1)).map(({ payload }) => payload.aud);
    await expect.poll(told).toContain(own.clientId);
    expect(await told()).not.toContain(other.clientId);
  });

  test("of a deletion is told until it is accepted, long after others are given up", async () => {
    const { browser } = await signedInMember();
    const { account } = await tokenOf(await ourApplication(), browser);
    const { pool } = portal.database;
    await pool.query(
      "update portal.contract set ends_on = '2020-12-31', end_reason = 'withdrawn' where account_id = $1",
      [account],
    );
    await heardOf(account, 1);
    refusals = 1;
    await purgeExpired(portal.context);
    const waiting = async (change = "") => {
      const which =
        "key like 'application-event:account-deleted:%' || $1 and (locked_at is null or attempts <> 1)";
      const { rows } = await pool.query<{ attempts: number; key: string }>(
        change === ""
          ? `select attempts, key from graphile_worker.jobs where ${which}`
          : `update graphile_worker._private_jobs set ${change} where ${which} returning attempts, key`,
        [account],
      );
      return rows.map(({ attempts }) => attempts);
    };
    await expect.poll(() => waiting()).toEqual([1]);
    // As if it had been refused for weeks.
    expect(await waiting("attempts = 100, run_at = now()")).toEqual([100]);
    await expect.poll(() => waiting()).toEqual([]);
  });

  test("that is not accepted is posted again, under the same name", async () => {
    const { browser } = await signedInMember();
    const { account } = await tokenOf(await ourApplication(), browser);
    refusals = 1;
    await browser.call(changeLanguage, { body: { language_code: "ja" } });
    const heard = await heardOf(account, 2);
    expect(new Set(heard.map(({ payload }) => payload.jti)).size).toBe(1);
  });

  test("is told to nobody who has lost the access", async () => {
    const { browser } = await signedInMember();
    const party = await ourApplication();
    const { account } = await tokenOf(party, browser);
    await browser.call(withdrawAccess, { body: { client: party.clientId } });
    await browser.call(changeLanguage, { body: { language_code: "ja" } });
    const { rows } = await portal.database.pool.query(
      "select from graphile_worker.jobs where key like 'application-event:%' || $1",
      [account],
    );
    expect(rows).toEqual([]);
    expect(
      posted.filter(({ token }) => JSON.stringify(decodeJwt(token)).includes(account)),
    ).toEqual([]);
  });
});
