import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { type CallingApplication, startCallingApplication } from "./support/calling-application.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signOut } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

let product: RunningProduct;
let application: CallingApplication;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  application = await startCallingApplication(product, "Ledger of Kyobashi", "first party");
});
afterAll(async () => {
  await application?.stop();
  await product?.stop();
});

const text = {
  ja: {
    signOut: "ログアウト",
    stay: "ログアウトしない",
    signedOut: "ログアウトしました",
    stayed: "ログインしたままです",
    failed: "リクエストを処理できません",
  },
  en: {
    signOut: "Log out",
    stay: "Stay logged in",
    signedOut: "You're logged out",
    stayed: "You're still logged in",
    failed: "We can't process this request",
  },
} as const;

/** A member who is signed in at the application too. @returns its ID token. */
async function signedInAtApplication(page: Page, locale: "ja" | "en", email: string) {
  const mailbox = new Mailbox(product.sandboxOrigin);
  await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
  await page.getByRole("tablist").waitFor();
  const request = application.request();
  await page.goto(request.url);
  await page.waitForURL((url) => url.host === application.host);
  const tokens = await application.redeem(new URL(page.url()), request);
  return String(tokens.id_token);
}

async function isSignedIn(page: Page): Promise<boolean> {
  await page.goto(`${product.portalOrigin}${pagePaths.security}`);
  await page.getByRole("tablist").or(page.locator("[name=email]")).first().waitFor();
  return new URL(page.url()).pathname === pagePaths.security;
}

// Every page that the provider's engine shows or sends itself on by, with scripts and our policy.
describe.for(["ja", "en"] as const)("the engine's pages (%s)", (locale) => {
  const says = text[locale];

  test("an answer by form_post reaches the application, and so does a refusal", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    await signedInAtApplication(page, locale, address("form-post"));
    const request = application.request({ response_mode: "form_post" });
    await page.goto(request.url);
    await page.waitForURL(application.callback);
    expect(application.posted().get("state")).toBe(request.state);
    const code = application.posted().get("code") ?? "";
    const back = new URL(`${application.callback}?${new URLSearchParams({ code })}`);
    expect(await application.redeem(back, request)).toHaveProperty("id_token");

    const none = { response_mode: "form_post", prompt: "none", id_token_hint: "" };
    const stranger = (await visit({ locale })).page;
    await stranger.goto(application.request(none).url);
    await stranger.waitForURL(application.callback);
    expect(application.posted().get("error")).toBe("login_required");
  });

  test("signing out at the application asks nothing where it is certain", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    const hint = await signedInAtApplication(page, locale, address("certain"));
    const end = { id_token_hint: hint, post_logout_redirect_uri: application.afterSignOut };
    await page.goto(application.signOut({ ...end, state: "s1" }));
    await page.waitForURL(`${application.afterSignOut}?state=s1`);
    expect(await isSignedIn(page)).toBe(false);
  });

  test("signing out after the session is over goes on, too", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    const hint = await signedInAtApplication(page, locale, address("over"));
    await page.goto(`${product.portalOrigin}${pagePaths.security}`);
    await signOut(page, locale);
    const end = { id_token_hint: hint, post_logout_redirect_uri: application.afterSignOut };
    await page.goto(application.signOut({ ...end, state: "s2" }));
    await page.waitForURL(`${application.afterSignOut}?state=s2`);
    await page.goto(application.signOut());
    await page.getByRole("heading", { name: says.signedOut }).waitFor();
  });

  test("signing out is asked for where nothing shows who is meant", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    await signedInAtApplication(page, locale, address("asked"));
    await page.goto(application.signOut());
    await page.getByRole("heading", { name: says.signOut }).waitFor();
    await expectAccessible(page, "sign-out asked for by an application");
    await page.emulateMedia({ media: "print" });
    expect(await page.locator("button:visible").count()).toBe(0);
    await page.emulateMedia({ media: null });
    await page.getByRole("button", { name: says.stay }).press("Enter");
    await page.getByRole("heading", { name: says.stayed }).waitFor();
    expect(await isSignedIn(page)).toBe(true);
    await page.goto(application.signOut());
    await page.getByRole("button", { name: says.signOut, exact: true }).click();
    await page.getByRole("heading", { name: says.signedOut }).waitFor();
    await expectAccessible(page, "signed out by an application");
    expect(await isSignedIn(page)).toBe(false);
  });

  test("they speak the language that was chosen here, in a browser of the other one", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale: locale === "ja" ? "en" : "ja" });
    const unknown = application.request({ client_id: "nobody" }).url;
    const failed = page.getByRole("heading", { name: says.failed });
    await page.goto(unknown);
    await page.getByRole("heading", { name: text[locale === "ja" ? "en" : "ja"].failed }).waitFor();
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await page.getByRole("button", { name: locale === "ja" ? "日本語" : "English" }).click();
    await page.locator(`html[lang=${locale}]`).waitFor();
    await page.goto(unknown);
    await failed.waitFor();
    // A member's language is the profile's, which registration takes from the screens.
    await signedInAtApplication(page, locale, address("chosen"));
    await page.goto(unknown);
    await failed.waitFor();
    await page.goto(`${product.portalOrigin}${pagePaths.security}`);
    await signOut(page, locale);
    await page.reload();
    await page
      .locator("html")
      .and(page.locator(`:not([lang=${locale}])`))
      .waitFor();
    await page.goto(unknown);
    await page.getByRole("heading", { name: text[locale === "ja" ? "en" : "ja"].failed }).waitFor();
  });

  test("a request that names no known application is explained", async ({ visit }) => {
    const { page } = await visit({ locale });
    await page.goto(application.request({ client_id: "nobody" }).url);
    await page.getByRole("heading", { name: says.failed }).waitFor();
    await expectAccessible(page, "an application's request that cannot be processed");
  });
});
