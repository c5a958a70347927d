import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { expectLogo, logoFile } from "./support/application-logo.ts";
import { type CallingApplication, startCallingApplication } from "./support/calling-application.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut } from "./support/member.ts";
import { addPasskey, withoutAutofill } from "./support/passkeys.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { goodPassword, SignUp, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { connectAuthenticator } from "./support/virtual-authenticator.ts";

const name = "Ledger of Kyobashi";
const otherName = "Diary of Shimbashi";

const logo = logoFile();
let product: RunningProduct;
let application: CallingApplication;
let otherApplication: CallingApplication;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  const options = () => ["--logo", logo.path];
  application = await startCallingApplication(product, name, "third party", options);
  otherApplication = await startCallingApplication(product, otherName);
});
afterAll(async () => {
  await application?.stop();
  await otherApplication?.stop();
  await product?.stop();
  logo.remove();
});

async function member(page: Page, locale: "ja" | "en", email: string) {
  const mailbox = new Mailbox(product.sandboxOrigin);
  await signUpForFree(page, mailbox, locale, email, product.portalOrigin);
  await page.getByRole("tablist").waitFor();
}

/** Waits until the browser is back at the application and says with what it came. */
async function back(page: Page): Promise<URL> {
  await page.waitForURL((url) => url.host === application.host);
  return new URL(page.url());
}

