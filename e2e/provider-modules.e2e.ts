// Modules of the OpenID Foundation's Basic OP plan that show no page of their own, by their names,
// through a browser with scripts and our policy: a member of the portal and a third party's
// application. The others' pages are in authorize.e2e.ts and engine-pages.e2e.ts; over HTTP all of
// them are in basic-op-modules.test.ts. It is no certification and says nothing of conformance.
import pg from "pg";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import {
  type CallingApplication,
  type Request,
  startCallingApplication,
} from "./support/calling-application.ts";
import { Mailbox } from "./support/mailbox.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

let product: RunningProduct;
let application: CallingApplication;
let provider: string;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  application = await startCallingApplication(product, "Ledger of Kyobashi");
  provider = `${product.portalOrigin}/v1/idp/oidc`;
});
afterAll(async () => {
  await application?.stop();
  await product?.stop();
});

type Facts = Readonly<Record<string, unknown>>;

const claimsIn = (token: unknown): Facts =>
  JSON.parse(Buffer.from(String(token).split(".")[1] ?? "", "base64url").toString());

/** Opens a request as a link does and allows what is asked. @returns where the browser comes back. */
async function answered(page: Page, url: string): Promise<URL> {
  await page.goto(url);
  const allow = page.getByRole("button", {
    name: sentencesOf("features/authorize", "en")("Allow"),
    exact: true,
  });
  await allow
    .or(page.getByRole("heading", { name: "Back" }))
    .first()
    .waitFor();
  if (await allow.isVisible()) await allow.click();
  await page.waitForURL((at) => at.host === application.host);
  return new URL(page.url());
}

async function signedIn(page: Page, changes: Readonly<Record<string, string>> = {}) {
  const request = application.request(changes);
  const back = await answered(page, request.url);
  const tokens = await application.redeem(back, request);
  return { request, back, tokens, claims: claimsIn(tokens.id_token) };
}

async function userinfo(tokens: Facts, init: RequestInit = {}) {
  const { userinfo_endpoint: url } = await discovery();
  const headers = { authorization: `Bearer ${tokens.access_token}` };
  const answer = await fetch(String(url), { headers, ...init });
  return { status: answer.status, body: (await answer.json()) as Facts };
}

async function discovery(): Promise<Facts> {
  return (await (await fetch(`${provider}/.well-known/openid-configuration`)).json()) as Facts;
}

async function member(page: Page, email: string) {
  const mailbox = new Mailbox(product.sandboxOrigin);
  await signUpForFree(page, mailbox, "en", email, product.portalOrigin);
  await page.getByRole("tablist").waitFor();
}

const without = ({ url }: Request, parameter: string) => {
  const shorter = new URL(url);
  shorter.searchParams.delete(parameter);
  return shorter.href;
};

