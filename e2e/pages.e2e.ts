import { carouselIntervalMs } from "@sekimori/portal-contract/constants";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, signOut } from "./support/member.ts";
import { expect, test } from "./support/test.ts";

type Locale = "ja" | "en";

const demo = { email: "demo@sekimori.example", password: "Sekimori-2026" } as const;

/** Pages anybody can open by address, with their titles (specification 2). */
const publicPages: readonly (readonly [string, string, string])[] = [
  [pagePaths.login, "Login", "ログイン"],
  [pagePaths.register, "Account Registration", "アカウント登録"],
  [pagePaths.registerSecurity24, "Security 24 free trial", "セキュリティ24"],
  [pageUrl("resetPassword", { step: "enter-id" }), "Reset Password", "パスワード"],
  [pagePaths.changePassword, "Change Password", "パスワード"],
  [pagePaths.notation, "Legal notice", "特定商取引法"],
  [pagePaths.terms, "Terms of service", "利用規約"],
  [pagePaths.pageNotFound, "Page not found", "ページが見つかりません"],
  [pagePaths.accessDenied, "Access denied", "アクセスが拒否されました"],
  [pagePaths.tds, "Payment Error", "お支払いのエラー"],
  [pagePaths.payInvoice, "Pay an invoice", "請求書の支払い"],
  [pagePaths.verifyInvoice, "Verify an invoice", "請求書の確認"],
  [pagePaths.organisationSignIn, "Log in through your organization", "組織のアカウントでログイン"],
  [pagePaths.stopRecovery, "Stop account recovery", "ログイン手段の再設定"],
  [pagePaths.finishRecovery, "This link is no longer valid", "このリンクは使えません"],
  [pagePaths.changeEmailUndo, "Undo your email address change", "メールアドレス"],
  [pagePaths.unsubscribe, "Monthly summary email", "月次サマリーメール"],
];

// Each is looked at in both themes and at four widths: these are the ones it is opened with.
const looks = [
  { locale: "ja", colorScheme: "dark", width: 375 },
  { locale: "en", colorScheme: "light", width: 1280 },
] as const;

/** Nothing may stick out sideways: a page never scrolls in two directions (WCAG 1.4.10). */
async function expectNoSidewaysScroll(page: Page, state: string): Promise<void> {
  const overflow = () =>
    page.evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
  await expect.poll(overflow, { message: `${state} sticks out sideways` }).toBeLessThanOrEqual(0);
}

describe.each(looks)("public pages, $locale, $colorScheme, $width px", (look) => {
  test.for(publicPages)("%s", async ([path, english, japanese], { visit }) => {
    const { page, expectConsole } = await visit(look);
    // Opened without an attempt or a token, the return pages ask in vain.
    expectConsole(/status of 404/);
    await page.goto(path);
    await page.locator("h1").first().waitFor();
    await expect.poll(() => page.title()).toContain(look.locale === "ja" ? japanese : english);
    await expect.poll(() => page.getAttribute("html", "lang")).toBe(look.locale);
    await expectAccessible(page, `${path} at ${look.width} px`);
    await expectNoSidewaysScroll(page, path);
  });
});

describe.each(looks)("private pages, $locale, $colorScheme, $width px", (look) => {
  test("My Page in both tabs", async ({ visit }) => {
    const { page } = await visit(look);
    await signIn(page, look.locale, demo.email, demo.password);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.getByRole("tabpanel").waitFor();
    await expectNoSidewaysScroll(page, "My Page");
    await page.getByRole("tab").nth(1).click();
    await page.getByRole("tab", { selected: true }).and(page.getByRole("tab").nth(1)).waitFor();
    await expectNoSidewaysScroll(page, "My Page, security");
  });
});

