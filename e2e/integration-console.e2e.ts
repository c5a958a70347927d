import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn } from "./support/member.ts";
import { picture } from "./support/picture.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

// The integrator's console, as somebody uses it who connects an application: the demo's staff.

let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
});
afterAll(() => product?.stop());

/** Opens it as somebody of the demo, who signs in by the portal on the way. */
async function enter(page: Page, locale: "ja" | "en", who: string) {
  await page.goto(`${product.integrationOrigin}${integrationPagePaths.applications}`);
  await page.waitForURL((url) => url.pathname === portalPaths.login);
  await signIn(page, locale, `${who}@sekimori.example`, "Sekimori-2026");
  await page.waitForURL((url) => url.origin === product.integrationOrigin);
}

describe.for(["ja", "en"] as const)("the integrator's console (%s)", (locale) => {
  const inApp = sentencesOf("app", locale, "console");
  const inApplications = sentencesOf("features/applications", locale, "console");
  const inRefusals = sentencesOf("features/refusals", locale, "console");
  const inWalk = sentencesOf("features/walk", locale, "console");

  test("registers an application by a preset, and shows why its first request was refused", async ({
    visit,
  }) => {
    const isJapanese = locale === "ja";
    const { page } = await visit({
      locale,
      width: isJapanese ? 375 : 1280,
      colorScheme: isJapanese ? "dark" : "light",
    });
    await enter(page, locale, "demo");
    await page.getByRole("heading", { level: 1, name: inApplications("Applications") }).waitFor();
    await page.getByRole("table").getByRole("row").nth(1).waitFor();
    await expectAccessible(page, "integration: applications");
    await picture(page, `integration-applications-${locale}`);

    await page.getByRole("link", { name: inApplications("Add an application") }).click();
    const select = page.getByRole("combobox", { name: inApplications("What it's made with") });
    await select.selectOption("express");
    const runs = page.getByRole("textbox", { name: inApplications("Where it runs") });
    await runs.fill("https://shop.example");
    const returns = page.getByRole("textbox", {
      name: inApplications("Return addresses after login"),
    });
    expect(await returns.inputValue()).toBe("https://shop.example/callback");
    await returns.fill("https://shop.example/callback\nhttp://shop.example/callback");
    await page.getByText(inApplications("this address would be refused")).waitFor();
    await page.getByRole("button", { name: inApplications("Add the application") }).click();
    await page.getByRole("link", { name: new RegExp(inApplications("Name")) }).waitFor();
    await expectAccessible(page, "integration: an application that is refused");
    await picture(page, `integration-add-${locale}`);
    await returns.fill("https://shop.example/callback");
    await page
      .getByRole("textbox", { name: inApplications("Name"), exact: false })
      .first()
      .fill("Shop");
    await page.getByRole("button", { name: inApplications("Add the application") }).click();
    await page
      .getByRole("heading", { level: 1, name: inApplications("Your application is registered") })
      .waitFor();
    await expectAccessible(page, "integration: a secret, once");
    await picture(page, `integration-added-${locale}`);
    const id = await page.locator("code", { hasText: /^app-[0-9a-f]{12}$/ }).innerText();

    // Its first request has a slash too many.
    const request = new URLSearchParams({
      client_id: id,
      response_type: "code",
      scope: "openid",
      redirect_uri: "https://shop.example/callback/",
    });
    await page.goto(`${product.portalOrigin}/v1/idp/oidc/authorize?${request}`);
    const reference = await page.locator("dd code").last().innerText();
    await page.goto(
      `${product.integrationOrigin}${integrationPagePaths.refusals}?${new URLSearchParams({ reference })}`,
    );
    const card = page.getByRole("listitem").filter({ hasText: "invalid_redirect_uri" });
    await expect
      .poll(async () => {
        await page.reload();
        await page.getByRole("heading", { level: 2 }).first().waitFor();
        return card.count();
      })
      .toBe(1);
    await card.getByText("https://shop.example/callback/", { exact: true }).waitFor();
    await card.getByText("https://shop.example/callback", { exact: true }).waitFor();
    await expectAccessible(page, "integration: refused requests");
    await picture(page, `integration-refusals-${locale}`);
    expect(inRefusals("Received")).not.toBe("");

    await page.goto(
      `${product.integrationOrigin}${integrationPagePaths.application}?${new URLSearchParams({ id })}`,
    );
    await page.getByRole("button", { name: inApplications("Create a new secret") }).click();
    await page
      .getByRole("dialog")
      .getByRole("button", { name: inApplications("Create"), exact: true })
      .click();
    await page.getByRole("button", { name: inApplications("Done") }).click();
    await page.getByRole("button", { name: inApplications("Edit"), exact: true }).click();
    await expectAccessible(page, "integration: edit an application");
    await picture(page, `integration-edit-${locale}`);
    await page
      .getByRole("dialog")
      .getByRole("button", { name: inApplications("Save"), exact: true })
      .click();
    await page.getByText(inApplications("Saved. It holds at once.")).waitFor();
    await expectAccessible(page, "integration: an application");
    await picture(page, `integration-application-${locale}`);
    await page
      .getByRole("link", { name: inApplications("See how to set it up, step by step") })
      .click();
    const inGuide = sentencesOf("features/guide", locale, "console");
    await page
      .getByRole("heading", { level: 1, name: inGuide("Set up the application") })
      .waitFor();
    await page.getByText(`clientID: "${id}"`).waitFor();
    await expectAccessible(page, "integration: a guide with its values");
    await picture(page, `integration-guide-${locale}`);

    // A login is tried, by the console in the application's place.
    await page.getByRole("link", { name: inGuide("Back to the application") }).click();
    await page.getByRole("link", { name: inApplications("Try the login") }).click();
    await page.getByRole("button", { name: inWalk("Prepare the request") }).click();
    const leave = page.getByRole("button", { name: inWalk("Log in at the portal") });
    await leave.waitFor();
    await expectAccessible(page, "integration: a walk's request");
    await picture(page, `integration-walk-${locale}`);
  });

  test("is not for whoever has no role for it, who is told so", async ({ visit }) => {
    const { page } = await visit({ locale });
    await enter(page, locale, "viewer");
    await page
      .getByText(inApp("Your account doesn't have access to the integration console"), {
        exact: true,
      })
      .waitFor();
    await expectAccessible(page, "integration: no access");
  });
});
