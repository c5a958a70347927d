import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Locator, Page } from "playwright-core";
import { describe } from "vitest";
import { signIn, signOut, toast } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { SignUp, signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// How things stand beside each other on a phone, and where they must not move.

async function boxOf(target: Locator) {
  const box = await target.boundingBox();
  if (!box) throw new Error("it takes no room");
  return box;
}

/** Everything of it is between the left and the right edge of a window 375 px wide. */
async function expectInside(target: Locator): Promise<void> {
  const { x, width } = await boxOf(target);
  expect(x).toBeGreaterThanOrEqual(0);
  expect(x + width).toBeLessThanOrEqual(375);
}

/** What is cut off at the right edge of a control: its content is wider than it. */
const clipped = `[...document.querySelectorAll("input, select, button, label, p")]
  .filter((element) => element.checkVisibility() && element.clientWidth > 1)
  .filter((element) => element.scrollWidth > element.clientWidth + 1 ||
    element.getBoundingClientRect().right > innerWidth)
  .map((element) => element.id || element.textContent)`;

/** How large each plan's price is written beside the rest of its card. */
const pricesAndTexts = `[...document.querySelectorAll("main label")]
  .filter((label) => label.querySelector("input[name=plan]"))
  .map((label) => {
    const price = [...label.querySelectorAll("span")].find(
      ({ textContent, children }) => children.length === 0 && /¥|円/.test(textContent),
    );
    return [price, label].map((element) => Number.parseFloat(getComputedStyle(element).fontSize));
  })`;

describe.for(["ja", "en"] as const)("on a phone (%s)", (locale) => {
  test("the sign-up: nothing is cut off, and what belongs together stands side by side", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width: 375 });
    const person = new SignUp(page, mailbox, locale, address("narrow"));
    await page.goto(pagePaths.register);
    // Each plan: its price larger than anything else about it, and three features.
    const plans = page.locator("main label:has(input[name=plan])");
    await expect.poll(() => plans.count()).toBe(2);
    for (const plan of await plans.all()) {
      expect(await plan.locator("svg[aria-hidden=true]").count()).toBe(3);
    }
    for (const [price = 0, text = 0] of await page.evaluate<number[][]>(pricesAndTexts)) {
      expect(price).toBeGreaterThan(text);
    }
    await person.start("detailed");
    const say = sentencesOf("features/sign-up", locale);
    const resend = page.locator("main section button").first();
    await expectInside(resend);
    expect(await page.getByText(say("Didn't get the email?")).count()).toBe(1);
    await person.verify();
    const family = await boxOf(page.locator("[autocomplete=family-name]"));
    const given = await boxOf(page.locator("[autocomplete=given-name]"));
    expect(family.y).toBe(given.y);
    expect(family.x < given.x).toBe(locale === "ja");
    await person.fillPersonal();
    await person.review();
    await person.confirm("detailed");
    // Where the wizard is, once: the payment has no steps of its own inside its step.
    expect(await page.locator("main ol:has([aria-current=step])").count()).toBe(1);
    await person.toPaymentMethod();
    expect(await page.locator("main ol:has([aria-current=step])").count()).toBe(1);
    await person.fillCard("4111110000001003");
    const frame = page.frames().find((one) => one.url().includes("/payment/fields?"));
    await expect.poll(() => frame?.evaluate<string[]>(clipped)).toEqual([]);
    await expectInside(page.locator("main iframe"));
    expect(await person.cardFrame.locator("[name=number]").inputValue()).toBe(
      "4111 1100 0000 1003",
    );
  });

  test("My Page's tabs have short labels and whole names, and stand in one row", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width: 375 });
    await signUpForFree(page, mailbox, locale, address("tabs"));
    const say = sentencesOf("features/my-page", locale);
    for (const [name, short] of [
      ["Account management", "Account"],
      ["Password and security", "Security"],
      ["Contract and invoices", "Contract"],
    ] as const) {
      const tab = page.getByRole("tab", { name: say(name), exact: true });
      await expectInside(tab);
      await tab.getByText(say(short), { exact: true }).waitFor();
    }
  });

  test("the activity log has one line for each sign-in, and nothing of a line is cut off", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale, width: 375 });
    const email = address("log");
    await signUpForFree(page, mailbox, locale, email);
    await page.getByRole("tablist").waitFor();
    await signOut(page, locale);
    await signIn(page, locale, email);
    await page.getByRole("tablist").waitFor();
    await page.goto(`${pagePaths.security}?tab=security`);
    const lines = page.getByRole("tabpanel").locator("li:has(time)");
    const say = sentencesOf("features/my-page", locale);
    const signIns = lines.filter({ hasText: say("Logged in") });
    await signIns.first().waitFor();
    await page.getByText(say("Times are in Japan Standard Time (JST, UTC+9).")).waitFor();
    expect(await signIns.count()).toBe(1);
    expect(await lines.filter({ hasText: say("Logged out") }).count()).toBe(1);
    const text = signIns.locator("p");
    const notMe = signIns.getByRole("button");
    await expectInside(text);
    await expectInside(notMe);
    // A line of its own: beside it the text would have the width of six letters. Both are looked at
    // again until the list rests, because what loads above it moves one between the two looks.
    await expect
      .poll(async () => {
        const { y, height } = await boxOf(text);
        return (await boxOf(notMe)).y - (y + height);
      })
      .toBeGreaterThanOrEqual(0);
    expect((await boxOf(text)).width).toBeGreaterThan(200);
    expect(
      await lines
        .locator("p, button, time")
        .evaluateAll(
          (all) =>
            all.filter(
              ({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1,
            ).length,
        ),
    ).toBe(0);
  });
});

