import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { kartePage, kartePaths, pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible, themes } from "./support/accessibility.ts";
import { signIn, toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import {
  cards,
  goodPassword,
  SignUp,
  signUpForFree,
  signUpThroughScreens,
} from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// Every screen empty, refused, waiting and done, in both languages and themes. The modals of My Page
// are in modals.e2e.ts, an application's requests in authorize.e2e.ts.

const someone = "someone@people.example";
const path = (wanted: string) => (url: URL) => url.pathname === wanted;
const pattern = (call: string) => `**/v1${call}`;

/** Starts something that makes a call, and looks while the call has no answer yet. */
async function whileWaiting(
  page: Page,
  call: string,
  start: () => Promise<unknown>,
  look: () => Promise<void>,
): Promise<void> {
  const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
  await page.route(pattern(call), async (route) => {
    await seen;
    await route.fallback();
  });
  const asked = page.waitForRequest(pattern(call));
  await start();
  await asked;
  await look();
  goOn();
  await page.unroute(pattern(call));
}

/** Lets a call fail as the API does, for as long as `during` lasts. */
async function whileUnavailable(
  page: Page,
  call: string,
  during: () => Promise<void>,
): Promise<void> {
  await page.route(pattern(call), (route) =>
    route.fulfill({
      status: 503,
      contentType: "application/json",
      body: JSON.stringify({
        error: { type: "Unavailable", message: "provoked", requestId: "provoked-5" },
      }),
    }),
  );
  await during();
  await page.unroute(pattern(call));
}

/** As when the window is looked at again: what it shows is read once more. */
const comeBack = (page: Page) =>
  page.evaluate("document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))");

/** The code of a change of address is right, but somebody has the address by now: what may be done is said. */
async function addressIsTaken(page: Page, locale: Locale): Promise<void> {
  const say = sentencesOf("features/change-email", locale);
  const code = page.locator("[autocomplete=one-time-code]");
  await page.route(pattern("/idp/confirm-change-email"), (route) =>
    route.fulfill({
      status: 409,
      json: { error: { type: "EmailDuplicated", message: "provoked", requestId: "provoked-6" } },
    }),
  );
  await code.fill("000000");
  const another = page.getByRole("link", { name: say("Use another address") });
  await another.waitFor();
  await page.getByRole("alert").getByText(say("Your login ID hasn't changed.")).waitFor();
  await page.getByRole("link", { name: say("Keep current address") }).waitFor();
  await expectAccessible(page, `${pagePaths.changeEmailVerify}: the address is taken`);
  // On My Page the change begins anew, with its question open.
  await another.click();
  await page.waitForURL(path(pagePaths.security));
  await page.getByRole("dialog").getByRole("textbox").waitFor();
  await page.unroute(pattern("/idp/confirm-change-email"));
  await page.goto(pagePaths.changeEmailVerify);
  await code.waitFor();
}

const submit = (page: Page) => page.locator("main form [type=submit]");
const busy = (place: Locator) => place.and(place.page().locator("[aria-busy=true]")).waitFor();
/** What says that a form was refused: the list of its problems, or the one field. */
const summary = (page: Page) =>
  page.locator("main").locator("[role=alert], [aria-invalid=true]").first();
const loading = (page: Page) => page.locator("main").getByRole("status").first();

/** A form as it is found, sent without anything in it, and, filled in by `fill`, being sent. */
async function formStates(
  page: Page,
  state: string,
  call: string,
  fill: () => Promise<unknown>,
  button = submit(page),
): Promise<void> {
  await page.waitForURL(path(state));
  await button.waitFor();
  await expectAccessible(page, state);
  await button.click();
  await summary(page).waitFor();
  await expectAccessible(page, `${state}: nothing filled in`);
  await whileUnavailable(page, call, async () => {
    await fill();
    await button.click();
    await page.getByText("provoked-5").first().waitFor();
    await expectAccessible(page, `${state}: not available`);
  });
  await whileWaiting(
    page,
    call,
    () => button.click(),
    async () => {
      await busy(button);
      await expectAccessible(page, `${state}: being sent`);
    },
  );
}

describe.for(["ja", "en"] as const)("every state (%s)", (locale) => {
  test("of what one comes to without an account", async ({ visit }) => {
    const { page } = await visit({ locale });
    await page.goto(pagePaths.resetPassword);
    await formStates(page, pagePaths.resetPassword, "/idp/forgot-password", () =>
      page.locator("[type=email]").fill(someone),
    );
    await page.waitForURL(/step=email-notification/);
    await expectAccessible(page, `${pagePaths.resetPassword}: sent`);

    await page.goto(pagePaths.changePassword);
    await formStates(page, pagePaths.changePassword, "/idp/forgot-password-setting", async () => {
      await page.locator("[autocomplete=one-time-code]").fill("123456");
      await page.locator("[autocomplete^=username]").fill(someone);
      for (const box of await page.locator("[autocomplete=new-password]").all()) {
        await box.fill("Torii-2027x");
      }
    });
    await summary(page).waitFor();
    await expectAccessible(page, `${pagePaths.changePassword}: refused`);
    await page.route(pattern("/idp/forgot-password-setting"), (route) =>
      route.fulfill({ json: {} }),
    );
    await submit(page).click();
    await page.waitForURL(path(pagePaths.login));
    await toast(page, locale).locator("[aria-live=polite] > *").first().waitFor();
    await expectAccessible(page, `${pagePaths.changePassword}: changed`);

    await page.goto(pagePaths.login);
    await formStates(page, pagePaths.login, "/idp/sign-in", async () => {
      await page.locator("[name=email]").fill(someone);
      await page.locator("[name=password]").fill("Wrong-2026xx");
    });
    await summary(page).waitFor();
    await expectAccessible(page, `${pagePaths.login}: refused`);

    await page.route(pattern("/idp/sign-in"), (route) =>
      route.fulfill({
        json: {
          status: "OTP_VERIFY",
          mayTrustBrowser: true,
          ways: ["email"],
          resendAt: new Date().toISOString(),
        },
      }),
    );
    await signIn(page, locale, someone);
    await page.waitForURL(path(pagePaths.otp));
    await submit(page).waitFor();
    await expectAccessible(page, pagePaths.otp);
    await submit(page).click();
    await summary(page).waitFor();
    await expectAccessible(page, `${pagePaths.otp}: nothing filled in`);
    await whileWaiting(
      page,
      "/idp/mfa/confirm-otp",
      () => page.locator("[autocomplete=one-time-code]").fill("123456"),
      async () => {
        await busy(submit(page));
        await expectAccessible(page, `${pagePaths.otp}: being sent`);
      },
    );
  });

  test("of what a link leads to", async ({ visit }) => {
    const { page, expectConsole } = await visit({ locale });
    expectConsole(/status of 404/);
    const attempt = `${pagePaths.tds}?attempt=${randomUUID()}`;
    const places = [
      ["/sso/gmoid/callback?*", pagePaths.gmoidCallback, "?state=some&code=any"],
      ["/sso/organisation/joining", `${pagePaths.organisationSignIn}/joining`, ""],
      ["/idp/oidc/interactions/*/details", pagePaths.authorize, "?interaction=nobody"],
      ["/payment/attempts/*", pagePaths.tds, attempt.slice(pagePaths.tds.length)],
      ["/site/legal", pagePaths.terms, ""],
      ["/site/legal", pagePaths.notation, ""],
    ] as const;
    for (const [call, at, query] of places) {
      await whileWaiting(
        page,
        call,
        () => page.goto(`${at}${query}`, { waitUntil: "commit" }),
        async () => {
          await page.locator("main h1").waitFor();
          await expectAccessible(page, `${at}: waiting`);
        },
      );
      await whileUnavailable(page, call, async () => {
        await page.goto(`${at}${query}`);
        await page.locator("main").getByText("provoked-5").waitFor();
        await expectAccessible(page, `${at}: not available`);
      });
    }

    const inCard = sentencesOf("app/card-flow", locale);
    const stood = {
      brand: "visa",
      last4: "1003",
      expiryMonth: 12,
      expiryYear: 2031,
      holder: "HANAKO SEKI",
      expired: false,
    };
    const named = { ja: "Visa 末尾 1003", en: "Visa ending in 1003" }[locale];
    const stands = inCard("{name} is still saved. Nothing was charged.", { name: named });
    const none = inCard("No card was saved and nothing was charged.");
    const outcomes = [
      ["failed", "three_d_secure", null, null, none],
      ["failed", "three_d_secure", null, stood, stands],
      ["expired", null, null, stood, stands],
      ["cancelled", null, null, null, none],
      ["requires_action", null, "http://localhost:1/challenge", stood, stands],
    ] as const;
    for (const [state, failure, redirectUrl, card, sentence] of outcomes) {
      await page.route(pattern("/payment/attempts/*"), (route) =>
        route.fulfill({
          json: {
            attempt: randomUUID(),
            state,
            failure,
            redirectUrl,
            purpose: "sign-up",
            card,
          },
        }),
      );
      await page.goto(attempt);
      await page
        .locator("main")
        .getByRole("link")
        .or(page.locator("main button"))
        .first()
        .waitFor();
      // Which card stands is said truly.
      await page.locator("main").getByText(sentence, { exact: true }).waitFor();
      await expectAccessible(page, `${pagePaths.tds}: ${state}`);
      await page.unroute(pattern("/payment/attempts/*"));
    }

    await page.goto(`${pagePaths.changeEmailUndo}?token=none`);
    const undo = page.locator("main").getByRole("button");
    await whileWaiting(
      page,
      "/idp/change-email/undo",
      () => undo.click(),
      async () => {
        await busy(undo);
        await expectAccessible(page, `${pagePaths.changeEmailUndo}: being sent`);
      },
    );
    await summary(page).waitFor();
    await expectAccessible(page, `${pagePaths.changeEmailUndo}: refused`);
    await page.route(pattern("/idp/change-email/undo"), (route) => route.fulfill({ json: {} }));
    await undo.click();
    await page.locator("main a").waitFor();
    await expectAccessible(page, `${pagePaths.changeEmailUndo}: undone`);
  });

  test("of the registration", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    const person = new SignUp(page, mailbox, locale, address("states"));
    // Who has begun one registration is led back to it: the other one is somebody else's.
    const other = await visit({ locale });
    for (const [who, at, email] of [
      [other.page, pagePaths.registerSecurity24, address("states-24")],
      [page, pagePaths.register, person.email],
    ] as const) {
      await who.goto(at);
      await formStates(who, at, "/idp/sign-up", () =>
        who.getByRole("textbox", { name: person.words.email }).fill(email),
      );
      await who.waitForURL(path(pagePaths.registerVerification));
    }

    await formStates(page, pagePaths.registerVerification, "/idp/confirm-signup", async () => {
      await person.field(person.words.code).fill(await mailbox.code(person.email));
    });
    await person.at(pagePaths.registerInfo);
    await formStates(page, pagePaths.registerInfo, "/idp/edit-info", () =>
      person.fillOrganisation(),
    );
    await person.at(pagePaths.confirmInfo);

    const confirm = person.button(person.words.confirmPaid);
    await confirm.waitFor();
    await expectAccessible(page, pagePaths.confirmInfo);
    await whileWaiting(
      page,
      "/idp/confirm-info",
      () => confirm.click(),
      async () => {
        await busy(confirm);
        await expectAccessible(page, `${pagePaths.confirmInfo}: being sent`);
      },
    );
    await person.at(pagePaths.paymentInfo);
    await page.getByRole("link", { name: person.words.toPaymentMethod }).waitFor();
    await expectAccessible(page, pagePaths.paymentInfo);
    await whileWaiting(
      page,
      "/idp/service",
      () => page.reload({ waitUntil: "commit" }),
      async () => {
        await loading(page).waitFor({ state: "attached" });
        // Which step it is, and so which heading it has, is what the page waits for.
        await expectAccessible(page, `${pagePaths.account}: waiting`, "without heading");
      },
    );
    await whileUnavailable(page, "/idp/service", async () => {
      await page.reload();
      await page.locator("main h1").waitFor();
      await expectAccessible(page, `${pagePaths.account}: not available`);
    });
    await page.reload();

    await whileWaiting(
      page,
      "/payment/configuration",
      () => page.getByRole("link", { name: person.words.toPaymentMethod }).click(),
      async () => {
        await loading(page).waitFor({ state: "attached" });
        await expectAccessible(page, `${pagePaths.paymentInfo}, method: waiting`);
      },
    );
    await person.cardFrame.locator("[name=number]").waitFor();
    await submit(page).and(page.locator(":not([aria-disabled=true])")).waitFor();
    await expectAccessible(page, `${pagePaths.paymentInfo}, method`);
    await person.submitCard(cards.declined);
    await summary(page).waitFor();
    await expectAccessible(page, `${pagePaths.paymentInfo}, method: declined`);
    await person.fillCard(cards.frictionless);
    const register = person.button(person.words.registerCard);
    await whileWaiting(
      page,
      "/idp/sign-up-with-card",
      () => register.click(),
      async () => {
        await busy(register);
        await expectAccessible(page, `${pagePaths.paymentInfo}, method: being sent`);
      },
    );
    await person.at(pagePaths.agreement);

    const apply = person.button(person.words.applyPaid);
    await formStates(
      page,
      pagePaths.agreement,
      "/idp/service/agree-consent",
      async () => {
        await page.getByRole("checkbox", { name: person.words.serviceTerms }).check();
        await page.getByRole("checkbox", { name: person.words.memberTerms }).check();
      },
      apply,
    );
    await person.at(pagePaths.registrationComplete);
    await page.getByRole("link", { name: person.words.toMyPage }).waitFor();
    await expectAccessible(page, pagePaths.registrationComplete);
    await person.toMyPage();
    await page.getByRole("tabpanel").waitFor();
    await expectAccessible(page, `${pagePaths.security}: just registered`);
  });

  test("of a change of address", async ({ visit, mailbox, address }) => {
    const { page } = await visit({ locale });
    await signUpForFree(page, mailbox, locale, address("states-old"));
    const say = sentencesOf("features/my-page", locale);
    const next = address("states-new");
    await page
      .getByRole("button", { name: `${say("Change")}: ${say("Email address")}`, exact: true })
      .click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").fill(next);
    await dialog.getByRole("checkbox").check();
    await dialog.locator("[type=submit]").click();
    await page.waitForURL(path(pagePaths.changeEmailVerify));
    await addressIsTaken(page, locale);
    await formStates(page, pagePaths.changeEmailVerify, "/idp/confirm-change-email", async () => {
      await page.locator("[autocomplete=one-time-code]").fill(await mailbox.code(next));
    });
    await page.waitForURL(path(pagePaths.changeEmailComplete));
    await page.locator("main").getByText(next).waitFor();
    await expectAccessible(page, pagePaths.changeEmailComplete);
  });

  test("of the embedded application's place, and of the way out", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale });
    await signUpThroughScreens(page, mailbox, locale, address("states"));
    const guest = (url: URL) => url.pathname === kartePaths.groupList;
    const { promise: seen, resolve: goOn } = Promise.withResolvers<void>();
    await page.route(guest, async (route) => {
      await seen;
      await route.fallback();
    });
    await page.goto(kartePage(kartePaths.groupList), { waitUntil: "commit" });
    await page.locator("iframe").waitFor({ state: "attached" });
    await loading(page).waitFor({ state: "attached" });
    // It waits a quarter of a minute, then says that nobody answers.
    await expectAccessible(page, `${pagePaths.karte}: waiting`, "with heading", themes);
    goOn();
    await page.frameLocator("iframe").getByText("Guest at").waitFor();
    await expectAccessible(page, pagePaths.karte);

    await page.unroute(guest);
    // A page that is sound and never speaks to the portal.
    const silent = `<html lang="${locale}"><title>Silent</title><main><h1>Silent</h1></main></html>`;
    await page.route(guest, (route) =>
      route.fulfill({ contentType: "text/html", body: `<!doctype html>${silent}` }),
    );
    await page.clock.install();
    await page.reload();
    await page.locator("iframe").waitFor({ state: "attached" });
    await page.clock.fastForward(16_000);
    const say = sentencesOf("features/karte-frame", locale);
    const away = say("We can't reach the management application");
    await page.getByRole("heading", { level: 1, name: away }).waitFor();
    await expectAccessible(page, `${pagePaths.karte}: does not answer`);

    const signOut = kartePage(kartePaths.signOut);
    await whileUnavailable(page, "/idp/sign-out", async () => {
      await page.goto(signOut);
      await page.locator("main").getByRole("button").waitFor();
      await expectAccessible(page, `${signOut}: not available`);
    });
    await whileWaiting(
      page,
      "/idp/sign-out",
      () => page.locator("main").getByRole("button").click(),
      async () => {
        await page.locator("main").getByRole("button").waitFor({ state: "detached" });
        await expectAccessible(page, `${signOut}: waiting`);
      },
    );
    await page.waitForURL(path(pagePaths.login));
  });

  test("of My Page and the frame around it", async ({ visit, mailbox, address }) => {
    const { page, context } = await visit({ locale });
    await signUpForFree(page, mailbox, locale, address("states"));
    const panel = page.getByRole("tabpanel");
    await panel.waitFor();
    await expectAccessible(page, pagePaths.security);

    const profile = "/profile/my-profile";
    await whileWaiting(
      page,
      profile,
      () => page.reload({ waitUntil: "commit" }),
      async () => {
        await loading(page).waitFor({ state: "attached" });
        await expectAccessible(page, `${pagePaths.security}: waiting`);
      },
    );
    await whileUnavailable(page, profile, async () => {
      await page.reload();
      await page.locator("main").getByText("provoked-5").waitFor();
      await expectAccessible(page, `${pagePaths.security}: not available`);
    });

    const second = `${pagePaths.security}?tab=security`;
    await whileWaiting(
      page,
      "/security/activity*",
      () => page.goto(second, { waitUntil: "commit" }),
      async () => {
        await panel.getByRole("status").first().waitFor({ state: "attached" });
        await expectAccessible(page, `${second}: waiting`);
      },
    );
    await expect.poll(() => panel.locator(".animate-breathe").count()).toBe(0);
    await expectAccessible(page, second);
    await whileUnavailable(page, "/security/*", async () => {
      await page.goto(second);
      await panel.getByText("provoked-5").first().waitFor();
      await expectAccessible(page, `${second}: not available`);
    });

    // A copy of one's data: being prepared, ready, and ready without an application's part.
    const say = sentencesOf("features/my-page", locale);
    const copies = [
      [
        "preparing",
        [],
        page.getByRole("progressbar", { name: say("Your data is being prepared") }),
      ],
      ["ready", [], page.getByRole("button", { name: say("Create a new copy"), exact: true })],
      ["ready", ["Karte"], page.getByRole("tabpanel").getByRole("status").getByText("Karte")],
    ] as const;
    const moment = new Date().toISOString();
    for (const [state, missing, sign] of copies) {
      const copy = { state, missing, requestedAt: moment, readyUntil: moment };
      await page.route(pattern("/profile/export"), (route) => route.fulfill({ json: copy }));
      await page.goto(pageUrl("security", { tab: "contract" }));
      await sign.waitFor();
      await expectAccessible(page, `a copy of one's data: ${state}, missing ${missing.length}`);
      await page.unroute(pattern("/profile/export"));
    }

    // A modal of each kind while it is being sent.
    await page.goto(pagePaths.security);
    const change = (about: string) =>
      page.getByRole("button", { name: `${say("Change")}: ${say(about)}`, exact: true });
    await change("Name").click();
    const dialog = page.getByRole("dialog");
    const send = dialog.locator("[type=submit]");
    await dialog.getByRole("textbox").first().fill("関守");
    await whileUnavailable(page, profile, async () => {
      await send.click();
      await page.getByText("provoked-5").first().waitFor();
      await expectAccessible(page, "a modal: not available");
    });
    await whileWaiting(
      page,
      profile,
      () => send.click(),
      async () => {
        await busy(send);
        await expectAccessible(page, "a modal: being sent");
      },
    );
    await toast(page, locale).getByText(say("Name changed"), { exact: true }).waitFor();
    await dialog.waitFor({ state: "detached" });
    await expectAccessible(page, "a modal: done");

    const shell = sentencesOf("app/private", locale);
    await page.getByRole("button", { name: shell("Account"), exact: true }).click();
    await page.getByRole("menu").waitFor();
    await expectAccessible(page, "the account's menu");
    await page.keyboard.press("Escape");
    await page.getByRole("menu").waitFor({ state: "detached" });
    await page.getByRole("button", { name: shell("Notices"), exact: true }).click();
    await dialog.waitFor();
    await expectAccessible(page, "notices");
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    const stale = page.getByText(shell("What you see may be out of date"));
    const again = page.getByRole("button", { name: shell("Load again"), exact: true });
    await whileUnavailable(page, profile, async () => {
      await comeBack(page);
      await stale.waitFor();
      await expectAccessible(page, "what could not be read again");
      await again.click();
      await expect.poll(() => again.getAttribute("aria-busy")).not.toBe("true");
      await stale.waitFor();
    });
    await again.click();
    await stale.waitFor({ state: "detached" });

    await page.route(pattern(profile), async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), sub_gmoid: "somebody" } });
    });
    await page.goto(second);
    await panel.locator("[aria-disabled=true]").first().waitFor();
    await expectAccessible(page, `${second}: of an external ID`);
    await page.unroute(pattern(profile));
    await page.setViewportSize({ width: 375, height: 800 });
    await expectAccessible(page, `${second} at 375 px`);
    await page.goto(pagePaths.security);
    await panel.waitFor();
    await expectAccessible(page, `${pagePaths.security} at 375 px`);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.evaluate(() =>
      localStorage.setItem("authorizedExpiry", String(Date.now() + 5 * 60_000)),
    );
    await page.reload();
    const logInAgain = page.getByRole("button", { name: shell("Log in again") });
    await logInAgain.waitFor();
    await expectAccessible(page, "the session's end is near");
    await logInAgain.click();
    await page.getByRole("dialog").waitFor();
    await expectAccessible(page, "modal «Log in again»");
    const inPlace = page.getByRole("dialog");
    const enterPassword = async (ways: readonly string[]) => {
      await page.route("**/v1/idp/sign-in", (route) =>
        route.fulfill({
          json: { status: "OTP_VERIFY", ways, resendAt: null, mayTrustBrowser: false },
        }),
      );
      await inPlace.locator("[autocomplete=current-password]").fill(goodPassword);
      await page.keyboard.press("Enter");
    };
    await enterPassword(["email"]);
    await page.route("**/v1/idp/mfa/confirm-otp", (route) =>
      route.fulfill({
        status: 400,
        json: { error: { type: "OTPExceeded", message: "provoked", requestId: "provoked-5" } },
      }),
    );
    await inPlace.locator("[autocomplete=one-time-code]").fill("000000");
    const over = inPlace.getByRole("button", { name: shell("Start login over"), exact: true });
    await over.waitFor();
    await expectAccessible(page, "modal «Log in again»: too many wrong codes");
    await over.click();
    // An authenticator app is asked for on the sign-in's own page.
    const kept = await page.evaluate<string>("JSON.stringify({ ...localStorage })");
    await enterPassword(["app"]);
    await page.waitForURL(path(pagePaths.otp));
    const app = sentencesOf("app/second-factor", locale)("Code from your authenticator app");
    await page.getByRole("textbox", { name: app }).waitFor();
    await page.evaluate(`Object.assign(localStorage, ${kept})`);
    await page.goto(pagePaths.security);
    await panel.waitFor();

    await context.clearCookies();
    await page.reload();
    await page.waitForURL(path(pagePaths.login));
    await submit(page).waitFor();
    await expectAccessible(page, `${pagePaths.login}: the session has ended`);
  });
});
