import { kartePage, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { expect, test } from "./support/test.ts";

async function atGroupList(page: Page) {
  await page.goto(kartePage("/group/list"));
  // The guard remembers where one wanted to go before it shows the sign-in.
  await page.waitForURL((url) => url.pathname === pagePaths.login);
  await signIn(page, "ja", "demo@sekimori.example", "Sekimori-2026");
  await page.waitForURL((url) => url.pathname === kartePage("/group/list"));
  const guest = page.frameLocator("iframe");
  await guest.getByText("Guest at /group/list").waitFor();
  return guest;
}

describe("embedded application", () => {
  test("opens at the page the address names, in the portal's language", async ({ visit }) => {
    const { page } = await visit();
    const guest = await atGroupList(page);
    await guest.getByText("Language ja").waitFor();
    await page.waitForFunction("document.title.startsWith('Guest /group/list')");
  });

  test("menu, address and application stay in step, also on the way back", async ({ visit }) => {
    const { page } = await visit();
    const guest = await atGroupList(page);
    await page.getByRole("link", { name: "レポート申請" }).click();
    await guest.getByText("Guest at /report-request").waitFor();
    await guest.getByRole("link", { name: "Results" }).click();
    await page.waitForURL((url) => url.pathname === kartePage("/inventory/result"));
    const current = page
      .getByRole("navigation", { name: "メインメニュー" })
      .locator("[aria-current=page]");
    await current.getByText("インベントリ結果（検出事項）").waitFor();
    await page.goBack();
    await guest.getByText("Guest at /report-request").waitFor();
    await page.goBack();
    await guest.getByText("Guest at /group/list").waitFor();
  });

  test("whose session has ended sends to sign-in, and back afterwards", async ({ visit }) => {
    const { page } = await visit();
    const guest = await atGroupList(page);
    await guest.getByRole("button", { name: "expire" }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.login);
    await signIn(page, "ja", "demo@sekimori.example", "Sekimori-2026");
    await page.waitForURL((url) => url.pathname === kartePage("/group/list"));
  });

  test("that is slow is said to be away, and shown when it comes", async ({ visit }) => {
    const { page } = await visit();
    await atGroupList(page);
    const { promise: isThere, resolve: arrives } = Promise.withResolvers<void>();
    await page.route(
      ({ pathname }) => pathname === "/report-request",
      async (route) => {
        await isThere;
        await route.continue();
      },
    );
    await page.goto(kartePage("/report-request"), { waitUntil: "domcontentloaded" });
    const said = sentencesOf(
      "features/karte-frame",
      "ja",
    )("We can't reach the management application");
    const away = page.getByRole("heading", { level: 1, name: said });
    await away.waitFor();
    await expect.poll(() => page.title()).toBe(`${said} | Sekimori`);
    arrives();
    await page.frameLocator("iframe").getByText("Guest at /report-request").waitFor();
    await away.waitFor({ state: "detached" });
    await expect.poll(() => page.title()).toBe("Guest /report-request | Sekimori");
  });

  test("asks for the contact page in a new tab", async ({ visit }) => {
    const { page, context } = await visit();
    const guest = await atGroupList(page);
    await context.route("https://www.sekimori.example/**", (route) =>
      route.fulfill({ contentType: "text/html", body: "<title>Contact</title>" }),
    );
    const opened = context.waitForEvent("page");
    await guest.getByRole("button", { name: "contact" }).click();
    await (await opened).waitForURL("https://www.sekimori.example/contact**");
  });
});