describe("a window 1280 px wide", () => {
  test("the side menu stands where it stood, whatever the page and the language", async ({
    visit,
    mailbox,
    address,
  }) => {
    const places: unknown[] = [];
    for (const locale of ["ja", "en"] as const) {
      const { page } = await visit({ locale });
      await signUpForFree(page, mailbox, locale, address("menu"));
      await page.getByRole("tablist").waitFor();
      const menu = page.getByRole("navigation", {
        name: sentencesOf("app", locale)("Main menu"),
      });
      const place = async () => {
        const { x, width } = await boxOf(menu);
        return { x, width, heading: (await boxOf(page.locator("main"))).x };
      };
      places.push(await place());
      await page.goto(`${pagePaths.security}?tab=security`);
      await page.getByRole("tabpanel").getByRole("heading").first().waitFor();
      places.push(await place());
      // An entry on one line is as tall as any other: none breaks.
      const heights = await menu
        .getByRole("link")
        .evaluateAll((links) => links.map((link) => link.clientHeight));
      expect(new Set(heights).size).toBe(1);
    }
    expect(new Set(places.map((place) => JSON.stringify(place))).size).toBe(1);
  });
});

describe.for([
  ["ja", "管理アプリケーション"],
  ["en", "management application"],
] as const)("an installation without a management application (%s)", ([locale, words]) => {
  /** The product as its settings leave it without KARTE_ORIGIN. */
  async function withoutApplication(page: Page): Promise<void> {
    await page.route("**/v1/site", async (route) => {
      const answer = await route.fetch();
      await route.fulfill({ json: { ...(await answer.json()), karteOrigin: null } });
    });
  }

  test("has no dead entries; one card says why, to eyes and ears alike", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale });
    await withoutApplication(page);
    await signUpForFree(page, mailbox, locale, address("alone"));
    await page.getByRole("tablist").waitFor();
    const menu = page.getByRole("navigation", { name: sentencesOf("app", locale)("Main menu") });
    await expect.poll(() => menu.locator('a[href^="/third-party"]').count()).toBe(0);
    expect(await menu.locator("[aria-disabled=true]").count()).toBe(0);
    const say = sentencesOf("app/private", locale);
    const card = page.getByText(say("The management application isn't set up yet."));
    expect(await card.filter({ visible: true }).count()).toBe(1);
    expect(await card.first().getAttribute("aria-hidden")).toBeNull();
    expect(await card.first().innerText()).toContain(words);
    await page.goto(`${pagePaths.karte}/site/list`);
    await page.locator("main h1").waitFor();
    expect(await page.locator("iframe").count()).toBe(0);
    expect(await toast(page, locale).getByText(/./).count()).toBe(0);
  });
});