describe("ui_locales", () => {
  test("a stranger reads on in the application's language, whatever the browser's", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await page.goto(application.request({ ui_locales: "fr en ja" }).url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.getByRole("heading", { name: "Login", exact: true }).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });

  test("and in the language that was chosen here, once one was", async ({ visit }) => {
    const { page } = await visit({ locale: "ja" });
    await page.goto(new URL(pagePaths.login, product.portalOrigin).href);
    await page.getByRole("button", { name: "English" }).click();
    await page.getByRole("heading", { name: "Login", exact: true }).waitFor();
    await page.goto(application.request({ ui_locales: "ja" }).url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.getByText(`Log in to continue to “${name}”.`).waitFor();
    expect(await page.locator("html").getAttribute("lang")).toBe("en");
  });
});

describe.for(["ja", "en"] as const)("an application's sign-in (%s)", (locale) => {
  const say = sentencesOf("features/authorize", locale);
  const scope = sentencesOf("app/scopes", locale);
  const asks = say("{application} wants access to your account", { application: name });
  // In Japanese letters the family name stays first.
  const called = "関 花子";

  test("sign-in with the address filled in, consent, and back with a code", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    const email = address("consent");
    await member(page, locale, email);
    await signOut(page, locale);

    const request = application.request({ login_hint: email });
    await page.goto(request.url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await expect.poll(() => page.locator("[name=email]").inputValue()).toBe(email);
    const door = sentencesOf("features/sign-in", locale);
    const leads = door("Log in to continue to “{application}”.", { application: name });
    await page.getByRole("status").getByText(leads).waitFor();
    await expectLogo(page);
    await expectAccessible(page, "sign-in for an application");
    await signIn(page, locale, email);

    await page.getByRole("heading", { name: asks }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pagePaths.authorize);
    await expectLogo(page);
    const main = page.locator("main");
    await main.getByText(email).waitFor();
    await main.getByText(called, { exact: true }).waitFor();
    await main
      .getByText(say("After this, you'll return to {host}.", { host: application.host }))
      .waitFor();
    for (const words of ["Identify you", "See your name and language", "See your email address"]) {
      await main.getByText(scope(words)).waitFor();
    }
    expect(await main.getByText(scope("See your plan and contract")).count()).toBe(0);
    await main.getByRole("link", { name: say("{name}'s privacy policy", { name }) }).waitFor();
    await expectAccessible(page, "consent");
    await page.getByRole("button", { name: say("Allow"), exact: true }).click();

    const answer = await back(page);
    expect(answer.searchParams.get("state")).toBe(request.state);
    const tokens = await application.redeem(answer, request);
    expect(tokens).toMatchObject({ token_type: "Bearer", scope: "openid profile email" });
    expect(tokens.id_token).toEqual(expect.any(String));

    // Nothing new is asked for: the next request comes straight back.
    const next = application.request();
    await page.goto(next.url);
    expect((await back(page)).searchParams.get("state")).toBe(next.state);
  });

  test("a passkey is asked for where one is wished for, and may be left out", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width: locale === "ja" ? 375 : 1280 });
    await withoutAutofill(page);
    await connectAuthenticator(page, { transport: "usb" });
    const email = address("phr");
    await member(page, locale, email);
    const [code = ""] = await addPasskey(page, locale);
    await signOut(page, locale);
    const proof = sentencesOf("app/second-factor", locale);
    const button = (label: string) => page.getByRole("button", { name: label, exact: true });

    await page.goto(application.request({ acr_values: "phr" }).url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, locale, email);
    await button(proof("Use a recovery code instead")).click();
    const field = page.getByRole("textbox", { name: proof("Recovery code"), exact: true });
    await field.fill(code);
    await field.press("Enter");
    await page.getByRole("heading", { name: say("Use your passkey") }).waitFor();
    const wants = say("{application} wants you to log in with a passkey.", { application: name });
    await page.getByText(wants).waitFor();
    await expectAccessible(page, "a passkey, asked for by an application");
    await button(say("Continue without it")).click();
    await page.getByRole("heading", { name: asks }).waitFor();

    const request = application.request({ acr_values: "phr" });
    await page.goto(request.url);
    await button(say("Use passkey")).click();
    await button(say("Allow")).click();
    const tokens = await application.redeem(await back(page), request);
    const payload = String(tokens.id_token).split(".")[1] ?? "";
    const claims: unknown = JSON.parse(Buffer.from(payload, "base64url").toString());
    expect(claims).toMatchObject({ acr: "phr", amr: ["pwd", "pop", "user", "mfa"] });
  });

  test("somebody signed in is asked for consent at once, and may refuse", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    await member(page, locale, address("refusal"));
    const request = application.request();
    await page.goto(request.url);
    await page.getByRole("heading", { name: asks }).waitFor();
    await page.getByRole("button", { name: say("Don't allow") }).press("Enter");
    const { searchParams } = await back(page);
    expect(searchParams.get("error")).toBe("access_denied");
    expect(searchParams.get("state")).toBe(request.state);
    expect(searchParams.has("code")).toBe(false);
  });

  test("a request that is over, or another browser's, is explained", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    await member(page, locale, address("over"));
    await page.goto(application.request().url);
    await page.getByRole("heading", { name: asks }).waitFor();
    const asked = page.url();
    await page.getByRole("button", { name: say("Don't allow") }).click();
    await back(page);

    const stranger = await visit({ locale });
    const over = sentencesOf(
      "app",
      locale,
    )("This request has expired. Go back to the application and start again.");
    for (const one of [page, stranger.page]) {
      await one.goto(asked);
      await one
        .getByRole("heading", { name: say("We couldn't complete the application's request") })
        .waitFor();
      await one.getByText(over).waitFor();
    }
    await expectAccessible(page, "an application's request is over");
    await stranger.page.getByRole("link", { name: say("Log in"), exact: true }).waitFor();
    await page.getByRole("link", { name: say("Go to My Page") }).click();
    await page.getByRole("tablist").waitFor();
  });

  test("two tabs with two applications each return to their own", async ({ visit, address }) => {
    const { page, newTab } = await visit({ locale });
    const email = address("tabs");
    await member(page, locale, email);
    await signOut(page, locale);
    const other = await newTab();
    const [first, second] = [application.request(), otherApplication.request()];
    await page.goto(first.url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await other.goto(second.url);
    await other.waitForURL((url) => url.pathname === pagePaths.login);
    await page.reload();
    await signIn(page, locale, email);
    await page.getByRole("heading", { name: asks }).waitFor();
    await other
      .getByRole("heading", {
        name: say("{application} wants access to your account", { application: otherName }),
      })
      .waitFor();
    await page.getByRole("button", { name: say("Allow"), exact: true }).click();
    expect((await back(page)).searchParams.get("state")).toBe(first.state);
    await other.getByRole("button", { name: say("Allow"), exact: true }).click();
    await other.waitForURL((url) => url.host === otherApplication.host);
    expect(new URL(other.url()).searchParams.get("state")).toBe(second.state);
  });

  test("the portal's own login revives no abandoned request", async ({ visit, address }) => {
    const { page } = await visit({ locale });
    const email = address("abandoned");
    await member(page, locale, email);
    await signOut(page, locale);
    await page.goto(application.request().url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await page.goto(new URL(pagePaths.login, product.portalOrigin).href);
    await signIn(page, locale, email);
    await page.getByRole("tablist").waitFor();
    expect(new URL(page.url()).pathname).toBe(pagePaths.security);
  });

  test("a request that ends during the sign-in leads to My Page, with a sentence", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    const email = address("late");
    await member(page, locale, email);
    await signOut(page, locale);
    await page.goto(application.request().url);
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    const cookies = await page.context().cookies();
    await page.context().clearCookies({ name: /interaction/ });
    expect((await page.context().cookies()).length).toBeLessThan(cookies.length);
    await signIn(page, locale, email);
    await page.getByRole("tablist").waitFor();
    expect(new URL(page.url()).pathname).toBe(pagePaths.security);
    await page
      .getByText(
        say(
          "You're logged in, but the application's request has expired. Open the application again to continue there.",
        ),
      )
      .waitFor();
  });

  test("an application that wants a fresh sign-in gets the password first", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale });
    await member(page, locale, address("fresh"));
    // OpenID counts sign-ins in whole seconds: one within the request's own second is fresh.
    const signedIn = Math.floor(Date.now() / 1_000);
    await expect.poll(() => Math.floor(Date.now() / 1_000)).toBeGreaterThan(signedIn);
    await page.goto(application.request({ prompt: "login" }).url);
    await page.getByRole("heading", { name: say("Log in again") }).waitFor();
    await expectAccessible(page, "sign-in again for an application");
    const password = page.locator("[autocomplete=current-password]");
    await password.fill("Wrong-2026xx");
    await password.press("Enter");
    await page.getByText(sentencesOf("app", locale)("Current password is incorrect.")).waitFor();
    await password.fill(goodPassword);
    await password.press("Enter");
    await page.getByRole("heading", { name: asks }).waitFor();
  });

  test("somebody whom an application invites signs up without a plan and comes back", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale, width: 375 });
    const mailbox = new Mailbox(product.sandboxOrigin);
    const person = new SignUp(page, mailbox, locale, address("invited"));
    const request = application.request({ prompt: "create", login_hint: person.email });
    await page.goto(request.url);
    await person.at(pagePaths.register);
    const invitation = sentencesOf(
      "features/sign-up",
      locale,
    )(
      "You've been invited. Confirm your email address to continue. You don't need a plan or a card.",
    );
    await page.getByText(invitation).waitFor();
    expect(await page.getByRole("radio").count()).toBe(0);
    await expect.poll(() => page.locator("[name=email]").inputValue()).toBe(person.email);
    await expectAccessible(page, "sign-up by an application's invitation");
    await person.button(person.words.startFree).click();
    await person.at(pagePaths.registerVerification);
    await person.verify();
    await person.fillPersonal();
    await person.review();
    await person.confirm("free");
    await person.agree("free", pagePaths.authorize);

    await page.getByRole("heading", { name: asks }).waitFor();
    await page.getByRole("button", { name: say("Allow"), exact: true }).click();
    const answer = await back(page);
    expect(answer.searchParams.get("state")).toBe(request.state);
    expect(await application.redeem(answer, request)).toHaveProperty("id_token");
  });

  test("an application that lets the person choose gets the present account, or another", async ({
    visit,
    address,
  }) => {
    const other = address("other");
    await member((await visit({ locale })).page, locale, other);
    const { page } = await visit({ locale });
    const email = address("present");
    await member(page, locale, email);
    const choose = page.getByRole("heading", { name: say("Choose an account") });
    const main = page.locator("main");

    await page.goto(application.request({ prompt: "select_account" }).url);
    await choose.waitFor();
    await main.getByText(email).waitFor();
    await main.getByText(called, { exact: true }).waitFor();
    await expectAccessible(page, "choice of an account for an application");
    await page.getByRole("button", { name: say("Continue with this account") }).click();
    await page.getByRole("heading", { name: asks }).waitFor();
    await main.getByText(email).waitFor();

    const request = application.request({ prompt: "select_account" });
    await page.goto(request.url);
    await choose.waitFor();
    await page.getByRole("button", { name: say("Log in with another account") }).press("Enter");
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, locale, other);
    await page.getByRole("heading", { name: asks }).waitFor();
    await main.getByText(other).waitFor();
    await page.getByRole("button", { name: say("Allow"), exact: true }).click();
    expect((await back(page)).searchParams.get("state")).toBe(request.state);

    await page.goto(application.request({ prompt: "select_account" }).url);
    await choose.waitFor();
    await page.getByRole("button", { name: say("Go back to the application") }).click();
    expect((await back(page)).searchParams.get("error")).toBe("access_denied");
  });
});
