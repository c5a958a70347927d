import type { ApplicationKind, Registration } from "@sekimori/console-contract/application-schema";
import {
  addApplication,
  changeApplication,
  rotateApplicationSecret,
} from "@sekimori/console-contract/endpoints/integration/applications";
import {
  beginWalk,
  finishWalk,
  openWalk,
} from "@sekimori/console-contract/endpoints/integration/walks";
import { walkChecks } from "@sekimori/console-contract/words";
import type { TestClient } from "@sekimori/kit-development/testing";
import { finishInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { registerClient } from "@sekimori/portal-server/openid-clients";
import { follow, interactionOf, isAsked } from "@sekimori/portal-server/testing/relying-party";
import { startTestPortal, type TestPortal } from "@sekimori/portal-server/testing/test-portal";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { outcome } from "../testing/test-console.ts";
import {
  sampleRegistration as registration,
  startTestIntegration,
  type TestIntegration,
} from "../testing/test-integration.ts";

// Walks through a login at the integrator's console: against the application's own client, as a browser
// and the console make them.

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

async function add(
  browser: TestClient,
  changes: Partial<Registration> = {},
  kind: ApplicationKind = "server",
) {
  const body = { kind, registration: { ...registration, ...changes } };
  return (await browser.call(addApplication, { body })).id;
}

/** Logs in at the portal and allows what is asked for. @returns the query that comes back. */
async function logIn(atPortal: TestClient, url: string): Promise<string> {
  let arrival = await follow(atPortal, url);
  while (isAsked(arrival)) {
    const params = { uid: interactionOf(arrival) };
    const body = { decision: "allow" } as const;
    const { redirectUrl } = await atPortal.call(finishInteraction, { params, body });
    arrival = await follow(atPortal, redirectUrl);
  }
  expect(arrival.url.origin, arrival.text).toBe("http://localhost:3005");
  return arrival.url.search;
}

/** A walk up to where the browser has come back. */
async function walked(browser: TestClient, atPortal: TestClient, id: string) {
  const { walk } = await browser.call(beginWalk, { body: { id } });
  const { url, steps } = await browser.call(openWalk, { body: { id, walk } });
  const answer = await logIn(atPortal, url ?? "");
  return { walk, steps, answer };
}

/** What an application has for a walk, as the portal keeps it. */
async function kept(id: string) {
  const { rows } = await portal.database.pool.query(
    `select walk_redirect_uri, walk_secret_digest, walk_until
     from portal.oidc_client where client_id = $1`,
    [id],
  );
  return Object.values(rows[0] ?? {});
}

describe("a walk", () => {
  test.each<[string, Partial<Registration>, ApplicationKind]>([
    ["a server", {}, "server"],
    ["one with its secret in the body", { secretIn: "client_secret_post" }, "server"],
    ["one that pushes", { requirePushedRequests: true, idTokenAlgorithm: "ES256" }, "server"],
    [
      "one with bound tokens",
      { requireDpop: true, scopes: ["email", "offline_access"] },
      "browser",
    ],
  ])("of %s shows each request and answer, checked, and no secret", async (_, changes, kind) => {
    const { browser, atPortal } = await integration.working("integrator");
    const id = await add(browser, changes, kind);
    const { walk, steps, answer } = await walked(browser, atPortal, id);
    const code = new URLSearchParams(answer).get("code") ?? "";
    expect(code).not.toBe("");
    const done = await browser.call(finishWalk, { body: { id, walk, answer } });
    expect(done.steps.map(({ step, answer: told }) => [step, told?.isGood])).toEqual([
      ["authorization", true],
      ["token", true],
      ["userinfo", true],
      ["revocation", true],
    ]);
    expect(steps.map(({ step }) => step)).toEqual(
      changes.requirePushedRequests ? ["pushed", "authorization"] : ["authorization"],
    );
    expect(done.checks.filter(({ isGood }) => !isGood)).toEqual([]);
    const looked = done.checks.map(({ check }) => check);
    expect(walkChecks.filter((one) => one !== "access-token" && !looked.includes(one))).toEqual([]);
    const claims = Object.fromEntries(
      done.idToken?.claims.map((one) => [one.name, one.value]) ?? [],
    );
    expect(claims.aud).toBe(id);
    const [asked] = done.steps;
    const scope = asked?.parameters.find(({ name }) => name === "scope")?.value;
    expect(scope).toBe(changes.scopes ? "openid email" : "openid profile email");
    // No token, no code and no secret is shown, nor do they stand in what is kept.
    const shown = JSON.stringify([steps, done]);
    expect(shown).not.toContain(code);
    expect(shown).not.toMatch(/eyJ[\w-]{8,}/);
    const secrets = done.steps.flatMap((one) => [
      ...[...one.headers, ...one.parameters, ...(one.answer?.values ?? [])].filter(({ name }) =>
        /^(code|code_verifier|client_secret|access_token|id_token|token|authorization|dpop)$/i.test(
          name,
        ),
      ),
    ]);
    expect(secrets.length).toBeGreaterThan(5);
    for (const { name, value } of secrets) expect(value, name).toMatch(/^(\w+ |.{4})?••••$/);
    expect(await kept(id)).toEqual([null, null, null]);
    expect(await outcome(browser, finishWalk, { id, walk, answer })).toBe("WalkOver");
  });

  test("is finished once, however often at the same moment: its code is redeemed once", async () => {
    const { browser, atPortal } = await integration.working("integrator");
    const id = await add(browser);
    const { walk, answer } = await walked(browser, atPortal, id);
    const all = await Promise.all(
      Array.from({ length: 5 }, () => browser.attempt(finishWalk, { body: { id, walk, answer } })),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = all.filter(({ status }) => status !== 200);
    expect(new Set(refused.map((one) => one.error().type))).toEqual(new Set(["WalkOver"]));
    // No second use of the code has ended what the first one got.
    const [done] = all.flatMap((one) => (one.status === 200 ? [one.json()] : []));
    expect(done).toMatchObject({ steps: Array(4).fill({ answer: { isGood: true } }) });
  });

  test("ends when its application is changed or has another secret", async () => {
    const { browser, atPortal } = await integration.working("integrator");
    const id = await add(browser);
    const { walk, answer } = await walked(browser, atPortal, id);
    const changed = { ...registration, name: "Shop 2" };
    await browser.call(changeApplication, {
      body: { id, registration: changed, was: registration },
    });
    expect(await kept(id)).toEqual([null, null, null]);
    expect(await outcome(browser, finishWalk, { id, walk, answer })).toBe("WalkOver");
    await browser.call(beginWalk, { body: { id } });
    await browser.call(rotateApplicationSecret, {
      body: { id, keepHours: 24, formerSecretUntil: null },
    });
    expect(await kept(id)).toEqual([null, null, null]);
  });

  test("that the person declines is shown as that", async () => {
    const { browser } = await integration.working("integrator");
    const id = await add(browser);
    const { walk } = await browser.call(beginWalk, { body: { id } });
    const { url } = await browser.call(openWalk, { body: { id, walk } });
    const asked = new URL(url ?? "").searchParams;
    const answer = new URLSearchParams({
      ...{ error: "access_denied", state: asked.get("state") ?? "" },
      iss: "http://localhost:3000/v1/idp/oidc",
    });
    const done = await browser.call(finishWalk, { body: { id, walk, answer: `?${answer}` } });
    expect(done.steps).toHaveLength(1);
    expect(done.steps[0]?.answer).toMatchObject({ isGood: false, status: null });
  });

  test("is of one session, one application and ten minutes; another begins in its place", async () => {
    const { browser, atPortal } = await integration.working("integrator");
    const [id, other] = [await add(browser), await add(browser)];
    const { walk, answer } = await walked(browser, atPortal, id);
    const { browser: somebody } = await integration.working("integrator");
    const again = await integration.enter(atPortal);
    await again.browser.attempt(openWalk, { body: { id, walk } });
    for (const one of [somebody, again.browser]) {
      expect(await outcome(one, openWalk, { id, walk })).toBe("WalkOver");
      expect(await outcome(one, finishWalk, { id, walk, answer })).toBe("WalkOver");
    }
    expect(await outcome(browser, finishWalk, { id: other, walk, answer })).toBe("WalkOver");
    // Nobody has ended it by trying.
    expect(await kept(id)).not.toContain(null);
    await portal.database.pool.query(
      `update portal.oidc_client set walk_until = now() - interval '1 second',
         walk_finishing_at = now() where client_id = $1`,
      [id],
    );
    expect(await outcome(browser, finishWalk, { id, walk, answer })).toBe("WalkOver");
    const next = await browser.call(beginWalk, { body: { id } });
    expect(await outcome(browser, openWalk, { id, walk })).toBe("WalkOver");
    expect(await outcome(browser, openWalk, { id, walk: next.walk })).toBeNull();
  });

  test("redeems no code that came with another state or of another issuer", async () => {
    const { browser, atPortal } = await integration.working("integrator");
    for (const [name, value] of [
      ["state", "another"],
      ["iss", "https://elsewhere.example"],
    ] as const) {
      // Another each time: the portal knows one as it was for some seconds.
      const id = await add(browser);
      const { walk, answer } = await walked(browser, atPortal, id);
      const changed = new URLSearchParams(answer);
      changed.set(name, value);
      const done = await browser.call(finishWalk, { body: { id, walk, answer: `?${changed}` } });
      expect(done.steps.map(({ step }) => step)).toEqual(["authorization"]);
      expect(done.checks.filter(({ isGood }) => !isGood)).toHaveLength(1);
    }
  });

  test("opens the console's address for this walk alone, and only with PKCE", async () => {
    const { browser, atPortal } = await integration.working("integrator");
    const id = await add(browser, { isPkceOptional: true });
    const { walk } = await browser.call(beginWalk, { body: { id } });
    const { url } = await browser.call(openWalk, { body: { id, walk } });
    const request = new URL(url ?? "");
    expect(request.searchParams.get("code_challenge_method")).toBe("S256");
    const otherAddress = new URL(request);
    otherAddress.searchParams.set("redirect_uri", `http://localhost:3005/application/try?id=${id}`);
    expect((await follow(atPortal, otherAddress.href)).status).toBe(400);
    // A code that was got without the challenge isn't redeemed: the console always shows the verifier.
    request.searchParams.delete("code_challenge");
    request.searchParams.delete("code_challenge_method");
    const answer = await logIn(atPortal, request.href);
    const done = await browser.call(finishWalk, { body: { id, walk, answer } });
    expect(done.steps.at(-1)).toMatchObject({ step: "token", answer: { isGood: false } });
    expect(done.idToken).toBeNull();
  });

  test("is made of no application of the operator's, nor of one that nobody is returned to", async () => {
    const { browser } = await integration.working("integrator");
    await registerClient(portal.context, {
      ...{ clientId: "own", name: "Own", isFirstParty: true },
      redirectUris: ["https://own.example/back"],
    });
    const service = await add(browser, { redirectUris: [] }, "service");
    expect(await outcome(browser, beginWalk, { id: "own" })).toBe("OwnApplication");
    expect(await outcome(browser, beginWalk, { id: service })).toBe("WalkImpossible");
    expect([...(await kept("own")), ...(await kept(service))]).toEqual(Array(6).fill(null));
  });

  test("stands in the log by the name of whoever made it", async () => {
    const { browser, name } = await integration.working("integrator");
    const id = await add(browser);
    await browser.call(beginWalk, { body: { id } });
    const { rows } = await portal.database.pool.query(
      "select detail from portal.audit_event where action = 'operator.client-walked' order by id desc limit 1",
    );
    expect(rows).toEqual([{ detail: { client: id, operator: name } }]);
  });
});
