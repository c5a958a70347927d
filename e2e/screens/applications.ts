import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import {
  type CallingApplication,
  startCallingApplication,
} from "../support/calling-application.ts";
import { Mailbox } from "../support/mailbox.ts";
import { signIn } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { signUpForFree } from "../support/sign-up-steps.ts";
import { newDevice, type WaitingDevice } from "../support/waiting-device.ts";
import { eachLook, type Look, take } from "./look.ts";

const text = {
  ja: { connect: "接続する", refuse: "接続しない", code: "コード", stay: "ログアウトしない" },
  en: { connect: "Connect", refuse: "Don't connect", code: "Code", stay: "Stay logged in" },
} as const;

/** Draws a picture as an application would have one. */
async function drawLogo(context: BrowserContext, path: string): Promise<void> {
  const page = await context.newPage();
  await page.setContent(
    `<svg width="128" height="128" viewBox="0 0 128 128" style="position:fixed;inset:0">
      <rect width="128" height="128" fill="#1f4e5f"/>
      <path d="M32 92V36h16v42h48v14z" fill="#f2c14e"/></svg>`,
  );
  await page.screenshot({ path, clip: { x: 0, y: 0, width: 128, height: 128 } });
  await page.close();
}

interface Applications {
  readonly ledger: CallingApplication;
  readonly television: WaitingDevice;
  readonly mailbox: Mailbox;
}

/** What a device's person sees: in a browser that is signed in, and where the answer is no. */
async function takeDevice(page: Page, look: Look, { television }: Applications): Promise<void> {
  const says = text[look.locale];
  const press = (name: string) => page.getByRole("button", { name, exact: true }).click();
  const refused = await television.asks();
  await page.goto(refused.verification_uri);
  await take(page, look, "device-code");
  await page.getByRole("textbox", { name: says.code }).fill("BBBB-BBBB");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  await take(page, look, "device-code-wrong");
  await page.goto(refused.verification_uri_complete);
  await page.getByRole("button", { name: says.connect, exact: true }).waitFor();
  await take(page, look, "device-confirm");
  await press(says.refuse);
  await page.getByRole("button", { name: says.refuse, exact: true }).waitFor({ state: "detached" });
  await take(page, look, "device-refused");
  const connected = await television.asks();
  await page.goto(connected.verification_uri_complete);
  await press(says.connect);
  await page
    .getByRole("button", { name: says.connect, exact: true })
    .waitFor({ state: "detached" });
  await take(page, look, "device-connected");
}

async function takeAll(context: BrowserContext, look: Look, all: Applications): Promise<void> {
  const { ledger, mailbox } = all;
  const { locale } = look;
  const email = `applications-${locale}-${look.colorScheme}-${look.width}@people.example`;
  const elsewhere = await context.browser()?.newContext({
    ...{ locale: locale === "en" ? "en-US" : "ja-JP", viewport: { width: 1280, height: 800 } },
  });
  if (elsewhere === undefined) throw new Error("The browser is gone.");
  const portal = new URL(ledger.signOut()).origin;
  await signUpForFree(await elsewhere.newPage(), mailbox, locale, email, portal);
  await elsewhere.close();

  const page = await context.newPage();
  const scope = "openid profile email address plan organization roles offline_access";
  await page.goto(ledger.request({ login_hint: email, scope, prompt: "consent" }).url);
  await page.waitForURL((url) => url.pathname === pagePaths.login);
  // Fetched after the page is there.
  await page.getByRole("status").filter({ hasText: "Ledger of Kyobashi" }).waitFor();
  await take(page, look, "application-sign-in");
  await signIn(page, locale, email);
  const allow = sentencesOf("features/authorize", locale)("Allow");
  await page.getByRole("button", { name: allow, exact: true }).waitFor();
  await take(page, look, "application-consent");
  await page.goto(ledger.request({ prompt: "select_account" }).url);
  await page.waitForURL((url) => url.pathname === pagePaths.authorize);
  await take(page, look, "application-choose-account");
  await takeDevice(page, look, all);
  await page.goto(ledger.request({ client_id: "nobody" }).url);
  await take(page, look, "application-unknown");
  await page.goto(ledger.signOut());
  await page.getByRole("button", { name: text[locale].stay, exact: true }).waitFor();
  await take(page, look, "application-sign-out");
  await page.getByRole("button", { name: text[locale].stay, exact: true }).click();
  await page
    .getByRole("button", { name: text[locale].stay, exact: true })
    .waitFor({ state: "detached" });
  await take(page, look, "application-signed-in-still");
}

/** What people see of applications that sign them in, and of devices. */
export async function takeApplications(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  const folder = mkdtempSync(join(tmpdir(), "sekimori-screens-"));
  const logo = join(folder, "logo.png");
  let all: Applications | undefined;
  let ledger: CallingApplication | undefined;
  try {
    await eachLook(product.portalOrigin, [375, 1280], async (context, look) => {
      if (all === undefined) {
        await drawLogo(context, logo);
        const options = () => ["--logo", logo];
        ledger = await startCallingApplication(
          ...([product, "Ledger of Kyobashi", "third party", options] as const),
        );
        const own = ["--first-party", "--logo", logo];
        const television = await newDevice(product, "Television of Kyobashi", own);
        all = { ledger, television, mailbox: new Mailbox(product.sandboxOrigin) };
      }
      await takeAll(context, look, all);
    });
  } finally {
    await ledger?.stop();
    await product.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
