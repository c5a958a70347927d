import {
  addressesMost,
  applicationIdSchema,
  applicationScopes,
  idTokenAlgorithms,
} from "@sekimori/console-contract/application-schema";
import { refusalsDays } from "@sekimori/console-contract/constants";
import { allEndpoints } from "@sekimori/console-contract/endpoints";
import { integrationEndpoints } from "@sekimori/console-contract/endpoints/integration";
import {
  addApplication,
  changeApplication,
  listApplications,
  removeApplication,
  rotateApplicationSecret,
  showApplication,
} from "@sekimori/console-contract/endpoints/integration/applications";
import { listSigningKeys } from "@sekimori/console-contract/endpoints/integration/keys";
import { listRefusals } from "@sekimori/console-contract/endpoints/integration/refusals";
import {
  endIntegratorSession,
  getIntegrator,
} from "@sekimori/console-contract/endpoints/integration/session";
import { getSession } from "@sekimori/console-contract/endpoints/session";
import { integrationRights } from "@sekimori/console-contract/integration-rights";
import { consoleRoles } from "@sekimori/console-contract/rights";
import { type TestClient, testClient } from "@sekimori/kit-development/testing";
import { applicationRefusalsDays } from "@sekimori/portal-contract/constants";
import { consentScopes } from "@sekimori/portal-contract/endpoints/openid";
import { addClient, listClients, registerClient } from "@sekimori/portal-server/openid-clients";
import { keyLifetimeMs, keyNoticeMs, maintainKeys } from "@sekimori/portal-server/openid-keys";
import { removeStaff } from "@sekimori/portal-server/staff";
import { newMember } from "@sekimori/portal-server/testing/members";
import { addTestPasskey, tryPasskey } from "@sekimori/portal-server/testing/passkeys";
import { serverFetch } from "@sekimori/portal-server/testing/relying-party";
import {
  startTestPortal,
  type TestPortal,
  testOrigin,
} from "@sekimori/portal-server/testing/test-portal";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { outcome, startTestConsole } from "../testing/test-console.ts";
import {
  sampleRegistration as registration,
  startTestIntegration,
  type TestIntegration,
} from "../testing/test-integration.ts";

// The integrator's console as a process puts it together: on the portal's own services and database.

let portal: TestPortal;
let integration: TestIntegration;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
beforeEach(async () => {
  portal.clock.reset();
  integration = await startTestIntegration(portal);
});
afterEach(() => integration.stop());

/** A body or a query for each call, of an application that is not there. */
const inputs: Readonly<Record<string, object>> = {
  endIntegratorSession: {},
  addApplication: { kind: "server", id: "integration", registration },
  changeApplication: { id: "nobody", registration },
  rotateApplicationSecret: { id: "nobody", keepHours: 24, formerSecretUntil: null },
  removeApplication: { id: "nobody" },
  beginWalk: { id: "nobody" },
  openWalk: { id: "nobody", walk: "a".repeat(22) },
  finishWalk: { id: "nobody", walk: "a".repeat(22), answer: "" },
};

type Endpoint = (typeof integrationEndpoints)[number];

const ask = (browser: TestClient, endpoint: Endpoint) => {
  const path = endpoint.name === "showApplication" ? `${endpoint.path}?id=nobody` : endpoint.path;
  return outcome(browser, { ...endpoint, path }, inputs[endpoint.name]);
};

/** What an integrator is told of an application that is not there. */
const ownAnswers: Readonly<Record<string, string>> = {
  showApplication: "ApplicationNotFound",
  addApplication: "ApplicationIdTaken",
  changeApplication: "ApplicationNotFound",
  rotateApplicationSecret: "ApplicationNotFound",
  removeApplication: "ApplicationNotFound",
  beginWalk: "ApplicationNotFound",
  openWalk: "ApplicationNotFound",
  finishWalk: "ApplicationNotFound",
};

const add = (browser: TestClient, changes: object = {}) =>
  browser.call(addApplication, {
    body: { kind: "server", registration: { ...registration, ...changes } },
  });

