import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { type CallingApplication, startCallingApplication } from "./support/calling-application.ts";
import { Mailbox } from "./support/mailbox.ts";
import { signIn, signOut } from "./support/member.ts";
import { runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { SignUp } from "./support/sign-up-steps.ts";

// `npm run screens`: a picture of every screen in both languages and themes at three widths, into
// .cache/screens/, for people to look at.
const folder = fileURLToPath(new URL("../.cache/screens/", import.meta.url));
const widths = [375, 768, 1280];

interface Look {
  readonly locale: "ja" | "en";
  readonly colorScheme: "light" | "dark";
  readonly width: number;
}

const looks: readonly Look[] = (["ja", "en"] as const).flatMap((locale) =>
  (["light", "dark"] as const).flatMap((colorScheme) =>
    widths.map((width) => ({ locale, colorScheme, width })),
  ),
);

const publicPaths = [
  pagePaths.login,
  pagePaths.register,
  pagePaths.registerSecurity24,
  pagePaths.resetPassword,
  pagePaths.changePassword,
  pagePaths.terms,
  pagePaths.notation,
  pagePaths.pageNotFound,
  pagePaths.accessDenied,
  pagePaths.tds,
  // Without what another site would have brought along: their way of saying so.
  pagePaths.authorize,
  pagePaths.gmoidCallback,
  pagePaths.changeEmailUndo,
];

async function take(page: Page, look: Look, name: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.evaluate("document.fonts.ready");
  const file = `${name}-${look.locale}-${look.colorScheme}-${look.width}.png`;
  // A dialog lies over the window, not over the page.
  const fullPage = (await page.getByRole("dialog").count()) === 0;
  await page.screenshot({ path: `${folder}${file}`, fullPage });
}

async function takeWizard(page: Page, look: Look, mailbox: Mailbox): Promise<string> {
  const email = `screens-${look.locale}-${look.colorScheme}-${look.width}@people.example`;
  const person = new SignUp(page, mailbox, look.locale, email);
  await person.start("detailed");
  await take(page, look, "register-verification");
  await person.verify();
  await take(page, look, "register-info");
  await person.fillOrganisation();
  await person.review();
  await take(page, look, "confirm-info");
  await person.confirm("detailed");
  await take(page, look, "payment-info");
  await person.toPaymentMethod();
  await take(page, look, "payment-method");
  await person.submitCard("4111110000001003");
  await person.at(pagePaths.agreement);
  await take(page, look, "agreement");
  await person.agree("detailed");
  await take(page, look, "my-page");
  await page.getByRole("tab").nth(1).click();
  await take(page, look, "my-page-security");
  return email;
}

/** What a member opens from My Page, one dialog after the other, and the frame's page. */
async function takeMyPage(page: Page, look: Look): Promise<number> {
  const dialogs =
    look.locale === "ja"
      ? { first: ["変更: 氏名", "変更: メールアドレス", "変更: 言語"], second: "変更: パスワード" }
      : {
          first: ["Change: Name", "Change: Email address", "Change: Language"],
          second: "Change: Password",
        };
  const open = async (name: string, file: string) => {
    await page.getByRole("button", { name, exact: true }).click();
    await page.getByRole("dialog").waitFor();
    await take(page, look, file);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await open(dialogs.second, "change-password");
  await page.getByRole("tab").first().click();
  for (const [index, name] of dialogs.first.entries()) {
    await open(name, ["change-name", "change-email", "change-language"][index] ?? "");
  }
  await page.goto(`${pagePaths.changeEmailVerify}?change_email=next%40people.example`);
  await take(page, look, "change-email-verify");
  await page.goto(kartePage(kartePaths.siteList));
  await take(page, look, "karte");
  return 6;
}

/** An application's request, and the same application among those that have access. */
async function takeApplications(
  page: Page,
  look: Look,
  { request, host }: CallingApplication,
): Promise<number> {
  const say = sentencesOf("features/my-page", look.locale);
  const allow = sentencesOf("features/authorize", look.locale)("Allow");
  await page.goto(request({ scope: "openid profile email plan" }).url);
  await page.getByRole("button", { name: allow, exact: true }).waitFor();
  await take(page, look, "consent");
  await page.getByRole("button", { name: allow, exact: true }).click();
  await page.waitForURL((url) => url.host === host);
  await page.goto(`${pagePaths.security}?tab=security`);
  const withdraw = page.getByRole("button", { name: say("Withdraw access") });
  await withdraw.waitFor();
  await take(page, look, "my-page-applications");
  await withdraw.click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, "withdraw-access");
  return 3;
}

/** The second step of a sign-in, in a browser that is not signed in any more. */
async function takeOneTimePassword(page: Page, look: Look, email: string): Promise<void> {
  const { locale } = look;
  await page.goto(pagePaths.security);
  await page.getByRole("tab").nth(1).click();
  const enable = locale === "ja" ? "有効にする: 二要素認証" : "Enable: Two-factor authentication";
  await page.getByRole("button", { name: enable }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: locale === "ja" ? "有効にする" : "Enable" }).click();
  await dialog.waitFor({ state: "detached" });
  await signOut(page, locale);
  await signIn(page, locale, email);
  await page.waitForURL((url) => url.pathname === pagePaths.otp);
  await take(page, look, "otp");
}

async function takeAll(
  context: BrowserContext,
  look: Look,
  mailbox: Mailbox,
  application: CallingApplication,
): Promise<number> {
  const page = await context.newPage();
  for (const path of publicPaths) {
    await page.goto(path);
    await take(page, look, path.slice(1).replaceAll("/", "-"));
  }
  const email = await takeWizard(page, look, mailbox);
  const onMyPage = await takeMyPage(page, look);
  const ofApplications = await takeApplications(page, look, application);
  await takeOneTimePassword(page, look, email);
  return publicPaths.length + 8 + onMyPage + ofApplications + 1;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
const application = await startCallingApplication(product, "Ledger of Kyobashi");
let count = 0;
try {
  for (const [index, look] of looks.entries()) {
    const { locale, colorScheme, width } = look;
    const context = await browser.newContext({
      baseURL: product.portalOrigin,
      locale: locale === "en" ? "en-US" : "ja-JP",
      timezoneId: "Asia/Tokyo",
      viewport: { width, height: 800 },
      colorScheme,
      reducedMotion: "reduce",
      extraHTTPHeaders: { "x-forwarded-for": `198.18.0.${index + 1}` },
    });
    count += await takeAll(context, look, new Mailbox(product.sandboxOrigin), application);
    await context.close();
  }
} finally {
  await browser.close();
  await application.stop();
  await product.stop();
}
console.log(`${count} pictures in .cache/screens/`);
