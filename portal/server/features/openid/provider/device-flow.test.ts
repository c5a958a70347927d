// A television or a command line signs in while the person uses a browser elsewhere (RFC 8628).

import type { TestClient } from "@sekimori/kit-development/testing";
import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { signIn } from "@sekimori/portal-contract/endpoints/sign-in";

import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { post } from "../../../testing/answer-request.ts";
import { newMember } from "../../../testing/members.ts";
import { follow, interactionOf, isAsked, serverFetch } from "../../../testing/relying-party.ts";
import { password } from "../../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";
import type { ClientRegistration } from "../clients/client-registration.ts";
import { registerClient } from "../clients/client-registry.ts";

const provider = `${testOrigin}/v1/idp/oidc`;

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
});
afterAll(() => portal.close());
afterEach(async () => {
  vi.useRealTimers();
  await portal.database.pool.query("delete from kit.rate_limit");
});

const send = (path: string, fields: Record<string, string>) =>
  serverFetch(portal)(`${provider}${path}`, {
    method: "POST",
    body: new URLSearchParams(fields),
  });

interface Waiting {
  readonly device_code: string;
  readonly user_code: string;
  readonly verification_uri: string;
  readonly verification_uri_complete: string;
  readonly expires_in: number;
}

async function newDevice(registration: Partial<ClientRegistration> = {}) {
  const clientId = `tv-${crypto.randomUUID().slice(0, 8)}`;
  await registerClient(portal.context, {
    clientId,
    name: "Television",
    isPublic: true,
    isDevice: true,
    ...registration,
  });
  const asks = async (scope = "openid email offline_access") => {
    const answer = await send("/device/code", { client_id: clientId, scope });
    return { status: answer.status, waiting: (await answer.json()) as Waiting };
  };
  const polls = async ({ device_code }: Waiting) => {
    const answer = await send("/token", {
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      client_id: clientId,
      device_code,
    });
    return (await answer.json()) as Readonly<Record<string, string>>;
  };
  return { asks, polls };
}

async function member() {
  const browser = portal.browser();
  return { browser, ...(await newMember(portal, browser)) };
}

/** What stands in a form's hidden field of that name. */
const hidden = (page: string, name: string): string =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(page)?.[1] ?? "";

const submit = (browser: TestClient, fields: Record<string, string>) =>
  post(portal, browser, "/v1/idp/oidc/device", new URLSearchParams(fields).toString());

/** Types a code on the page, as a person does. @returns the page that follows. */
async function type(browser: TestClient, userCode: string) {
  const { text } = await follow(browser, "/device");
  const answer = await submit(browser, { xsrf: hidden(text, "xsrf"), user_code: userCode });
  return answer.text;
}

const answer = (browser: TestClient, page: string, decision: "confirm" | "abort") =>
  submit(browser, {
    xsrf: hidden(page, "xsrf"),
    user_code: hidden(page, "user_code"),
    [decision]: "yes",
  });