describe("every call declares who may", () => {
  test("by an act of the table, and every act that has a call is one", () => {
    expect(integration.app.kit.endpoints.map(({ name }) => name).toSorted()).toEqual(
      integrationEndpoints.map(({ name }) => name).toSorted(),
    );
    const open = integrationEndpoints.filter(({ access }) => !(access in integrationRights));
    expect(open.map(({ name }) => name)).toEqual(["getIntegrator", "endIntegratorSession"]);
  });

  test("an integrator may call each", async () => {
    const { browser } = await integration.working("integrator");
    for (const endpoint of integrationEndpoints) {
      if (endpoint.name === "endIntegratorSession") continue;
      expect(await ask(browser, endpoint), endpoint.name).toBe(ownAnswers[endpoint.name] ?? null);
    }
    expect((await browser.call(endIntegratorSession, { body: {} })).next).toContain(testOrigin);
    expect((await browser.attempt(getIntegrator, {})).status).toBe(401);
  });

  test("staff with every other role, members and strangers may call none", async () => {
    await portal.database.pool.query("update portal.staff set ended_at = now()");
    const staff = await integration.working(...consoleRoles);
    const member = await integration.working();
    const stranger = testClient(integration.app, "127.0.0.1");
    await stranger.request({ url: "/v1/integration/session" });
    for (const endpoint of integrationEndpoints) {
      expect(await ask(stranger, endpoint), endpoint.name).toBe("SessionExpired");
      if (endpoint.name === "endIntegratorSession") continue;
      expect(await ask(staff.browser, endpoint), endpoint.name).toBe("NotIntegrator");
      expect(await ask(member.browser, endpoint), endpoint.name).toBe("NotIntegrator");
    }
  });
});

test("what a member is asked for can be chosen of an application", () => {
  expect(["openid", ...applicationScopes]).toEqual([...consentScopes]);
});

describe("the console's rules of a registration are the portal's", () => {
  const taken = (changes: object) =>
    addClient(portal.context, {
      clientId: `twin-${crypto.randomUUID().slice(0, 13)}`,
      name: "Twin",
      redirectUris: ["https://twin.example/back"],
      ...changes,
    }).then(
      () => true,
      () => false,
    );

  test.each(["a", "A.b_c~d-1", "x".repeat(64), "x".repeat(65), "", "a b", "a/b", "ä"])(
    "of the id “%s”",
    async (clientId) => {
      expect(await taken({ clientId })).toBe(applicationIdSchema.safeParse(clientId).success);
    },
  );

  test.each(["redirectUris", "postLogoutRedirectUris", "origins"])(
    "of how many %s",
    async (name) => {
      const many = (count: number) =>
        Array.from({ length: count }, (_, n) => `https://twin-${n}.example`);
      expect(await taken({ [name]: many(addressesMost) })).toBe(true);
      expect(await taken({ [name]: many(addressesMost + 1) })).toBe(false);
    },
  );

  test.each([...idTokenAlgorithms, "HS256", "none", "PS256", "RS512", "EdDSA"])(
    "of the algorithm %s",
    async (idTokenAlgorithm) => {
      const isOffered = idTokenAlgorithms.some((one) => one === idTokenAlgorithm);
      expect(await taken({ idTokenAlgorithm })).toBe(isOffered);
    },
  );
});

test("screens say for how long refused requests are kept", () => {
  expect(refusalsDays).toBe(applicationRefusalsDays);
});

describe("two consoles", () => {
  test("serve none of each other's calls", async () => {
    const staffs = await startTestConsole(portal);
    const { browser: integrator } = await integration.working("integrator");
    const { browser: support } = await staffs.working("support");
    await support.call(getSession, {});
    for (const { method, path, name } of allEndpoints) {
      const answer = await integrator.request({ method, url: path, body: {} });
      expect(answer.status, name).toBe(404);
    }
    for (const { method, path, name } of integrationEndpoints) {
      const answer = await support.request({ method, url: path, body: {} });
      expect(answer.status, name).toBe(404);
    }
    await staffs.stop();
  });

  test("know nothing of each other's sessions, nor of the portal's", async () => {
    const staffs = await startTestConsole(portal);
    const one = await integration.working("integrator", "support");
    const token = one.browser.cookies.get("integration_session") ?? "";
    expect(token).not.toBe("");
    const there = testClient(staffs.app, "127.0.0.1");
    there.cookies.set("console_session", token);
    expect((await there.attempt(getSession, {})).status).toBe(401);
    const here = testClient(integration.app, "127.0.0.1");
    const { browser } = await staffs.enter(one.atPortal);
    here.cookies.set("integration_session", browser.cookies.get("console_session") ?? "");
    expect((await here.attempt(getIntegrator, {})).status).toBe(401);
    here.cookies.set("integration_session", one.atPortal.cookies.get("sekimori_session") ?? "");
    expect((await here.attempt(getIntegrator, {})).status).toBe(401);
    await staffs.stop();
  });
});

