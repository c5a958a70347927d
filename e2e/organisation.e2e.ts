import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { companyLooks, publishRecord } from "./support/company-records.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, speak } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// The sample company's name servers run, so that a domain is verified by a record that was published.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
});
afterAll(() => product?.stop());

describe.each(companyLooks)("an organisation ($locale, $width px, $colorScheme)", (look) => {
  const { locale, domain } = look;
  const say = sentencesOf("features/organisation", locale);
  const errors = sentencesOf("app/private", locale);
  const my = sentencesOf("features/my-page", locale);
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  test("is created from My Page, verifies a domain by its record, and is removed", async ({
    visit,
  }) => {
    const { page } = await visit(look);
    await page.goto(`${product.portalOrigin}${pagePaths.login}`);
    await signIn(page, locale, demo.email, demo.password);
    await page.getByRole("tablist").waitFor();
    await speak(page, locale);
    await page.getByRole("link", { name: my("Manage your organization") }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.organisation);

    const dialog = page.getByRole("dialog");
    const inDialog = (name: string) => dialog.getByRole("button", { name: say(name), exact: true });
    await button(page, say("Create an organization")).click();
    await expectAccessible(page, `${pagePaths.organisation}: creating it`);
    await inDialog("Create").click();
    await page.getByText(say("No domains yet.")).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: without domains`);

    await button(page, say("Add a domain")).click();
    const box = dialog.getByRole("textbox", { name: say("Domain") });
    for (const [name, sentence] of [
      ["gmail.com", "Anyone can get an address at this domain, so it can't be an organization's."],
      ["nothing", "Enter a domain like example.co.jp."],
    ] as const) {
      await box.fill(name);
      await inDialog("Add a domain").click();
      await dialog.getByText(errors(sentence)).first().waitFor();
    }
    await expectAccessible(page, `${pagePaths.organisation}: a domain that is refused`);
    await box.fill(domain.toUpperCase());
    await inDialog("Add a domain").click();
    await dialog.waitFor({ state: "detached" });
    await page.getByText(say("Not verified"), { exact: true }).waitFor();

    const check = button(page, `${say("Check now")}: ${domain}`);
    await check.click();
    await page.getByText(say("We didn't find this TXT record")).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: a record that isn't there`);
    const [name = "", value = ""] = await page.locator("li code").allInnerTexts();
    expect(name).toBe(`_sekimori-organisation.${domain}`);
    await publishRecord(product, name, value);
    await check.click();
    await page.getByText(say("Verified"), { exact: true }).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: a verified domain`);

    await button(page, `${say("Remove")}: ${domain}`).click();
    await expectAccessible(page, `${pagePaths.organisation}: removing a domain`);
    await inDialog("Remove").click();
    await page.getByText(say("No domains yet.")).waitFor();

    await button(page, say("Remove the organization")).click();
    await expectAccessible(page, `${pagePaths.organisation}: removing it`);
    await inDialog("Remove").click();
    await button(page, say("Create an organization")).waitFor();
  });

  test("is not a free plan's, and the page says so", async ({ visit, address }) => {
    const { page } = await visit(look);
    const mailbox = new Mailbox(product.sandboxOrigin);
    await signUpForFree(page, mailbox, locale, address("free"), product.portalOrigin);
    await page.goto(`${product.portalOrigin}${pagePaths.organisation}`);
    await page
      .getByText(say("This page is for organizations only"))
      .or(page.getByText(say("The paid plan includes an organization")))
      .waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: without the plan`);
  });
});
