import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import { pagePaths as portalPaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { signIn } from "../support/member.ts";
import type { RunningProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { eachLook, type Look, take } from "./look.ts";

/** Registers an application by a preset. */
async function addOne(page: Page, { locale }: Look): Promise<void> {
  const say = sentencesOf("features/applications", locale, "console");
  await page.getByRole("link", { name: say("Add an application") }).click();
  const made = page.getByRole("combobox", { name: say("What it's made with") });
  await made.selectOption("express");
  await page.getByRole("textbox", { name: say("Where it runs") }).fill("https://shop.example");
  await page
    .getByRole("textbox", { name: say("Name") })
    .first()
    .fill("Shop");
}

/** The integrator's console, as the demo's staff see it. */
export async function takeIntegration(product: RunningProduct): Promise<void> {
  const at = (path: string, query: Readonly<Record<string, string>> = {}) =>
    `${product.integrationOrigin}${path}?${new URLSearchParams(query)}`;
  await eachLook(product.portalOrigin, [375, 1280], async (context, look) => {
    const say = sentencesOf("features/applications", look.locale, "console");
    const inWalk = sentencesOf("features/walk", look.locale, "console");
    const page = await context.newPage();
    await page.goto(at(integrationPagePaths.applications));
    await page.waitForURL((url) => url.pathname === portalPaths.login);
    await signIn(page, look.locale, "demo@sekimori.example", "Sekimori-2026");
    await page.waitForURL((url) => url.origin === product.integrationOrigin);
    await page.getByRole("table").waitFor();
    await take(page, look, "integration-applications");
    await addOne(page, look);
    await take(page, look, "integration-add");
    await page.getByRole("button", { name: say("Add the application") }).click();
    await page.getByRole("heading", { name: say("Your application is registered") }).waitFor();
    await take(page, look, "integration-added");
    const id = await page.locator("code", { hasText: /^app-[0-9a-f]{12}$/ }).innerText();
    await page.goto(at(integrationPagePaths.application, { id }));
    await page.getByRole("heading", { level: 2 }).first().waitFor();
    await take(page, look, "integration-application");
    await page.goto(at(integrationPagePaths.guide, { id, with: "express" }));
    await page.getByText(`clientID: "${id}"`).waitFor();
    await take(page, look, "integration-guide");
    await page.goto(at(integrationPagePaths.tryLogin, { id }));
    await page.getByRole("button", { name: inWalk("Prepare the request") }).click();
    await page.getByRole("button", { name: inWalk("Log in at the portal") }).waitFor();
    await take(page, look, "integration-walk");
    await page.getByRole("button", { name: inWalk("Log in at the portal") }).click();
    const inConsent = sentencesOf("features/authorize", look.locale);
    await page.getByRole("button", { name: inConsent("Allow"), exact: true }).click();
    await page.getByText(inWalk("The login works"), { exact: true }).waitFor();
    await take(page, look, "integration-walked");
    await page.goto(at(integrationPagePaths.keys));
    await page.getByRole("table").waitFor();
    await take(page, look, "integration-keys");
    await page.goto(at(integrationPagePaths.refusals));
    await page.getByRole("heading", { level: 1 }).waitFor();
    await take(page, look, "integration-refusals");
  });
}
