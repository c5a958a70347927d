import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { signIn } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";
import { words } from "./support/words.ts";

// What a form says of what is wrong in it, and where.

const summary = (page: Page) =>
  page.locator("main form [role=alert]").filter({ has: page.locator("a") });

/** The texts of the list's lines that are shown in the color of danger. */
const rulesInDanger = `(() => {
  const probe = document.createElement("span");
  probe.style.color = "var(--danger)";
  document.body.append(probe);
  const danger = getComputedStyle(probe).color;
  probe.remove();
  return [...document.querySelectorAll("main li")]
    .filter((line) => getComputedStyle(line).color === danger)
    .map((line) => line.querySelector("span").firstChild.textContent);
})()`;

describe("what is wrong in a form", () => {
  test("one problem has the focus at its field and no box; several are listed, as far as they are shown", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    const person = new SignUp(page, mailbox, "en", address("problems"));
    await person.start("free");
    await person.verify();
    await page.getByRole("radio", { name: person.words.organisation }).check();
    const review = person.button(person.words.review);
    await review.click();
    await summary(page).and(page.locator(":focus")).waitFor();
    await summary(page)
      .getByRole("link", { name: /Organization name/ })
      .waitFor();
    const listed = await summary(page).getByRole("link").count();
    // Who turns out to be a person has no organization to name: neither field nor line stays.
    await page.getByRole("radio", { name: person.words.personal }).check();
    await expect
      .poll(() =>
        summary(page)
          .getByRole("link", { name: /Organization/ })
          .count(),
      )
      .toBe(0);
    expect(await summary(page).getByRole("link").count()).toBeLessThan(listed);

    await person.fillPersonal();
    const password = page.locator("[autocomplete=new-password]");
    await password.fill("Kakehashi11");
    await review.click();
    // The one that is left: at its field, which has the focus, with what to do.
    await password.and(page.locator(":focus")).waitFor();
    expect(await summary(page).count()).toBe(0);
    await page.getByText(/Add a symbol, for example/).waitFor();
    // The rule that is not met stands out once it was refused; the others are met.
    const refused = () => page.evaluate<string[]>(rulesInDanger);
    await expect.poll(refused).toEqual(["A symbol"]);
  });

  test("the postal code is taken with its mark, its hyphen, and in full width", async ({
    visit,
    mailbox,
    address,
  }) => {
    const { page } = await visit({ locale: "ja" });
    const person = new SignUp(page, mailbox, "ja", address("mark"));
    await person.start("free");
    await person.verify();
    const code = page.locator("[name=postalCode]");
    for (const typed of ["〒100-0001", "１００－０００１", "〒 １００ ０００１"]) {
      await code.fill("");
      await code.fill(typed);
      await expect.poll(() => code.inputValue()).toBe("1000001");
    }
    await expect.poll(() => page.locator("[name=addrCity]").inputValue()).toBe("千代田区");
  });

  test.for(["ja", "en"] as const)(
    "a session that is over while one signs in does not take the typed address along (%s)",
    async (locale, { visit }) => {
      const { page } = await visit({ locale });
      await page.clock.install();
      await page.goto(pagePaths.login);
      const title = sentencesOf("features/sign-in", locale)("Login");
      await page.getByRole("heading", { name: title }).waitFor();
      await page.clock.pauseAt(Date.now() + 60_000);
      await page.route("**/v1/idp/sign-in", (route) =>
        route.fulfill({
          status: 401,
          json: { error: { type: "SessionExpired", message: "provoked", requestId: "provoked-1" } },
        }),
      );
      await signIn(page, locale, "typed@people.example");
      const reason = sentencesOf(
        "features/sign-in",
        locale,
      )("Your session has expired. Log in again.");
      await page.getByText(reason).first().waitFor();
      const email = page.getByRole("textbox", { name: words[locale].email });
      expect(await email.inputValue()).toBe("typed@people.example");
      // Nor does the sign-out page, to which it leads, when one comes back from there.
      await page.clock.fastForward(3_100);
      await page.waitForURL((url) => url.pathname !== pagePaths.login);
      await page.goBack();
      await expect.poll(() => email.inputValue()).toBe("typed@people.example");
    },
  );

  test("who began at the lighter product's page comes back to it for another address", async ({
    visit,
    address,
  }) => {
    const { page } = await visit({ locale: "en" });
    for (const at of [pagePaths.registerSecurity24, pagePaths.register]) {
      const visitor = at === pagePaths.register ? (await visit({ locale: "en" })).page : page;
      await visitor.goto(at);
      await visitor.getByRole("textbox", { name: "Email address" }).fill(address("lighter"));
      await visitor.locator("main form [type=submit]").click();
      await visitor.waitForURL((url) => url.pathname === pagePaths.registerVerification);
      const again = visitor.getByRole("link", { name: "use another address" });
      expect(await again.getAttribute("href")).toBe(at);
    }
  });
});