describe("the frame around a signed-in page", () => {
  test("profile popover: 280 px, name, address, and its three ways", async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, "ja", demo.email, demo.password);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.getByRole("button", { name: "アカウント", exact: true }).click();
    const menu = page.getByRole("menu");
    await menu.waitFor();
    const popover = page.locator(".react-aria-Popover, [data-trigger=MenuTrigger]").first();
    await expect.poll(async () => (await popover.boundingBox())?.width).toBe(280);
    await popover.getByText("関 花子").waitFor();
    await popover.getByText(demo.email).waitFor();
    const items = await page.getByRole("menuitem").allTextContents();
    expect(items.map((item) => item.replace(/（.*|\(.*/, "").trim())).toEqual([
      "マイページ",
      "お問い合わせ",
      "ログアウト",
    ]);
    const contact = page.getByRole("menuitem", { name: /お問い合わせ/ });
    await expect.poll(() => contact.getAttribute("target")).toBe("_blank");
    await expect
      .poll(() => contact.getAttribute("href"))
      .toMatch(/^https:\/\/www\.sekimori\.example\//);
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    // Signing out goes through the embedded application's path.
    const passed: string[] = [];
    page.on("framenavigated", (frame) => {
      if (frame === page.mainFrame()) passed.push(new URL(frame.url()).pathname);
    });
    await signOut(page, "ja");
    expect(passed).toContain("/third-party/karte/sign-out");
  });

  test("notices open from the bell", async ({ visit }) => {
    const { page } = await visit();
    await signIn(page, "ja", demo.email, demo.password);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.getByRole("button", { name: /^お知らせ/ }).click();
    await page.getByRole("dialog").waitFor();
  });

  test("the side menu names the specification's entries and marks where one is", async ({
    visit,
  }) => {
    const { page } = await visit();
    await signIn(page, "ja", demo.email, demo.password);
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    const menu = page.getByRole("navigation", { name: "メインメニュー" });
    for (const name of [
      "グループ一覧",
      "ドメイン一覧",
      "ドメイン一括登録",
      "インベントリドメイン",
      "インベントリ結果（検出事項）",
      "レポート申請",
      "ユーザー管理",
      "インポートログ",
      "アカウント設定",
      "契約情報",
    ]) {
      await menu.getByRole("link", { name, exact: true }).waitFor();
    }
    const current = menu.locator("[aria-current=page]");
    await current.getByText("アカウント設定").waitFor();
    await menu.getByRole("link", { name: "グループ一覧" }).click();
    await page.waitForURL((url) => url.pathname === `${pagePaths.karte}/group/list`);
    await current.getByText("グループ一覧").waitFor();
    await expect.poll(() => page.evaluate("window.scrollY")).toBe(0);
  });
});

describe("footer", () => {
  test.for<[Locale, readonly string[]]>([
    ["ja", ["特定商取引法に基づく表記", "利用規約", "会社情報", "プライバシーポリシー"]],
    ["en", ["Legal notice", "Terms of service", "Company information", "Privacy policy"]],
  ])("has the four links, by language, in a new tab: %s", async ([locale, names], { visit }) => {
    const { page } = await visit({ locale });
    await page.goto(pagePaths.login);
    const links = page.getByRole("contentinfo").getByRole("link");
    const site = `https://www.sekimori.example/${locale}`;
    const expected = [
      "/notation",
      `/v1/site/legal/service-terms.${locale}.pdf`,
      `${site}/company`,
      `${site}/privacy`,
    ];
    const of = (attribute: string) =>
      links.evaluateAll((all, name) => all.map((link) => link.getAttribute(name)), attribute);
    await expect.poll(() => of("href")).toEqual(expected);
    expect(await of("target")).toEqual(expected.map(() => "_blank"));
    const labels = await links.allTextContents();
    expect(labels.map((label, at) => label.startsWith(names[at] ?? "?"))).toEqual(
      names.map(() => true),
    );
    const terms = await page.request.get(expected[1] ?? "");
    expect(terms.headers()["content-type"]).toBe("application/pdf");
  });

  test("is hidden on access denied", async ({ visit }) => {
    const { page } = await visit();
    await page.goto(pagePaths.accessDenied);
    await page.locator("h1").waitFor();
    await expect.poll(() => page.getByRole("contentinfo").count()).toBe(0);
  });
});