describe("a session", () => {
  test("begins with a passkey only, unless a development installation takes any way", async () => {
    const { atPortal } = await integration.working("integrator");
    await integration.stop();
    integration = await startTestIntegration(portal, {});
    const { passkey } = await addTestPasskey(atPortal);
    const byPassword = portal.browser();
    await newMember(portal, byPassword);
    const { led: refused } = await integration.enter(byPassword);
    expect(refused).toMatch(/^\/sign-in\?reason=not_strong_enough/);
    const byPasskey = portal.browser();
    expect((await tryPasskey(byPasskey, passkey)).status).toBe(200);
    const { browser, led } = await integration.enter(byPasskey);
    expect(led).toBe("/");
    expect(await browser.call(getIntegrator, {})).toMatchObject({ kind: "staff" });
  });

  test("is over at once for who is removed", async () => {
    const { browser, account } = await integration.working("integrator");
    expect((await browser.attempt(getIntegrator, {})).status).toBe(200);
    await removeStaff(portal.context, { operator: "a test" }, account);
    expect((await browser.attempt(getIntegrator, {})).status).not.toBe(200);
  });

  test("takes no call that changes something without the token that pages bring", async () => {
    const { browser } = await integration.working("integrator");
    const bare = testClient(integration.app, "127.0.0.1");
    for (const [name, value] of browser.cookies) bare.cookies.set(name, value);
    expect(
      (await bare.attempt(addApplication, { body: { kind: "server", registration } })).status,
    ).toBe(403);
  });
});

test("other networks than the allowed ones are refused whatever they ask for", async () => {
  await integration.stop();
  integration = await startTestIntegration(portal, { INTEGRATION_ALLOWED_NETWORKS: "10.8.0.0/16" });
  const [inside, outside] = ["10.8.3.4", "10.9.3.4"].map((at) => testClient(integration.app, at));
  for (const url of ["/", "/v1/integration/session", "/openid/sign-in"]) {
    expect((await outside?.request({ url }))?.error().type, url).toBe("NetworkNotAllowed");
  }
  const answer = await inside?.request({ url: "/v1/integration/session" });
  expect(answer?.error().type).toBe("SessionExpired");
});

