import { otherAccountPage, pagePaths, signedOutPage } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { companyLooks, publishRecord } from "./support/company-records.ts";
import { signIn, signOut, speak } from "./support/member.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { test } from "./support/test.ts";

// The sandbox's identity provider by SAML is the company's own. It is a strict one: it takes signed
// requests alone, of a service whose metadata it has read, and signs what it says.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({}, { withCompany: true });
});
afterAll(() => product?.stop());

describe.each(companyLooks)("SAML ($locale, $width px, $colorScheme)", (look) => {
  const { locale, domain } = look;
  const say = sentencesOf("features/organisation", locale);
  const sso = sentencesOf("features/single-sign-on", locale);
  const my = sentencesOf("features/my-page", locale);
  const door = sentencesOf("features/sign-in", locale);
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  async function leave(page: Page, email: string): Promise<void> {
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await page.locator("[autocomplete='username webauthn']").fill(email);
    await page.getByRole("link", { name: door("Log in through your organization") }).click();
  }

  /** At the company's provider: somebody new there. */
  async function beNew(page: Page, name: string, email: string): Promise<void> {
    await page.waitForURL(/\/identity\/saml\//);
    await page.locator("[name=name]").fill(name);
    await page.locator("[name=email]").fill(email);
    await page.getByRole("button", { name: /^(作ってログイン|Create and log in)$/ }).click();
  }

  test("is set up from metadata, tested and on; a colleague joins and is back, and a login from nowhere is told what to do", async ({
    visit,
    address,
  }) => {
    const { page } = await visit(look);
    const dialog = page.getByRole("dialog");
    const inDialog = (name: string) => dialog.getByRole("button", { name: say(name), exact: true });
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await signIn(page, locale, demo.email, demo.password);
    await page.getByRole("tablist").waitFor();
    await speak(page, locale);
    await page.getByRole("link", { name: my("Manage your organization") }).click();
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

    // What is no metadata is said so, at the field; then the provider's own, from its file.
    await button(page, say("Set up SAML")).click();
    const metadata = dialog.getByLabel(say("Metadata of the provider (XML)")).first();
    await metadata.fill("<nothing/>");
    await inDialog("Save").click();
    await dialog
      .getByText(say("This isn't the metadata of one SAML identity provider."))
      .first()
      .waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: metadata that is none`);
    const given = await fetch(`${product.sandboxOrigin}/identity/saml/metadata`);
    await dialog.locator("input[type=file]").setInputFiles({
      name: "metadata.xml",
      mimeType: "application/xml",
      buffer: Buffer.from(await given.text()),
    });
    await expect.poll(() => metadata.inputValue()).toContain("EntityDescriptor");
    await inDialog("Save").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText("SAML 2.0", { exact: true }).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: SAML that is untested`);

    // The values by hand, as they stand; and the certificates.
    await button(page, say("Change the connection")).click();
    expect(await dialog.getByLabel(say("Login URL of the provider")).first().inputValue()).toBe(
      `${product.sandboxOrigin}/identity/saml/sso`,
    );
    await expectAccessible(page, `${pagePaths.organisation}: SAML by hand`);
    await inDialog("Cancel").click();
    await button(page, say("Change the certificates")).click();
    const certificates = dialog.getByLabel(say("Certificates of the provider")).first();
    const before = await certificates.inputValue();
    await certificates.fill("nothing");
    await inDialog("Save").click();
    await dialog
      .getByText(
        say(
          "No certificate can be read. Paste it in PEM, from BEGIN CERTIFICATE to END CERTIFICATE.",
        ),
      )
      .first()
      .waitFor();
    await certificates.fill(before);
    await expectAccessible(page, `${pagePaths.organisation}: the provider's certificates`);
    await inDialog("Save").click();
    await dialog.waitFor({ state: "detached" });

    await button(page, say("Test")).click();
    await beNew(page, "Test", "test@elsewhere.example");
    await page
      .getByText(say("The email address isn't in a verified domain of your organization."))
      .waitFor();
    await button(page, say("Test")).click();
    await page.waitForURL(/\/identity\/saml\//);
    await page.locator("button[value=access_denied]").click();
    await page.getByText(say("The provider refused the login, or you canceled it.")).waitFor();
    await button(page, say("Test")).click();
    await beNew(page, "関 試", `test@${domain}`);
    await page.getByText(/NameID, displayName, email/).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: SAML that was tested`);
    await button(page, say("Turn on")).click();
    await inDialog("Turn on").click();
    await page.getByText(say("On"), { exact: true }).waitFor();
    await button(page, say("Change the logout")).click();
    await dialog
      .getByRole("radio", { name: say("They're logged out at the provider, too"), exact: true })
      .check();
    await expectAccessible(page, `${pagePaths.organisation}: the logout`);
    await picture(page, `logout-dialog-${locale}`);
    await inDialog("Save").click();
    await dialog.waitFor({ state: "detached" });

    const { page: colleague } = await visit(look);
    const email = `${address("saml").split("@")[0]}@${domain}`;
    await leave(colleague, email);
    await beNew(colleague, "森 葵", email);
    await colleague.getByText(email).waitFor();
    for (const box of await colleague.getByRole("checkbox").all()) await box.check();
    await button(colleague, sso("Agree and join")).click();
    await colleague.getByRole("tablist").waitFor();
    // There, and back as the provider's signed answer has it.
    await signOut(colleague, locale, signedOutPage());
    await colleague
      .getByText(sso("Your login through your organization has ended, here and at its login page."))
      .waitFor();
    await expectAccessible(colleague, `${signedOutPage()}: there, too`);
    await picture(colleague, `signed-out-${locale}`);
    await picture(page, `connection-${locale}`);
    await leave(colleague, email);
    await colleague.waitForURL(/\/identity\/saml\//);
    await colleague.locator("button[name=subject]", { hasText: email }).click();
    await colleague.getByRole("tablist").waitFor();
    await signOut(colleague, locale, signedOutPage());

    // A link leads the owner, who is logged in, there and back as somebody else.
    await page.goto(`${product.portalOrigin}${pagePaths.organisationSignIn}?login_hint=${email}`);
    await page.waitForURL(/\/identity\/saml\//);
    await page.locator("button[name=subject]", { hasText: email }).click();
    for (const one of [demo.email, email]) await page.getByText(one, { exact: true }).waitFor();
    await expectAccessible(page, otherAccountPage);
    await button(page, sso("Stay in this account")).click();
    await page.getByRole("tablist").waitFor();
    await page.goto(`${product.portalOrigin}${pagePaths.organisation}`);

    // A login that nobody asked for.
    const acs = new URL(
      (await page.locator("code", { hasText: "/acs" }).first().innerText()).trim(),
    );
    const posted = await fetch(acs, {
      method: "POST",
      body: new URLSearchParams({ SAMLResponse: "PHgvPg==" }),
      redirect: "manual",
    });
    expect(posted.status).toBe(303);
    await colleague.goto(new URL(posted.headers.get("location") ?? "", acs).href);
    await colleague
      .getByText(
        sso(
          "Logins that start at your organization's page aren't allowed here. Start from the login page.",
        ),
      )
      .waitFor();
    await expectAccessible(colleague, `${pagePaths.organisationSignIn}: from nowhere`);

    await button(page, say("Remove single sign-on")).click();
    await inDialog("Remove").click();
    await button(page, say("Set up SAML")).waitFor();
    await button(page, say("Remove the organization")).click();
    await inDialog("Remove").click();
    await button(page, say("Create an organization")).waitFor();
  });
});
