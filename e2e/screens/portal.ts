import { kartePage, kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { BrowserContext, Page } from "playwright-core";
import {
  type CallingApplication,
  startCallingApplication,
} from "../support/calling-application.ts";
import { Mailbox } from "../support/mailbox.ts";
import { signIn, signOut } from "../support/member.ts";
import { runProduct } from "../support/running-product.ts";
import { sentencesOf } from "../support/sentences.ts";
import { SignUp } from "../support/sign-up-steps.ts";
import { eachLook, type Look, take } from "./look.ts";

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
  // Without what another site would have brought along: their way of saying so.
  pagePaths.authorize,
  pagePaths.gmoidCallback,
  pagePaths.organisationSignIn,
  pagePaths.stopRecovery,
  pagePaths.finishRecovery,
  pagePaths.changeEmailUndo,
  pagePaths.unsubscribe,
  pagePaths.verifyInvoice,
];

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
  await page.goto(pagePaths.tds);
  await take(page, look, "tds");
  await page.locator("main [role=alert] a").click();
  await person.submitCard("4111110000001003");
  await person.at(pagePaths.agreement);
  await take(page, look, "agreement");
  await person.acceptTerms("detailed");
  await person.at(pagePaths.registrationComplete);
  await take(page, look, "registration-complete");
  await person.toMyPage();
  await take(page, look, "my-page");
  await page.getByRole("tab").nth(1).click();
  await take(page, look, "my-page-security");
  return email;
}

/** What a member opens from My Page, one dialog after the other, and the frame's page. */
async function takeMyPage(page: Page, look: Look): Promise<void> {
  const dialogs =
    look.locale === "ja"
      ? {
          first: ["変更: 氏名", "変更: メールアドレス", "変更: 言語", "登録情報を変更する"],
          second: "変更: パスワード",
        }
      : {
          first: [
            "Change: Name",
            "Change: Email address",
            "Change: Language",
            "Change registered details",
          ],
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
  const files = ["change-name", "change-email", "change-language", "change-details"];
  for (const [index, name] of dialogs.first.entries()) await open(name, files[index] ?? "");
  await page.goto(`${pagePaths.changeEmailVerify}?change_email=next%40people.example`);
  await take(page, look, "change-email-verify");
  await page.goto(kartePage(kartePaths.siteList));
  await page.frameLocator("iframe").locator("h1").first().waitFor();
  await take(page, look, "karte");
}

/** An application's request, and the same application among those that have access. */
async function takeApplications(
  page: Page,
  look: Look,
  { request, host }: CallingApplication,
): Promise<void> {
  const say = sentencesOf("features/my-page", look.locale);
  const allow = sentencesOf("features/authorize", look.locale)("Allow");
  await page.goto(request({ scope: "openid profile email plan" }).url);
  await page.getByRole("button", { name: allow, exact: true }).waitFor();
  await take(page, look, "consent");
  await page.getByRole("button", { name: allow, exact: true }).click();
  await page.waitForURL((url) => url.host === host);
  await page.goto(`${pagePaths.security}?tab=security`);
  // Karte has access too: it signs in through the portal like any other application.
  const withdraw = page
    .getByRole("button", { name: say("Revoke access") })
    .and(page.getByRole("button", { name: "Ledger of Kyobashi" }));
  await withdraw.waitFor();
  await take(page, look, "my-page-applications");
  await withdraw.click();
  await page.getByRole("dialog").waitFor();
  await take(page, look, "withdraw-access");
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
): Promise<void> {
  const page = await context.newPage();
  for (const path of publicPaths) {
    await page.goto(path);
    await take(page, look, path.slice(1).replaceAll("/", "-"));
  }
  const email = await takeWizard(page, look, mailbox);
  await takeMyPage(page, look);
  await takeApplications(page, look, application);
  await takeOneTimePassword(page, look, email);
}

/** The portal's pages, dialogs and steps, as somebody new goes through them. */
export async function takePortal(): Promise<void> {
  const product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" });
  const application = await startCallingApplication(product, "Ledger of Kyobashi");
  try {
    await eachLook(product.portalOrigin, [320, 375, 768, 1280], (context, look) =>
      takeAll(context, look, new Mailbox(product.sandboxOrigin), application),
    );
  } finally {
    await application.stop();
    await product.stop();
  }
}
