import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { toast } from "./support/member.ts";
import { cards, goodPassword, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

/** The tab in which the card stands. */
const contract = pageUrl("security", { tab: "contract" });

describe("the card on My Page", () => {
  test("is registered without a challenge, then replaced with one", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = await signUpForFree(page, mailbox, "ja", address("card"));
    await page.goto(contract);
    await page.getByText("カードは登録されていません。").waitFor();
    await page.getByRole("button", { name: "カードを登録する" }).click();
    await person.cardFrame.locator("[name=number]").waitFor();
    await person.fillCard(cards.declined);
    await page.getByRole("button", { name: "登録する", exact: true }).click();
    await page
      .getByRole("alert")
      .getByText(/カードを登録できませんでした/)
      .waitFor();
    await person.fillCard(cards.frictionless);
    await page.getByRole("button", { name: "登録する", exact: true }).click();
    await toast(page, "ja").getByText("カードを登録しました").waitFor();
    await page.getByText(`末尾 ${cards.frictionless.slice(-4)}`).waitFor();

    await page.getByRole("button", { name: "カードを変更する" }).click();
    await person.fillCard(cards.challenge);
    await page.getByRole("button", { name: "このカードに変更する", exact: true }).click();
    await person.answerChallenge();
    await person.at(pagePaths.security);
    await page.getByText(`末尾 ${cards.challenge.slice(-4)}`).waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(cards.challenge);
  });
});

describe("step-up", () => {
  test("asks for the password in place and goes on with the change", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    await signUpForFree(page, mailbox, "en", address("step-up"));
    await page.goto(`${pagePaths.security}?tab=security`);
    // As after ten minutes: the first try is refused, what follows is the server's own answer.
    await page.route(
      "**/v1/idp/mfa/setting",
      (route) =>
        route.fulfill({
          status: 403,
          contentType: "application/json",
          body: JSON.stringify({
            error: { type: "RecentSignInRequired", message: "provoked", requestId: "provoked-2" },
          }),
        }),
      { times: 1 },
    );
    await page.getByRole("button", { name: "Enable: Two-factor authentication" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Enable" }).click();
    const asked = page.getByRole("dialog", { name: "Confirm your password" });
    await asked.locator("[autocomplete=current-password]").fill("Wrong-2026xx");
    await asked.getByRole("button", { name: "Continue" }).click();
    await asked.getByText("Current password is incorrect.").waitFor();
    await asked.locator("[autocomplete=current-password]").fill(goodPassword);
    await asked.getByRole("button", { name: "Continue" }).click();
    await toast(page, "en").getByText("Two-factor authentication enabled").waitFor();
    await page.getByText("On (one-time password by email)").waitFor();
  });
});

describe("the challenge of a new card on My Page", () => {
  test("that fails leaves the old card; one that was left goes on, or gives way to another card", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = await signUpForFree(page, mailbox, "ja", address("challenge"));
    await page.goto(contract);
    const open = (name: string) => page.getByRole("button", { name, exact: true }).click();
    // Before there is any card, none stands afterwards.
    await open("カードを登録する");
    await person.fillCard(cards.challengeFails);
    await open("登録する");
    await person.answerChallenge();
    await person.at(pagePaths.tds);
    await page.getByText("カードは登録されておらず、料金も発生していません。").waitFor();
    await page.goto(contract);

    const old = page.getByText(`末尾 ${cards.frictionless.slice(-4)}`);
    await open("カードを登録する");
    await person.fillCard(cards.frictionless);
    await open("登録する");
    await old.waitFor();

    await open("カードを変更する");
    await person.fillCard(cards.challengeFails);
    await open("このカードに変更する");
    await person.answerChallenge();
    await person.at(pagePaths.tds);
    const stands = /^Visa 末尾 1003 は登録されたままです。料金は発生していません。$/;
    await page.getByText(stands).waitFor();
    await page.getByRole("link", { name: "カードをもう一度入力する" }).click();
    await old.waitFor();

    // The dialog is open again.
    await page.getByRole("dialog", { name: "クレジットカードの更新" }).waitFor();
    await person.fillCard(cards.challenge);
    await open("このカードに変更する");
    await page.waitForURL(/three-d-secure/);
    await page.goto(contract);
    await open("カードを変更する");
    const dialog = page.getByRole("dialog");
    await dialog.getByText("カードの本人認証が完了していません").waitFor();
    await dialog.getByText(stands).waitFor();
    await dialog.getByRole("button", { name: "3-Dセキュアの認証を続ける" }).click();
    await person.answerChallenge();
    await person.at(pagePaths.security);
    await page.getByText(`末尾 ${cards.challenge.slice(-4)}`).waitFor();
  });

  test("a card of which nobody knows whether it arrived is asked for", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page, expectConsole } = await visit({ locale: "ja" });
    expectConsole(/ERR_/);
    const person = await signUpForFree(page, mailbox, "ja", address("unknown-card"));
    await page.goto(contract);
    await page.getByRole("button", { name: "カードを登録する" }).click();
    // The server does its work; its answer is lost.
    await page.route(
      "**/v1/payment/card",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await person.fillCard(cards.frictionless);
    await page.getByRole("button", { name: "登録する", exact: true }).click();
    await toast(page, "ja").getByText("カードを登録しました").waitFor();
    await page.getByText(`末尾 ${cards.frictionless.slice(-4)}`).waitFor();
  });
});