describe("an application", () => {
  test("is made, shown, changed, given a second secret and removed, by somebody's name", async () => {
    const { browser, name } = await integration.working("integrator");
    const { id, secret } = await add(browser);
    expect(secret).toHaveLength(43);
    const { applications } = await browser.call(listApplications, {});
    expect(applications).toContainEqual(
      expect.objectContaining({ id, name: "Shop", kind: "server", proof: "secret", isOwn: false }),
    );
    const next = { ...registration, redirectUris: ["https://shop.example/back"] };
    const changed = await browser.call(changeApplication, {
      body: { id, registration: next, was: registration },
    });
    expect(changed.registration).toEqual(next);

    const { secret: second } = await browser.call(rotateApplicationSecret, {
      body: { id, keepHours: 24, formerSecretUntil: null },
    });
    const shown = await browser.call(showApplication, { query: { id } });
    expect(Date.parse(String(shown.formerSecretUntil))).toBeGreaterThan(Date.now());
    expect(JSON.stringify(shown)).not.toContain(second);
    // Both prove it; a third does not.
    for (const [proof, status] of [
      [secret, 400],
      [second, 400],
      ["another", 401],
    ] as const) {
      const answer = await serverFetch(portal)(`${testOrigin}/v1/idp/oidc/token`, {
        method: "POST",
        headers: { authorization: `Basic ${btoa(`${id}:${proof}`)}` },
        body: new URLSearchParams({ grant_type: "authorization_code", code: "none" }),
      });
      expect(answer.status, String(proof)).toBe(status);
    }

    await browser.call(removeApplication, { body: { id } });
    expect((await browser.attempt(showApplication, { query: { id } })).status).toBe(404);
    const { rows } = await portal.database.pool.query(
      `select action from portal.audit_event
       where detail ->> 'client' = $1 and detail ->> 'operator' = $2 order by id`,
      [id, name],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "operator.client-added",
      "operator.client-updated",
      "operator.client-secret-rotated",
      "operator.client-removed",
    ]);
  });

  test("that somebody has changed meanwhile is not changed over it", async () => {
    const { browser } = await integration.working("integrator");
    const { id } = await add(browser);
    const change = (name: string) =>
      outcome(browser, changeApplication, {
        id,
        registration: { ...registration, name },
        was: registration,
      });
    expect([await change("One"), await change("Other")]).toEqual([null, "ChangedMeanwhile"]);
  });

  test("has no secret ended that was promised to work on, unless that is said", async () => {
    const { browser } = await integration.working("integrator");
    const { id } = await add(browser);
    const rotate = (formerSecretUntil: string | null) =>
      outcome(browser, rotateApplicationSecret, { id, keepHours: 24, formerSecretUntil });
    expect([await rotate(null), await rotate(null)]).toEqual([null, "ChangedMeanwhile"]);
    const { formerSecretUntil } = await browser.call(showApplication, { query: { id } });
    expect(await rotate(formerSecretUntil)).toBeNull();
    expect(await rotate(formerSecretUntil)).toBe("ChangedMeanwhile");
  });

  test("without a secret gets none, and nobody is told that there is no such application", async () => {
    const { browser } = await integration.working("integrator");
    const body = { kind: "browser", registration } as const;
    const { id, secret } = await browser.call(addApplication, { body });
    expect(secret).toBeNull();
    const rotation = { id, keepHours: 24, formerSecretUntil: null };
    expect(await outcome(browser, rotateApplicationSecret, rotation)).toBe("NoSecret");
  });

  test.each(["browser", "service"] as const)(
    "that is a %s does not do without PKCE",
    async (kind) => {
      const { browser } = await integration.working("integrator");
      const own = kind === "service" ? { redirectUris: [] } : {};
      const without = { ...registration, ...own, isPkceOptional: true };
      const body = { kind, registration: without };
      expect(await outcome(browser, addApplication, body)).toBe("InvalidInput");
    },
  );

  test.each(["service", "device"])("that is a %s has nothing that its form hides", async (kind) => {
    const { browser } = await integration.working("integrator");
    const none = { ...registration, redirectUris: [] };
    for (const hidden of [
      { redirectUris: registration.redirectUris },
      { postLogoutRedirectUris: ["https://shop.example/"] },
      { backChannelLogoutUri: "https://shop.example/logout" },
    ]) {
      const body = { kind, registration: { ...none, ...hidden } };
      expect(await outcome(browser, addApplication, body)).toBe("InvalidInput");
    }
    const { id } = await browser.call(addApplication, {
      body: { kind, registration: none } as never,
    });
    expect((await browser.call(showApplication, { query: { id } })).kind).toBe(kind);
    const change = { id, registration };
    expect(await outcome(browser, changeApplication, change)).toBe("InvalidInput");
  });

  test("that a command made a service beside is shown as one, and edited with its addresses", async () => {
    const { browser } = await integration.working("integrator");
    const { redirectUris } = registration;
    const both = { clientId: "both", name: "Both", redirectUris, isService: true };
    await registerClient(portal.context, both);
    expect((await browser.call(showApplication, { query: { id: "both" } })).kind).toBe("service");
    const change = { id: "both", registration };
    expect(await outcome(browser, changeApplication, change)).toBeNull();
  });

  test.each([
    ["taken away", "https://shop.example/policy", null],
    ["made", null, "https://shop.example/policy"],
    ["another one", "https://shop.example/policy", "https://shop.example/new"],
  ])("is not changed over an address that is %s meanwhile", async (_, policyUri, meanwhile) => {
    const { browser } = await integration.working("integrator");
    const { id } = await add(browser, { policyUri });
    const was = { ...registration, policyUri };
    const change = (changes: object) =>
      outcome(browser, changeApplication, { id, registration: { ...was, ...changes }, was });
    expect(await change({ policyUri: meanwhile })).toBeNull();
    expect(await change({ name: "Other" })).toBe("ChangedMeanwhile");
    expect(await change({ policyUri: "https://shop.example/third" })).toBe("ChangedMeanwhile");
  });

  test.each([
    ["some scopes", { scopes: ["profile" as const, "email" as const] }],
    ["openid alone", { scopes: ["openid" as never] }],
    ["a call into our network, by the operator", { backChannelLogoutUri: "https://10.0.0.1/x" }],
  ])("that has %s is changed, and keeps it", async (_, given) => {
    const { browser } = await integration.working("integrator");
    const id = "changed";
    const { redirectUris } = registration;
    await registerClient(portal.context, { clientId: id, name: "Shop", redirectUris, ...given });
    const stored = async () => (await listClients(portal.context, "all", id))[0];
    const before = await stored();
    const { registration: was } = await browser.call(showApplication, { query: { id } });
    const change = (changes: object) =>
      outcome(browser, changeApplication, { id, registration: { ...was, ...changes }, was });
    expect(await change({ name: "Renamed" })).toBeNull();
    expect(await stored()).toEqual({ ...before, name: "Renamed" });
    const inner = { backChannelLogoutUri: "https://10.0.0.2/x", name: "Renamed" };
    expect(await change(inner)).toBe("PrivateAddress");
  });

  test.each([
    ["an address without TLS", { redirectUris: ["http://shop.example/back"] }, "InvalidInput"],
    ["a wildcard", { redirectUris: ["https://*.shop.example/back"] }, "InvalidInput"],
    ["a fragment", { redirectUris: ["https://shop.example/#back"] }, "InvalidInput"],
    ["a scheme of its own on a server", { redirectUris: ["com.example.shop:/"] }, "InvalidInput"],
    ["no address", { redirectUris: [] }, "InvalidInput"],
    ["a call into our network", { backChannelLogoutUri: "https://10.0.0.1/x" }, "PrivateAddress"],
    ["what is the operator's to give", { isFirstParty: true }, "InvalidInput"],
    ["events of members", { eventsUri: "https://shop.example/events" }, "InvalidInput"],
  ])("is not made with %s", async (_, changes, refusal) => {
    const { browser } = await integration.working("integrator");
    const body = { kind: "server", registration: { ...registration, ...changes } };
    expect(await outcome(browser, addApplication, body)).toBe(refusal);
  });

  test("of the operator's own is shown and never changed: it opens the operator's doors", async () => {
    const { browser } = await integration.working("integrator");
    const owns = [
      { isFirstParty: true },
      { eventsUri: "https://events.example/told" },
      { introspects: ["https://api.example"] },
      { isService: true, resources: ["https://api.example"] },
    ];
    for (const [n, own] of owns.entries()) {
      const id = `own-${n}`;
      await registerClient(portal.context, {
        clientId: id,
        name: "Own",
        redirectUris: ["https://own.example/back"],
        ...own,
      });
      const shown = await browser.call(showApplication, { query: { id } });
      expect(shown.isOwn).toBe(true);
      for (const [endpoint, body] of [
        [changeApplication, { id, registration }],
        [rotateApplicationSecret, { id, keepHours: 0, formerSecretUntil: null }],
        [removeApplication, { id }],
      ] as const) {
        expect(await outcome(browser, endpoint, body), endpoint.name).toBe("OwnApplication");
      }
    }
  });
});