describe("modules of Basic OP that show no page", () => {
  test("requests that are answered by tokens", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    const email = address("modules");
    await member(page, email);

    const first = await signedIn(page);
    expect(first.back.searchParams.get("iss"), "oidcc-server").toBe(provider);
    expect(first.back.searchParams.get("state"), "oidcc-server").toBe(first.request.state);
    const nonce = new URL(first.request.url).searchParams.get("nonce");
    expect(first.claims, "oidcc-server").toMatchObject({ iss: provider, nonce });
    const { sub, auth_time: authTime } = first.claims;
    const me = { sub, auth_time: authTime };
    const named = { ...me, iss: provider };

    for (const [module, changes] of [
      ["oidcc-display-page", { display: "page" }],
      ["oidcc-display-popup", { display: "popup" }],
      ["oidcc-prompt-none-logged-in", { prompt: "none" }],
      ["oidcc-max-age-10000", { max_age: "10000" }],
      ["oidcc-ensure-request-with-unknown-parameter-succeeds", { extra: "foobar" }],
      ["oidcc-id-token-hint", { prompt: "none", id_token_hint: String(first.tokens.id_token) }],
      ["oidcc-claims-locales", { claims_locales: "se" }],
    ] as const) {
      expect((await signedIn(page, changes)).claims, module).toMatchObject(named);
    }

    const acr = "urn:sekimori:acr:pwd";
    const wished = await signedIn(page, { acr_values: `${acr} urn:sekimori:acr:mfa` });
    expect(wished.claims, "oidcc-ensure-request-with-acr-values-succeeds").toMatchObject({ acr });

    const quiet = application.request();
    const back = await answered(page, without(quiet, "nonce"));
    const plain = claimsIn((await application.redeem(back, quiet)).id_token);
    expect(plain, "oidcc-ensure-request-without-nonce-succeeds-for-code-flow").toMatchObject(me);
    expect(plain).not.toHaveProperty("nonce");
  });

  test("what userinfo tells, by each way of asking", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    const email = address("userinfo");
    await member(page, email);
    const told = async (changes: Readonly<Record<string, string>>) =>
      (await userinfo((await signedIn(page, changes)).tokens)).body;

    const name = expect.any(String);
    const profile = { name, family_name: name, given_name: name, locale: "en" };
    expect(await told({ scope: "openid profile" }), "oidcc-scope-profile").toMatchObject(profile);
    const mail = { email, email_verified: true };
    expect(await told({ scope: "openid email" }), "oidcc-scope-email").toMatchObject(mail);
    const address_ = { address: { country: "JP" } };
    expect(await told({ scope: "openid address" }), "oidcc-scope-address").toMatchObject(address_);
    const all = await told({ scope: "openid profile email address phone" });
    expect(all, "oidcc-scope-all").toMatchObject({ ...profile, ...mail, ...address_ });
    expect(all, "oidcc-scope-phone").not.toHaveProperty("phone_number");
    const turned = await told({ scope: "email openid" });
    expect(turned, "oidcc-ensure-other-scope-order-succeeds").toMatchObject(mail);
    const claims = JSON.stringify({ userinfo: { name: { essential: true } } });
    const insisted = await told({ scope: "openid", claims });
    expect(insisted, "oidcc-claims-essential").toMatchObject({ name });

    const { tokens, claims: mine } = await signedIn(page);
    const answer = { status: 200, body: { sub: mine.sub } };
    expect(await userinfo(tokens), "oidcc-userinfo-get").toMatchObject(answer);
    const posted = await userinfo(tokens, { method: "POST" });
    expect(posted, "oidcc-userinfo-post-header").toMatchObject(answer);
    const body = new URLSearchParams({ access_token: String(tokens.access_token) });
    const inBody = await userinfo(tokens, { method: "POST", headers: {}, body });
    expect(inBody, "oidcc-userinfo-post-body").toMatchObject(answer);
  });

  test("codes are worth something once, and to whoever asked", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    await member(page, address("codes"));
    const used = await signedIn(page);
    const again = await application.redeem(used.back, used.request);
    expect(again, "oidcc-codereuse").toMatchObject({ error: "invalid_grant" });
    expect((await userinfo(used.tokens)).status, "oidcc-codereuse").toBe(401);

    const late = await signedIn(page);
    const client = new pg.Client(product.databaseUrl);
    await client.connect();
    // As if the first use lay half a minute back.
    await client.query(
      "update portal.oidc_record set consumed_at = consumed_at - interval '30 seconds'",
    );
    await client.end();
    const lateAgain = await application.redeem(late.back, late.request);
    expect(lateAgain, "oidcc-codereuse-30seconds").toMatchObject({ error: "invalid_grant" });
    expect((await userinfo(late.tokens)).status, "oidcc-codereuse-30seconds").toBe(401);

    const request = application.request();
    const stolen = await application.redeem(await answered(page, request.url), {
      ...request,
      verifier: application.request().verifier,
    });
    expect(stolen, "oidcc-ensure-request-with-valid-pkce-succeeds").toMatchObject({
      error: "invalid_grant",
    });
  });

  test("what cannot be done is told to the application", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    const none = application.request({ prompt: "none" });
    const stranger = await answered(page, none.url);
    expect(stranger.searchParams.get("error"), "oidcc-prompt-none-not-logged-in").toBe(
      "login_required",
    );
    await member(page, address("refused"));
    const errorOf = async (url: string) => (await answered(page, url)).searchParams.get("error");
    expect(
      await errorOf(without(application.request(), "response_type")),
      "oidcc-response-type-missing",
    ).toBe("invalid_request");
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
    const object = `${part({ alg: "none" })}.${part({ scope: "openid email" })}.`;
    expect(
      await errorOf(application.request({ request: object }).url),
      "oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported",
    ).toBe("request_not_supported");
    const reference = { request_uri: "https://app.example/request.jwt" };
    expect(
      await errorOf(application.request(reference).url),
      "oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported",
    ).toBe("request_uri_not_supported");
  });

  test("a request may be posted", async ({ visit, address }) => {
    const { page } = await visit({ locale: "en" });
    await member(page, address("posted"));
    // Remembered first, so that the posted one comes straight back.
    await signedIn(page);
    const request = application.request();
    const { origin, pathname, searchParams } = new URL(request.url);
    await page.setContent(
      `<form method="post" action="${origin}${pathname}">${[...searchParams]
        .map(([name, value]) => `<input name="${name}" value="${value}">`)
        .join("")}</form>`,
    );
    const arrival = page.waitForURL((at) => at.searchParams.get("state") === request.state);
    await page.locator("form").evaluate((form: { submit(): void }) => form.submit());
    await arrival;
    const tokens = await application.redeem(new URL(page.url()), request);
    expect(tokens, "oidcc-ensure-post-request-succeeds").toHaveProperty("id_token");
  });
});
