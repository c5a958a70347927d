import { dayMs } from "@sekimori/kit-contract/tokyo";
import { pagePaths, signedOutPage } from "@sekimori/portal-contract/page-routes";
import { Secret, TOTP } from "otpauth";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { companyLooks, publishRecord } from "./support/company-records.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut, speak } from "./support/member.ts";
import { addPasskey } from "./support/passkeys.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { withClockAdvanced } from "./support/sandbox-clock.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { test } from "./support/test.ts";
import { oneTimePassword } from "./support/two-factor.ts";
import { connectAuthenticator } from "./support/virtual-authenticator.ts";

// The sandbox's identity provider is the company's own; the sample company's name servers run, so that
// its domain is verified by a record that was published.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
});
afterAll(() => product?.stop());

const dayAfter = (day: string) => new Date(Date.parse(day) + dayMs).toISOString().slice(0, 10);

/** At the company's provider: somebody new there. */
async function beNew(page: Page, name: string, email: string): Promise<void> {
  await page.waitForURL(/\/identity\//);
  await page.locator("[name=name]").fill(name);
  await page.locator("[name=email]").fill(email);
  await page.getByRole("button", { name: /^(作ってログイン|Create and log in)$/ }).click();
}

/** At the company's provider: somebody who is known there. */
async function beKnown(page: Page, email: string): Promise<void> {
  await page.waitForURL(/\/identity\//);
  await page.locator("button[name=subject]", { hasText: email }).click();
}

describe.each(companyLooks)("single sign-on ($locale, $width px, $colorScheme)", (look) => {
  const { locale, domain } = look;
  const say = sentencesOf("features/organisation", locale);
  const sso = sentencesOf("features/single-sign-on", locale);
  const my = sentencesOf("features/my-page", locale);
  const door = sentencesOf("features/sign-in", locale);
  const final = sentencesOf("app/final-confirmation", locale);
  const wanted = sentencesOf("features/single-sign-on", locale);
  const factor = sentencesOf("app/second-factor", locale);
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  const rule = (act: string, kind: string) => `${say(act)}: ${say(kind)}`;

  /** From /login to the provider, by the address typed there. */
  async function leave(page: Page, email: string): Promise<void> {
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await page.locator("[autocomplete='username webauthn']").fill(email);
    await page.getByRole("link", { name: door("Log in through your organization") }).click();
  }

  async function setUp(page: Page): Promise<void> {
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await signIn(page, locale, demo.email, demo.password);
    await page.getByRole("tablist").waitFor();
    await speak(page, locale);
    await page.getByRole("link", { name: my("Manage your organization") }).click();
    const dialog = page.getByRole("dialog");
    const inDialog = (name: string) => dialog.getByRole("button", { name: say(name), exact: true });
    await button(page, say("Create an organization")).click();
    await inDialog("Create").click();
    await button(page, say("Add a domain")).click();
    await dialog.getByRole("textbox", { name: say("Domain") }).fill(domain);
    await inDialog("Add a domain").click();
    await dialog.waitFor({ state: "detached" });
    const [name = "", value = ""] = await page.locator("li code").allInnerTexts();
    await publishRecord(product, name, value);
    await button(page, `${say("Check now")}: ${domain}`).click();
    await page.getByText(say("Verified"), { exact: true }).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: no single sign-on`);

    await button(page, say("Set up OpenID Connect")).click();
    const field = (label: string) => dialog.getByLabel(say(label), { exact: false }).first();
    await field("Issuer").fill(`${product.sandboxOrigin}/nothing`);
    await field("Client ID").fill("company");
    await dialog.locator("input[type=password]").fill("sandbox-company-secret");
    await inDialog("Save").click();
    await dialog.locator("[aria-invalid=true]").waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: an issuer that is none`);
    await field("Issuer").fill(`${product.sandboxOrigin}/identity`);
    await inDialog("Save").click();
    await dialog.waitFor({ state: "detached" });
  }

  test("is set up, tested and on; a colleague joins, a member is asked, and it is off again", async ({
    visit,
    address,
  }) => {
    const mailbox = new Mailbox(product.sandboxOrigin);
    const { page } = await visit(look);
    await setUp(page);
    await expectAccessible(page, `${pagePaths.organisation}: a connection that is untested`);

    await button(page, say("Test")).click();
    await beNew(page, "Test", "test@elsewhere.example");
    await page
      .getByText(say("The email address isn't in a verified domain of your organization."))
      .waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: a test that failed`);
    await button(page, say("Test")).click();
    await beNew(page, "関 試", `test@${domain}`);
    await page.getByText(/email_verified/).waitFor();
    await button(page, say("Turn on")).click();
    const dialog = page.getByRole("dialog");
    await expectAccessible(page, `${pagePaths.organisation}: turning single sign-on on`);
    await dialog.getByRole("button", { name: say("Turn on"), exact: true }).click();
    await page.getByText(say("On"), { exact: true }).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: single sign-on that is on`);
    await button(page, say("Change the logout")).click();
    await dialog
      .getByRole("radio", { name: say("They're asked whether to log out at the provider, too") })
      .check();
    await dialog.getByRole("button", { name: say("Save"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });

    // A new colleague joins.
    const { page: colleague } = await visit(look);
    const newEmail = `${address("new").split("@")[0]}@${domain}`;
    await leave(colleague, newEmail);
    await beNew(colleague, "森 葵", newEmail);
    await colleague.getByText(newEmail).waitFor();
    await expectAccessible(colleague, `${pagePaths.organisationSignIn}: joining`);
    await button(colleague, sso("Agree and join")).click();
    await colleague.getByText(final("You need to agree to the Member Terms.")).first().waitFor();
    for (const box of await colleague.getByRole("checkbox").all()) await box.check();
    await button(colleague, sso("Agree and join")).click();
    await colleague.getByRole("tab").last().click();
    await colleague
      .getByText(
        my("Your account belongs to an organization. It has no plan and no card of its own."),
      )
      .waitFor();
    await expectAccessible(colleague, `${pagePaths.security}: of who joined`);
    await signOut(colleague, locale, signedOutPage());
    const { host } = new URL(product.sandboxOrigin);
    await colleague.getByText(host).first().waitFor();
    await expectAccessible(colleague, `${signedOutPage()}: here alone`);
    await picture(colleague, `signed-out-here-${locale}`);
    await picture(page, `connection-openid-${locale}`);
    await colleague.getByRole("link", { name: host }).click();
    await colleague.locator("button[name=logout]").click();
    await colleague
      .getByText(sso("Your login through your organization has ended, here and at its login page."))
      .waitFor();
    await leave(colleague, newEmail);
    await beKnown(colleague, newEmail);
    await colleague.getByRole("tablist").waitFor();
    await signOut(colleague, locale, signedOutPage());

    // An existing member is asked, and signs in the usual way before anything is linked.
    const { page: member } = await visit(look);
    const oldEmail = `${address("old").split("@")[0]}@${domain}`;
    await signUpForFree(member, mailbox, locale, oldEmail, product.portalOrigin);
    await member.goto(`${product.portalOrigin}${pagePaths.security}`);
    await signOut(member, locale);
    await leave(member, oldEmail);
    await beNew(member, "関 一郎", oldEmail);
    await button(member, sso("Log in to decide")).waitFor();
    await expectAccessible(member, `${pagePaths.organisationSignIn}: an account that exists`);
    await button(member, sso("Log in to decide")).click();
    await signIn(member, locale, oldEmail);
    await button(member, sso("Link and continue")).waitFor();
    await expectAccessible(member, `${pagePaths.organisationSignIn}: linking`);
    await button(member, sso("Link and continue")).click();
    await member.getByRole("tablist").waitFor();
    await signOut(member, locale);
    await leave(member, oldEmail);
    await beKnown(member, oldEmail);
    await member.getByRole("tablist").waitFor();

    // The owner asks for a second factor of everybody; who has none is led to one at the next login.
    await connectAuthenticator(page);
    await addPasskey(page, locale);
    await page.goto(`${product.portalOrigin}${pagePaths.organisation}`);
    await button(page, say("Become the emergency owner")).click();
    await expectAccessible(page, `${pagePaths.organisation}: the emergency owner`);
    await dialog
      .getByRole("button", { name: say("Become the emergency owner"), exact: true })
      .click();
    await button(page, rule("Set a rule", "Two-factor authentication")).click();
    await dialog.getByText(say("Show who")).click();
    await dialog.getByText(oldEmail).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: whom a rule affects`);
    const day = dialog.locator("input[type=date]");
    await day.fill((await day.getAttribute("min")) ?? "");
    await dialog.getByRole("button", { name: say("Set the rule"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await button(page, rule("Remove the rule", "Two-factor authentication")).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: a rule to come`);
    await button(page, rule("Set a rule", "Networks")).click();
    const networks = dialog.getByRole("textbox", { name: say("Networks") });
    await networks.fill("203.0.113.300");
    await day.fill((await day.getAttribute("min")) ?? "");
    await dialog.getByRole("button", { name: say("Set the rule"), exact: true }).click();
    await dialog.getByText("203.0.113.300").last().waitFor();
    await networks.fill("203.0.113.0/24");
    await dialog.getByRole("button", { name: say("Set the rule"), exact: true }).click();
    await dialog
      .getByText(/198\.1[89]\./)
      .last()
      .waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: networks without one's own`);
    // Where every person of these journeys comes from.
    await networks.fill("198.18.0.0/15");
    await dialog.getByRole("button", { name: say("Set the rule"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("198.18.0.0/15").waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: networks to come`);
    await button(page, rule("Set a rule", "Passwords")).click();
    await day.fill(dayAfter((await day.getAttribute("min")) ?? ""));
    await dialog.getByRole("button", { name: say("Set the rule"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
    const { page: led } = await visit(look);
    const refused = sentencesOf("app", locale);
    await withClockAdvanced(
      dayMs,
      async () => {
        await led.goto(`${product.portalOrigin}${pagePaths.login}`);
        await led.setExtraHTTPHeaders({ "x-forwarded-for": "203.0.113.9" });
        await signIn(led, locale, oldEmail);
        await led
          .getByText(
            refused(
              "Your organization doesn't allow logins from this network. Contact its administrator.",
            ),
          )
          .waitFor();
        await expectAccessible(led, `${pagePaths.login}: from a network that isn't allowed`);
        await led.setExtraHTTPHeaders({});
        await signIn(led, locale, oldEmail);
        await led.waitForURL((url) => url.pathname === pagePaths.otp);
        await led
          .locator("input[autocomplete=one-time-code]")
          .fill(await oneTimePassword(mailbox, oldEmail, locale));
        await led.waitForURL((url) => url.pathname === pagePaths.wantedFactor);
        await button(led, wanted("Set up an app")).waitFor();
        await expectAccessible(led, pagePaths.wantedFactor);
        await led.reload();
        await button(led, wanted("Set up an app")).click();
        await led.getByText(factor("Can't scan it?")).click();
        const secret = (await led.locator("[translate=no]").innerText()).replaceAll(/\s/g, "");
        await expectAccessible(led, `${pagePaths.wantedFactor}: an app's QR code`);
        const app = new TOTP({ secret: Secret.fromBase32(secret) });
        await led
          .getByRole("textbox", { name: wanted("Code that the app shows") })
          .fill(app.generate({ timestamp: Date.now() + dayMs }));
        await button(led, factor("I've saved them")).click();
        await led.getByRole("tablist").waitFor();
      },
      product.sandboxOrigin,
    );

    // A day later no password logs in any more: who tries one is told what is left, and that does.
    const { page: barred } = await visit(look);
    await withClockAdvanced(
      2 * dayMs,
      async () => {
        await barred.goto(`${product.portalOrigin}${pagePaths.login}`);
        await signIn(barred, locale, oldEmail);
        await barred
          .getByText(
            refused(
              "Your organization doesn't allow passwords. Log in through it or with a passkey.",
            ),
          )
          .waitFor();
        await leave(barred, newEmail);
        await beKnown(barred, newEmail);
        await barred.getByRole("tablist").waitFor();
      },
      product.sandboxOrigin,
    );

    // Off: they are told why, and what to do.
    await page.goto(`${product.portalOrigin}${pagePaths.organisation}`);
    await button(page, say("Turn off")).click();
    await expectAccessible(page, `${pagePaths.organisation}: turning single sign-on off`);
    await dialog.getByRole("button", { name: say("Turn off"), exact: true }).click();
    await page.getByText(say("Off"), { exact: true }).waitFor();
    await leave(colleague, newEmail);
    await colleague
      .getByText(sso("Single sign-on isn't set up for this address's domain"))
      .waitFor();
    await expectAccessible(colleague, `${pagePaths.organisationSignIn}: off`);

    await button(page, say("Remove the organization")).click();
    await dialog.getByRole("button", { name: say("Remove"), exact: true }).click();
    await button(page, say("Create an organization")).waitFor();
    // The other look begins with the demo person as they were.
    await page.goto(`${product.portalOrigin}${pagePaths.security}?tab=security`);
    const off = `${my("Disable")}: ${my("Two-factor authentication")}`;
    await button(page, off).click();
    await dialog.getByRole("button", { name: my("Disable"), exact: true }).click();
    await dialog.waitFor({ state: "detached" });
  });
});
