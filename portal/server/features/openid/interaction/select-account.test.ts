// prompt=select_account (OpenID Connect Core, section 3.1.2.1): who is signed in is asked whether
// to go on so, and whoever signs in for the request has chosen by it.

import { finishInteraction, showInteraction } from "@sekimori/portal-contract/endpoints/openid";
import { signIn, signOut } from "@sekimori/portal-contract/endpoints/sign-in";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { answerAll } from "../../../testing/answer-request.ts";
import { newMember } from "../../../testing/members.ts";
import {
  type Arrival,
  authorizationRequest,
  exchange,
  follow,
  interactionOf,
  newRelyingParty,
  type RelyingParty,
  redirectUri,
  type Started,
  serverFetch,
} from "../../../testing/relying-party.ts";
import { password } from "../../../testing/sign-up-calls.ts";
import { startTestPortal, type TestPortal, testOrigin } from "../../../testing/test-portal.ts";

let portal: TestPortal;
let ours: RelyingParty;
let third: RelyingParty;
beforeAll(async () => {
  portal = await startTestPortal({ LIMIT_FACTOR: "1000" });
  ours = await newRelyingParty(portal, { isFirstParty: true });
  third = await newRelyingParty(portal);
});
afterAll(() => portal.close());

type Browser = ReturnType<TestPortal["browser"]>;

async function member() {
  const browser = portal.browser();
  const { email } = await newMember(portal, browser);
  const { url, started } = await begin(ours, browser, { prompt: "none" });
  const sub = await subjectOf(ours, started, { url });
  return { browser, email, sub };
}

async function begin(
  party: RelyingParty,
  browser: Browser,
  changes: Readonly<Record<string, string>> = {},
): Promise<Arrival & { readonly started: Started }> {
  const started = await authorizationRequest(party, { prompt: "select_account", ...changes });
  return { ...(await follow(browser, started.url.href)), started };
}

async function subjectOf(party: RelyingParty, started: Started, { url }: Pick<Arrival, "url">) {
  return (await exchange(party, started, url)).claims()?.sub;
}

type Decision = "continue" | "keep" | "allow" | "deny";

const view = (browser: Browser, page: Arrival) =>
  browser.call(showInteraction, { params: { uid: interactionOf(page) } });

const decide = (browser: Browser, page: Arrival, decision: Decision) =>
  browser.attempt(finishInteraction, { params: { uid: interactionOf(page) }, body: { decision } });

async function goOn(browser: Browser, page: Arrival, decision: Decision) {
  const uid = interactionOf(page);
  const { redirectUrl } = await browser.call(finishInteraction, {
    params: { uid },
    body: { decision },
  });
  return follow(browser, redirectUrl);
}

describe("somebody who is signed in", () => {
  test("is asked, and goes on as the same account", async () => {
    const { browser, email, sub } = await member();
    const page = await begin(ours, browser);
    expect(await view(browser, page)).toMatchObject({
      step: "select-account",
      account: { email },
      client: { name: "Sample application" },
    });
    const hasty = await decide(browser, page, "continue");
    expect(hasty.error()).toMatchObject({
      type: "StepOutOfOrder",
      data: { step: "select-account" },
    });
    const back = await goOn(browser, page, "keep");
    expect(await subjectOf(ours, page.started, back)).toBe(sub);
  });

  test("is asked each time, however short ago the last sign-in was", async () => {
    const { browser } = await member();
    for (let time = 0; time < 2; time++) {
      const page = await begin(ours, browser);
      expect((await view(browser, page)).step).toBe("select-account");
      await goOn(browser, page, "keep");
    }
  });

  test("may sign in as another, for which the request waits", async () => {
    const first = await member();
    const second = await member();
    const page = await begin(ours, first.browser);
    await first.browser.call(signOut, { body: {} });
    expect((await view(first.browser, page)).step).toBe("sign-in");
    await first.browser.call(signIn, { body: { email: second.email, password } });
    expect((await view(first.browser, page)).step).toBe("continue");
    const stale = await decide(first.browser, page, "keep");
    expect(stale.error()).toMatchObject({ type: "StepOutOfOrder", data: { step: "continue" } });
    const back = await goOn(first.browser, page, "continue");
    expect(await subjectOf(ours, page.started, back)).toBe(second.sub);
  });

  test("may go back without", async () => {
    const { browser } = await member();
    const page = await begin(ours, browser);
    const back = await goOn(browser, page, "deny");
    expect(back.url.searchParams.get("error")).toBe("access_denied");
  });

  test("is asked for consent as the account that was chosen", async () => {
    const first = await member();
    const second = await member();
    const page = await begin(third, first.browser, { scope: "openid email" });
    await first.browser.call(signOut, { body: {} });
    await first.browser.call(signIn, { body: { email: second.email, password } });
    const asked = await goOn(first.browser, page, "continue");
    expect(await view(first.browser, asked)).toMatchObject({
      step: "consent",
      account: { email: second.email },
    });
    const back = await goOn(first.browser, asked, "allow");
    expect(await subjectOf(third, page.started, back)).toBe(second.sub);
  });

  test("has not signed in again by choosing", async () => {
    const { browser } = await member();
    portal.clock.advance(2_000);
    const page = await begin(ours, browser, { prompt: "select_account login" });
    expect((await view(browser, page)).step).toBe("select-account");
    const next = await goOn(browser, page, "keep");
    expect((await view(browser, next)).step).toBe("reauthenticate");
  });
});

test("whoever signs in for the request is not asked again", async () => {
  const { email, sub } = await member();
  for (const prompt of ["select_account", "select_account login"]) {
    const browser = portal.browser();
    const page = await begin(ours, browser, { prompt });
    expect((await view(browser, page)).step).toBe("sign-in");
    const back = await answerAll(browser, page, { email, password });
    expect(await subjectOf(ours, page.started, back)).toBe(sub);
  }
});

test("with prompt=none it is an invalid request", async () => {
  const { browser } = await member();
  const { url, started } = await begin(ours, browser, { prompt: "none select_account" });
  expect(url.href.startsWith(`${redirectUri}?`)).toBe(true);
  expect(url.searchParams.get("error")).toBe("invalid_request");
  expect(url.searchParams.get("state")).toBe(started.state);
});

test("discovery names it", async () => {
  const address = `${testOrigin}/v1/idp/oidc/.well-known/openid-configuration`;
  expect(await (await serverFetch(portal)(address)).json()).toMatchObject({
    prompt_values_supported: ["none", "login", "consent", "select_account", "create"],
  });
});

describe("a forged choice", () => {
  test("of another browser is refused", async () => {
    const { browser } = await member();
    const page = await begin(ours, browser);
    const stranger = await decide(portal.browser(), page, "keep");
    expect(stranger.error().type).toBe("InteractionExpired");
    expect((await view(browser, page)).step).toBe("select-account");
  });

  test("answers no other question", async () => {
    const { browser } = await member();
    portal.clock.advance(2_000);
    const page = await begin(third, browser, { prompt: "login" });
    const kept = await decide(browser, page, "keep");
    expect(kept.error()).toMatchObject({
      type: "StepOutOfOrder",
      data: { step: "reauthenticate" },
    });
    expect((await view(browser, page)).step).toBe("reauthenticate");
  });
});