describe("a device of our own", () => {
  test("is connected by a member who typed its code and looked at it", async () => {
    const { browser, email } = await member();
    const { asks, polls } = await newDevice({ isFirstParty: true, nameJa: "テレビ" });
    const { waiting } = await asks("openid email");
    expect(waiting.user_code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(waiting.verification_uri).toBe(`${testOrigin}/device`);
    expect(waiting.expires_in).toBe(600);
    expect(await polls(waiting)).toMatchObject({ error: "authorization_pending" });
    const page = await type(browser, waiting.user_code.toLowerCase().replace("-", " "));
    expect(page).toContain("<strong>テレビ</strong>");
    expect(page).toContain(waiting.user_code);
    // Sooner than five seconds after the last time (RFC 8628, section 3.5).
    expect(await polls(waiting)).toMatchObject({ error: "slow_down" });
    expect((await answer(browser, page, "confirm")).text).toContain("接続しました");
    const tokens = await polls(waiting);
    expect(tokens).toHaveProperty("refresh_token");
    const told = await serverFetch(portal)(`${provider}/me`, {
      headers: { authorization: `Bearer ${tokens.access_token}` },
    });
    expect(await told.json()).toMatchObject({ email });
    expect(await polls(waiting)).toMatchObject({ error: "invalid_grant" });
  });

  test("is refused by a person who did not ask for it, and told so", async () => {
    const { browser } = await member();
    const { asks, polls } = await newDevice({ isFirstParty: true });
    const { waiting } = await asks();
    const page = await type(browser, waiting.user_code);
    expect((await answer(browser, page, "abort")).text).toContain("接続されていません");
    expect(await polls(waiting)).toMatchObject({ error: "access_denied" });
  });
});

test("a third party's device waits for the sign-in and for consent", async () => {
  const { email } = await member();
  const visitor = portal.browser();
  const { asks, polls } = await newDevice();
  const { waiting } = await asks();
  const page = await type(visitor, waiting.user_code);
  const asked = await answer(visitor, page, "confirm");
  expect(isAsked(asked)).toBe(true);
  const params = { uid: interactionOf(asked) };
  await visitor.request({ url: "/v1/site" });
  expect(await visitor.call(showInteraction, { params })).toMatchObject({
    step: "sign-in",
    client: { name: "Television", host: "" },
  });
  await visitor.call(signIn, { body: { email, password } });
  const goOn = async (uid: string, decision: "continue" | "allow") => {
    const next = await visitor.call(finishInteraction, { params: { uid }, body: { decision } });
    return follow(visitor, next.redirectUrl);
  };
  const consent = await goOn(params.uid, "continue");
  expect(isAsked(consent)).toBe(true);
  expect(await polls(waiting)).toMatchObject({ error: "authorization_pending" });
  expect((await goOn(interactionOf(consent), "allow")).text).toContain("接続しました");
  expect(await polls(waiting)).toHaveProperty("refresh_token");
});

describe("a code", () => {
  test("that there is not, is over or was used is told from no other", async () => {
    const { browser } = await member();
    expect(await type(browser, "BBBB-BBBB")).toContain("正しくありません");
    expect(await type(browser, " ")).toContain("コードを入力してください");
    const { asks } = await newDevice({ isFirstParty: true });
    const { waiting } = await asks();
    await answer(browser, await type(browser, waiting.user_code), "confirm");
    expect(await type(browser, waiting.user_code)).toContain("もう使われています");
    const { waiting: late } = await asks();
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
    expect(await type(browser, late.user_code)).toContain("期限が切れています");
  });

  test("is not taken from another site's form, nor from an application that is no device", async () => {
    const { browser } = await member();
    const { asks } = await newDevice({ isFirstParty: true });
    const { waiting } = await asks();
    const forged = { xsrf: "made-up", user_code: waiting.user_code, confirm: "yes" };
    expect((await submit(browser, forged)).status).toBe(400);
    const none = await newDevice({
      isDevice: false,
      redirectUris: ["https://app.example/callback"],
    });
    expect((await none.asks()).status).toBe(400);
  });
});

test("neither code stands in the database as it is", async () => {
  const { asks } = await newDevice();
  const { waiting } = await asks();
  const { rows } = await portal.database.pool.query<{ row: string }>(
    "select r::text as row from portal.oidc_record r where model = 'DeviceCode'",
  );
  expect(rows.length).toBeGreaterThan(0);
  for (const code of [waiting.device_code, waiting.user_code, waiting.user_code.replace("-", "")]) {
    expect(rows.filter(({ row }) => row.includes(code))).toEqual([]);
  }
});

// Last, because a network that was refused stays refused.
describe("of codes", () => {
  test("a network tries twenty in ten minutes and no more", async () => {
    const { browser } = await member();
    let { text } = await follow(browser, "/device");
    const guess = () => submit(browser, { xsrf: hidden(text, "xsrf"), user_code: "BBBB-BBBC" });
    for (let tries = 0; tries < 20; tries++) {
      const answered = await guess();
      expect(answered.status).toBe(200);
      expect(answered.text).toContain("正しくありません");
      ({ text } = answered);
    }
    const refused = await guess();
    expect(refused.status).toBe(429);
    expect(refused.text).toContain("リクエストが多すぎます");
  });

  test("a network has sixty made in ten minutes and no more", async () => {
    const { asks } = await newDevice();
    for (let begun = 0; begun < 60; begun++) expect((await asks()).status).toBe(200);
    expect((await asks()).status).toBe(429);
  });
});
