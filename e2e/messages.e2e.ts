import { kartePaths, pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn, toast } from "./support/member.ts";
import { picture } from "./support/picture.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const signInCall = "**/v1/idp/sign-in";

async function answer(
  page: Page,
  call: string,
  status: number,
  type?: string,
  data?: Readonly<Record<string, number>>,
): Promise<void> {
  await page.route(call, (route) =>
    route.fulfill({
      status,
      contentType: "application/json",
      body: JSON.stringify({ error: { type, message: "provoked", requestId: "provoked-1", data } }),
    }),
  );
}

const answerSignIn = (page: Page, status: number, type?: string) =>
  answer(page, signInCall, status, type);

describe("messages of failures", () => {
  test.for([
    [400, "InvalidInput", "Invalid input value. Check what you entered."],
    [404, "NotFound", "Target does not exist."],
    [
      500,
      "Unexpected",
      "An unexpected error occurred. If it happens again, contact the administrator.",
    ],
    [
      599,
      undefined,
      "An unexpected error occurred. If it happens again, contact the administrator.",
    ],
    [503, "Unavailable", "The service isn't available right now. Try again in a few minutes."],
    [504, "Timeout", "Your request could not be processed in time. Try again."],
  ] as const)("%i %s", async ([status, type, sentence], { visit }) => {
    const { page, expectConsole } = await visit({ locale: "en" });
    expectConsole(/status of 5(?:00|99)/);
    await page.goto(pagePaths.login);
    await answerSignIn(page, status, type);
    await signIn(page, "en", "someone@people.example");
    await toast(page, "en").getByText("Couldn't log in").waitFor();
    await toast(page, "en").getByText(sentence).waitFor();
    const reference = toast(page, "en").getByText("Reference: provoked-1");
    expect(await reference.count()).toBe(status >= 500 ? 1 : 0);
  });

  test("in a page's place the reference is quoted only of what is ours to look into", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("reference"));
    const main = page.locator("main");
    for (const [call, path] of [
      ["**/v1/profile/my-profile", pagePaths.security],
      ["**/v1/site/legal", pagePaths.notation],
    ] as const) {
      for (const [status, type, count] of [
        [429, "TooManyRequest", 0],
        [503, "Unavailable", 1],
      ] as const) {
        await answer(page, call, status, type);
        await page.goto(path);
        await main.getByRole("button", { name: "Try again" }).waitFor();
        expect(await main.getByText("Reference: provoked-1").count()).toBe(count);
        await page.unroute(call);
      }
    }
  });

  test("no connection, and being offline", async ({ visit }) => {
    const { page, context, expectConsole: expected } = await visit({ locale: "ja" });
    expected(/net::ERR/);
    await page.goto(pagePaths.login);
    await page.route(signInCall, (route) => route.abort("connectionrefused"));
    await signIn(page, "ja", "someone@people.example");
    await toast(page, "ja").getByText("接続できません。").waitFor();
    await page.unroute(signInCall);
    await context.setOffline(true);
    await signIn(page, "ja", "someone@people.example");
    await toast(page, "ja").getByText("オフラインです。").waitFor();
  });

  test("a 403 leads to access denied; the CSRF header is local storage's, and saved there", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await page.goto(pagePaths.login);
    // What the page asks by itself brings a header as well.
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => localStorage.setItem("csrf", JSON.stringify("kept")));
    let sent: string | undefined;
    await page.route(signInCall, (route) => {
      sent = route.request().headers()["x-csrf-token"];
      return route.fulfill({
        status: 403,
        headers: { "x-csrf-token": "brought" },
        json: { error: { type: "Forbidden", message: "provoked", requestId: "provoked-1" } },
      });
    });
    await signIn(page, "ja", "someone@people.example");
    await page.waitForURL((url) => url.pathname === pagePaths.accessDenied);
    expect(sent).toBe("kept");
    expect(await page.evaluate(() => localStorage.getItem("csrf"))).toBe('"brought"');
  });

  test("a 401 on the sign-in page is said, and three seconds later the sign-out page follows", async ({
    visit,
  }) => {
    const { page } = await visit({ locale: "ja" });
    await page.clock.install();
    await page.goto(pagePaths.login);
    await page.getByRole("heading", { name: "ログイン" }).waitFor();
    await page.clock.pauseAt(Date.now() + 60_000);
    await answerSignIn(page, 401, "SessionExpired");
    await signIn(page, "ja", "someone@people.example");
    await page.getByText("セッションの有効期限が切れました。").waitFor();
    await page.clock.fastForward(2_900);
    expect(new URL(page.url()).pathname).toBe(pagePaths.login);
    await page.clock.fastForward(200);
    await page.waitForURL((url) => url.pathname === kartePaths.signOut);
    await page.getByText(`Guest at ${kartePaths.signOut}`).waitFor();
  });

  test("one toast at a time, top right, closed by hand, in the page's language", async ({
    visit,
  }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/status of 500/);
    await page.goto(pagePaths.login);
    await answerSignIn(page, 500, "Unexpected");
    await signIn(page, "ja", "someone@people.example");
    await toast(page, "ja").getByText("ログインできませんでした").waitFor();
    const box = await toast(page, "ja").boundingBox();
    expect(box?.x).toBeGreaterThan(640);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeGreaterThan(1_240);
    expect(box?.y).toBeLessThan(100);
    await signIn(page, "ja", "someone@people.example");
    await expect
      .poll(() => toast(page, "ja").getByText("ログインできませんでした").count())
      .toBe(1);
    await toast(page, "ja").getByRole("button", { name: "メッセージを閉じる" }).click();
    await toast(page, "ja").getByText("ログインできませんでした").waitFor({ state: "detached" });
  });

  test.for(["ja", "en"] as const)(
    "a wait is a clock, in a message and in a page (%s)",
    async (locale, { visit }) => {
      const { page } = await visit({ locale, width: 375 });
      const say = sentencesOf("app", locale);
      const wait = { retryAfterSeconds: 90 };
      const clock = /1:(?:30|2\d)/;
      await page.goto(pagePaths.login);
      await page.route(signInCall, (route) =>
        route.fulfill({
          json: {
            status: "OTP_VERIFY",
            mayTrustBrowser: false,
            ways: ["email"],
            resendAt: new Date().toISOString(),
          },
        }),
      );
      await answer(page, "**/v1/idp/mfa/resend-otp", 429, "TooManyRequest", wait);
      await signIn(page, locale, "someone@people.example");
      await page.getByRole("button", { name: say("Resend the one-time password") }).click();
      await toast(page, locale).getByRole("timer").getByText(clock).waitFor();
      await picture(page, `wait-message-${locale}`);

      await page.goto(`${pagePaths.unsubscribe}?token=any`);
      await answer(page, "**/v1/subscriptions/monthly-summary", 429, "TooManyRequest", wait);
      const inPage = sentencesOf("features/unsubscribe", locale);
      await page.getByRole("button", { name: inPage("Unsubscribe"), exact: true }).click();
      await page.locator("main").getByRole("timer").getByText(clock).waitFor();
      expect(await page.getByText(inPage("This link is no longer valid")).count()).toBe(0);
      await expectAccessible(page, "a link that is refused for a while");
      await picture(page, `wait-page-${locale}`);
    },
  );
});