test("signing keys are those that are published, with the day on which the next takes over", async () => {
  const { browser } = await integration.working("integrator");
  const list = async () => (await browser.call(listSigningKeys, {})).keys;
  const published = async () => {
    const { address } = await browser.call(listSigningKeys, {});
    const { keys } = (await (await serverFetch(portal)(address)).json()) as {
      keys: { kid: string }[];
    };
    return keys.map(({ kid }) => kid).toSorted();
  };
  await published();
  const keys = await list();
  expect(keys.map(({ id }) => id).toSorted()).toEqual(await published());
  for (const { state, signsFrom, signsUntil } of keys) {
    expect(state).toBe("signing");
    expect(Date.parse(signsUntil ?? "") - Date.parse(signsFrom)).toBe(keyLifetimeMs);
  }
  // An operator has others take over: they are waiting, and those that sign end then.
  await maintainKeys(portal.context, true);
  const after = (await list()).filter(({ algorithm }) => algorithm === "ES256");
  expect(after.map(({ state }) => state).toSorted()).toEqual(["signing", "waiting"]);
  const at = (state: string) => after.find((key) => key.state === state);
  expect(at("signing")?.signsUntil).toBe(at("waiting")?.signsFrom);
  portal.clock.advance(keyNoticeMs);
  const { browser: later } = await integration.working("integrator");
  const { keys: all } = await later.call(listSigningKeys, {});
  const then = all.filter(({ algorithm }) => algorithm === "ES256");
  expect(then.map(({ state }) => state).toSorted()).toEqual(["retired", "signing"]);
  expect(then.find(({ state }) => state === "retired")?.publishedUntil).not.toBeNull();
});

test("refused requests are found by their reference, with what was sent and what is registered", async () => {
  const { browser } = await integration.working("integrator");
  const { id } = await add(browser);
  const query = new URLSearchParams({
    client_id: id,
    response_type: "code",
    scope: "openid",
    redirect_uri: "https://shop.example/Callback",
  });
  const page = await portal.browser().request({ url: `/v1/idp/oidc/authorize?${query}` });
  const reference = String(page.headers["x-request-id"]);
  const [refusal] = await vi.waitFor(async () => {
    const { refusals } = await browser.call(listRefusals, { query: { reference } });
    expect(refusals).toHaveLength(1);
    return refusals;
  });
  expect(refusal).toMatchObject({ client: id, endpoint: "authorization", isRegistered: true });
  expect(refusal?.parameters).toContainEqual({
    name: "redirect_uri",
    received: "https://shop.example/Callback",
    registered: ["https://shop.example/callback"],
  });
  expect((await browser.call(showApplication, { query: { id } })).refusals).toBe(1);
});