describe("sign-in page", () => {
  test("of three slides each is shown for four seconds, until paused", async ({ visit }) => {
    const { page } = await visit({ reducedMotion: "no-preference" });
    await page.clock.install();
    await page.goto(pagePaths.login);
    const shown = page.locator("article[aria-roledescription]:not([inert])");
    await shown.waitFor();
    // From here on no time passes but what the test lets pass.
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const slide = () => shown.innerText();
    // To the beginning of a slide, as far as a look every 200 ms tells.
    const before = await slide();
    for (let passed = 0; passed < 4_000 && (await slide()) === before; passed += 200) {
      await page.clock.runFor(200);
    }
    await expect.poll(slide).not.toBe(before);
    const seen = [await slide()];
    for (let changes = 0; changes < 3; changes += 1) {
      // Neither sooner nor, as three short ones would look, the same again.
      for (const part of [1_000, 2_400]) {
        await page.clock.runFor(part);
        expect(await slide()).toBe(seen.at(-1));
      }
      await page.clock.runFor(620);
      await expect.poll(slide).not.toBe(seen.at(-1));
      seen.push(await slide());
    }
    expect(new Set(seen).size).toBe(3);
    expect(seen[3]).toBe(seen[0]);
    await page.getByRole("button", { name: "スライドを一時停止" }).click();
    await page.getByRole("button", { name: "スライドを一時停止" }).waitFor({ state: "detached" });
    const still = await shown.innerText();
    await page.clock.runFor(carouselIntervalMs * 3);
    expect(await shown.innerText()).toBe(still);
  });

  test("stands still under reduced motion", async ({ visit }) => {
    const { page } = await visit({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.goto(pagePaths.login);
    const shown = page.locator("article[aria-roledescription]:not([inert])");
    const first = await shown.innerText();
    await page.clock.runFor(carouselIntervalMs * 2);
    expect(await shown.innerText()).toBe(first);
  });

  test("login_hint fills the address", async ({ visit }) => {
    const { page } = await visit();
    await page.goto(pageUrl("login", { login_hint: "hinted@people.example" }));
    const field = page.getByRole("textbox", { name: "メールアドレス" });
    await expect.poll(() => field.inputValue()).toBe("hinted@people.example");
    // And what else leads on from here.
    for (const name of ["パスワードをお忘れですか？", "新規登録", "外部IDで新規登録"]) {
      await page.getByRole("link", { name, exact: true }).waitFor();
    }
    await page.getByRole("button", { name: "外部IDでログイン", exact: true }).waitFor();
  });

  test("switching the language keeps what was typed", async ({ visit }) => {
    const { page } = await visit();
    await page.goto(pagePaths.register);
    await page.getByRole("textbox", { name: "メールアドレス" }).fill("kept@people.example");
    await page.getByRole("button", { name: "外部IDで無料体験を始める", exact: true }).waitFor();
    await page.getByRole("button", { name: "English" }).click();
    const field = page.getByRole("textbox", { name: "Email address" });
    await expect.poll(() => field.inputValue()).toBe("kept@people.example");
    for (const name of ["Start free trial with email", "Start free trial with external ID"]) {
      await page.getByRole("button", { name, exact: true }).waitFor();
    }
    const member = page.getByRole("link", { name: "Log in", exact: true });
    expect(await member.getAttribute("href")).toBe(pagePaths.login);
  });

  test("can be used by keyboard alone", async ({ visit }) => {
    const { page } = await visit();
    await page.goto(pagePaths.login);
    await page.getByRole("textbox", { name: "メールアドレス" }).focus();
    await page.keyboard.type(demo.email);
    await page.keyboard.press("Tab");
    await page.keyboard.type(demo.password);
    await page.keyboard.press("Enter");
    await page.waitForURL((url) => url.pathname === pagePaths.security);
    await page.locator("h1:focus").waitFor();
  });
});
