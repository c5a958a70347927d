import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { companyLooks, publishRecord } from "./support/company-records.ts";
import { signIn, speak } from "./support/member.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

// The owner connects a directory; the directory is this file, which calls as one would.

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { withCompany: true });
});
afterAll(() => product?.stop());

describe.each(companyLooks)("provisioning ($locale, $width px, $colorScheme)", (look) => {
  const { locale, domain } = look;
  const say = sentencesOf("features/organisation", locale);
  const my = sentencesOf("features/my-page", locale);
  const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

  test("a token is made, the directory brings people and takes one out, and the token is ended", async ({
    visit,
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

    await button(page, say("Create a token")).click();
    await expectAccessible(page, `${pagePaths.organisation}: making a token`);
    await inDialog("Create").click();
    const shown = dialog.locator("code");
    await shown.waitFor();
    const token = await shown.innerText();
    expect(token).toMatch(/^sks_[\w-]{43}$/);
    await expectAccessible(page, `${pagePaths.organisation}: a new token`);
    await inDialog("I've saved it").click();
    await page.getByText(say("Not used yet")).waitFor();

    const base = await page.locator("code", { hasText: "/scim/v2/" }).innerText();
    const call = async (method: string, path: string, body: object) => {
      const answer = await fetch(`${base}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        body: JSON.stringify(body),
      });
      return { status: answer.status, body: (await answer.json()) as { id: string } };
    };
    const person = (email: string) => ({
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: email,
      displayName: "関 葵",
      emails: [{ value: email, primary: true }],
    });
    const made = await call("POST", "/Users", person(`aoi@${domain}`));
    expect(made.status).toBe(201);
    expect((await call("POST", "/Users", person(`midori@${domain}`))).status).toBe(201);
    const off = await call("PATCH", `/Users/${made.body.id}`, {
      schemas: ["urn:ietf:params:scim:api:messages:2.0:PatchOp"],
      Operations: [{ op: "replace", value: { active: false } }],
    });
    expect(off.status).toBe(200);
    await page.reload();
    await page.getByText(say("People changed last")).click();
    await page.getByText(`aoi@${domain}`).waitFor();
    await page.getByText(say("Hasn't joined yet")).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: people of a directory`);

    await call("POST", "/Groups", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:Group"],
      displayName: "karte-admins",
    });
    await page.reload();
    await button(page, say("Give a group a role")).click();
    await dialog.getByText(/karte-admins/).waitFor();
    await dialog.getByRole("textbox", { name: say("Group"), exact: true }).fill("karte-admins");
    await dialog
      .getByRole("combobox", { name: say("Role in the management application") })
      .selectOption("admin");
    await dialog.getByText(say("Nobody's role changes now.")).waitFor();
    await expectAccessible(page, `${pagePaths.organisation}: a role for a group`);
    await inDialog("Save").click();
    await page.getByRole("button", { name: `${say("Remove")}: karte-admins` }).waitFor();

    await page.getByRole("button", { name: `${say("End")}: ${token.slice(-4)}` }).click();
    await expectAccessible(page, `${pagePaths.organisation}: ending a token`);
    await inDialog("End").click();
    await page.getByText(say("No tokens yet.")).waitFor();
    expect((await call("POST", "/Users", person(`late@${domain}`))).status).toBe(401);

    await button(page, say("Remove the organization")).click();
    await dialog.getByRole("button", { name: say("Remove"), exact: true }).click();
    await button(page, say("Create an organization")).waitFor();
  });
});
