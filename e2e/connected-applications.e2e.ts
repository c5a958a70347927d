import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { type CallingApplication, startCallingApplication } from "./support/calling-application.ts";
import { enter, expectFocusKept, expectReturned } from "./support/keyboard.ts";
import { Mailbox } from "./support/mailbox.ts";
import { toast } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const [third, own] = ["Ledger of Kyobashi", "Karte of Sekimori"];

let product: RunningProduct;
let ledger: CallingApplication;
let karte: CallingApplication;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  ledger = await startCallingApplication(product, third);
  karte = await startCallingApplication(product, own, "first party", (host) => [
    "--initiate-login-uri",
    `http://${host}/begin?theme=dark`,
  ]);
});
afterAll(async () => {
  await ledger?.stop();
  await karte?.stop();
  await product?.stop();
});

const atSecurity = (page: Page) =>
  page.goto(`${product.portalOrigin}${pagePaths.security}?tab=security`);

/** Waits until the browser is back at an application and says with what it came. */
async function back(page: Page, { host }: CallingApplication): Promise<URL> {
  await page.waitForURL((url) => url.host === host);
  return new URL(page.url());
}

describe.for(["ja", "en"] as const)("connected applications (%s)", (locale) => {
  const say = sentencesOf("features/my-page", locale);
  const scope = sentencesOf("app/scopes", locale);
  const consent = sentencesOf("features/authorize", locale);
  const withdrawFrom = (application: string) =>
    say("Revoke access: {application}", { application });

  async function allow(page: Page): Promise<URL> {
    await page.goto(ledger.request().url);
    await page.getByRole("button", { name: consent("Allow"), exact: true }).click();
    return back(page, ledger);
  }

  test("are listed with what they may do, and lose it when it is withdrawn", async ({
    visit,
    address,
  }) => {
    const { page, context } = await visit({ locale });
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForFree(page, mailbox, locale, address("connected"), product.portalOrigin);
    await page.getByRole("tablist").waitFor();
    const none = page.getByText(say("No application has access to your account."));
    await atSecurity(page);
    await none.waitFor();

    await allow(page);
    await page.goto(karte.request({ scope: "openid plan" }).url);
    await back(page, karte);
    const unused = ledger.request();
    await page.goto(unused.url);
    const withCode = await back(page, ledger);

    await atSecurity(page);
    const row = (name: string) =>
      page.getByRole("listitem").filter({
        has: page.getByRole("button", { name: withdrawFrom(name), exact: true }),
      });
    const [ofThird, ofOwn] = [row(third), row(own)];
    for (const words of ["Identify you", "See your name and language", "See your email address"]) {
      await ofThird.getByText(scope(words), { exact: true }).waitFor();
    }
    await ofOwn.getByText(scope("See your plan and contract"), { exact: true }).waitFor();
    await ofOwn.getByText(say("Part of this service"), { exact: true }).waitFor();
    expect(await ofThird.getByText(say("Part of this service")).count()).toBe(0);
    // Where a sign-in begins on the application's side, which is told by whom.
    const open = ofOwn.getByRole("link", { name: say("Open {application}", { application: own }) });
    const [tab] = await Promise.all([context.waitForEvent("page"), open.click()]);
    await tab.waitForURL((url) => url.host === karte.host);
    const issuer = new URLSearchParams({ iss: `${product.portalOrigin}/v1/idp/oidc` });
    expect(tab.url()).toBe(`http://${karte.host}/begin?theme=dark&${issuer}`);
    await tab.close();
    expect(await ofThird.getByRole("link").count()).toBe(0);
    await expectAccessible(page, "connected applications");
    await page.setViewportSize({ width: 375, height: 800 });
    await expectAccessible(page, "connected applications at 375 px");
    const overflow = "document.documentElement.scrollWidth - document.documentElement.clientWidth";
    expect(await page.evaluate(overflow)).toBe(0);
    await page.setViewportSize({ width: 1280, height: 800 });

    const opener = page.getByRole("button", { name: withdrawFrom(third), exact: true });
    const dialog = page.getByRole("dialog", { name: say("Revoke access"), exact: true });
    await enter(page, opener);
    await expectFocusKept(page, dialog);
    await dialog.getByText(third, { exact: true }).waitFor();
    await expectAccessible(page, "modal «Withdraw access»");
    await page.keyboard.press("Escape");
    await expectReturned(dialog, opener);

    const call = "**/v1/security/applications/withdraw";
    await page.route(
      call,
      (route) =>
        route.fulfill({
          status: 503,
          contentType: "application/json",
          body: JSON.stringify({
            error: { type: "Unavailable", message: "provoked", requestId: "provoked-7" },
          }),
        }),
      { times: 1 },
    );
    await page.keyboard.press("Enter");
    const send = dialog.getByRole("button", { name: say("Revoke access"), exact: true });
    await enter(page, send);
    await toast(page, locale)
      .getByText(sentencesOf("app/private", locale)("Couldn't revoke access"), { exact: true })
      .waitFor();
    await expectAccessible(page, "modal «Withdraw access»: not available");

    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(call, async (route) => {
      await seen;
      await route.fallback();
    });
    await enter(page, send);
    await dialog.locator("[type=submit][aria-busy=true]").waitFor();
    await page.keyboard.press("Escape");
    await expectAccessible(page, "modal «Withdraw access»: being sent");
    goOn();
    await toast(page, locale).getByText(say("Access revoked"), { exact: true }).waitFor();
    const heading = page.getByRole("heading", { name: say("Connected applications") });
    await expectReturned(dialog, heading);
    await ofThird.waitFor({ state: "detached" });
    await ofOwn.waitFor();
    await page.getByText(say("Revoked an application's access")).first().waitFor();
    expect(await ledger.redeem(withCode, unused)).toMatchObject({ error: "invalid_grant" });

    // The application of the service itself: what is said differs, and nobody is asked again.
    await enter(page, page.getByRole("button", { name: withdrawFrom(own), exact: true }));
    const regained =
      "This application loses its current access. It's part of this service, so it gets access again when you next log in to it, without asking.";
    await dialog.getByText(say(regained), { exact: true }).waitFor();
    await enter(page, send);
    await none.waitFor();
    await expectReturned(dialog, heading);
    await page.goto(karte.request({ scope: "openid plan" }).url);
    await back(page, karte);

    await page.goto(ledger.request().url);
    await page
      .getByRole("heading", {
        name: consent("{application} wants access to your account", { application: third }),
      })
      .waitFor();
    await page.getByRole("button", { name: consent("Allow"), exact: true }).click();
    await back(page, ledger);
    await atSecurity(page);
    await ofThird.waitFor();
  });
});
