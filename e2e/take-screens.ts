import { mkdirSync, rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { Mailbox } from "./support/mailbox.ts";
import { runProduct } from "./support/running-product.ts";
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
];

async function take(page: Page, look: Look, name: string): Promise<void> {
  await page.locator("h1").first().waitFor();
  await page.evaluate("document.fonts.ready");
  const file = `${name}-${look.locale}-${look.colorScheme}-${look.width}.png`;
  await page.screenshot({ path: `${folder}${file}`, fullPage: true });
}

async function takeWizard(page: Page, look: Look, mailbox: Mailbox): Promise<void> {
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
}

async function takeAll(context: BrowserContext, look: Look, mailbox: Mailbox): Promise<number> {
  const page = await context.newPage();
  for (const path of publicPaths) {
    await page.goto(path);
    await take(page, look, path.slice(1).replaceAll("/", "-"));
  }
  await takeWizard(page, look, mailbox);
  return publicPaths.length + 8;
}

rmSync(folder, { recursive: true, force: true });
mkdirSync(folder, { recursive: true });
const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-background-networking"],
});
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
    count += await takeAll(context, look, new Mailbox(product.sandboxOrigin));
    await context.close();
  }
} finally {
  await browser.close();
  await product.stop();
}
console.log(`${count} pictures in .cache/screens/`);
