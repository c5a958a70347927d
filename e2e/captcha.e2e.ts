import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page, Request } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut, toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { signUpThroughScreens } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const trusting = { TRUSTED_PROXIES: "127.0.0.1,::1" };
const isPost = (path: string) => (request: Request) =>
  request.method() === "POST" && new URL(request.url()).pathname === path;

const refusal = {
  ja: "自動操作ではないことを確認できませんでした",
  en: "We couldn't verify that you're human. Reload the page and try again.",
} as const;

/** As a script would call: the page's own request without its proof. */
async function loseTheToken(page: Page, call: string): Promise<void> {
  await page.route(call, (route) => {
    const { captcha: _, ...rest } = route.request().postDataJSON();
    return route.continue({ postData: JSON.stringify(rest) });
  });
}

describe("with proof of work asked for", () => {
  let product: RunningProduct;
  beforeAll(async () => {
    product = await runProduct({ ...trusting, CAPTCHA: "altcha" });
  });
  afterAll(() => product?.stop());

  test("sign-up, sign-in and a forgotten password pass without a puzzle", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    const mailbox = new Mailbox(product.sandboxOrigin);
    const email = address("captcha");
    await signUpThroughScreens(page, mailbox, "en", email, product.portalOrigin);
    await signOut(page, "en");
    await signIn(page, "en", email);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await signOut(page, "en");
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await page.waitForURL(/step=enter-id/);
    await page.getByRole("textbox", { name: "Email address" }).fill(email);
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.waitForURL(/step=email-notification/);
  });

  test.for(["ja", "en"] as const)(
    "without a token each is refused, in %s",
    async (locale, { visit }) => {
      const { page } = await visit({ locale });
      await loseTheToken(page, "**/v1/idp/*");
      await page.goto(`${product.portalOrigin}${pagePaths.login}`);
      await signIn(page, locale, "someone@people.example");
      await toast(page, locale).getByText(refusal[locale]).waitFor();
      await page.goto(`${product.portalOrigin}${pagePaths.register}`);
      await page.locator("input[type=email]").fill("someone@people.example");
      await page.locator("form [type=submit]").click();
      await toast(page, locale).getByText(refusal[locale]).waitFor();
      await page.goto(`${product.portalOrigin}${pagePaths.resetPassword}`);
      await page.locator("input[type=email]").fill("someone@people.example");
      await page.locator("form [type=submit]").click();
      await toast(page, locale).getByText(refusal[locale]).waitFor();
    },
  );
});

const companies = [
  {
    kind: "recaptcha",
    script: "https://www.google.com/recaptcha/api.js**",
    body: `window.grecaptcha = {
      ready: (then) => then(),
      execute: async (key, { action }) => ["recaptcha", key, action].join(" "),
    };`,
  },
  {
    kind: "turnstile",
    script: "https://challenges.cloudflare.com/turnstile/v0/api.js**",
    body: `window.turnstile = {
      render: (place, { sitekey, action, callback }) =>
        setTimeout(callback, 0, ["turnstile", sitekey, action].join(" ")),
      remove() {},
    };`,
  },
] as const;

// The companies cannot be reached from here: their scripts are stood in for, the page's policy,
// which has to let them run, and the call that carries the token are the real ones.
describe.for(companies)("with $kind", ({ kind, script, body }) => {
  let product: RunningProduct;
  beforeAll(async () => {
    const keys = { CAPTCHA_SITE_KEY: "site-key", CAPTCHA_SECRET_KEY: "secret-key" };
    product = await runProduct({ ...trusting, ...keys, CAPTCHA: kind });
  });
  afterAll(() => product?.stop());

  test("its token for the action login is sent", async ({ visit }) => {
    const { page } = await visit({ locale: "en" });
    await page.route(script, (route) => route.fulfill({ contentType: "text/javascript", body }));
    await page.route("**/v1/idp/sign-in", (route) => route.fulfill({ status: 503, body: "{}" }));
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    const sent = page.waitForRequest(isPost("/v1/idp/sign-in"));
    await signIn(page, "en", "someone@people.example");
    expect((await sent).postDataJSON()).toMatchObject({ captcha: `${kind} site-key login` });
  });

  test("a script that does not come is a refusal in words", async ({ visit }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/net::ERR/);
    await page.route(script, (route) => route.abort("connectionrefused"));
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await signIn(page, "ja", "someone@people.example");
    await toast(page, "ja").getByText(refusal.ja).waitFor();
  });
});
