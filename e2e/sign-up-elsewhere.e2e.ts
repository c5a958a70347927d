import { pagePaths } from "@sekimori/portal-contract/page-routes";
import type { Page } from "playwright-core";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { signIn } from "./support/member.ts";
import { sentencesOf } from "./support/sentences.ts";
import { SignUp } from "./support/sign-up-steps.ts";
import { test } from "./support/test.ts";

describe.each(["ja", "en"] as const)("a registration that goes on elsewhere (%s)", (locale) => {
  test("is told as that where it was left, and goes on there after a login", async ({
    visit,
    mailbox,
    address,
  }) => {
    const say = sentencesOf("features/sign-up", locale);
    const email = address(`elsewhere-${locale}`);
    const { page: desk } = await visit({ locale, width: 1280 });
    const person = new SignUp(desk, mailbox, locale, email);
    await person.start("free");
    await person.verify();
    await person.fillPersonal();
    await person.review();
    await person.confirm("free");

    const { page: phone } = await visit({ locale, width: 375 });
    await signIn(phone, locale, email);
    await phone.waitForURL((url) => url.pathname === pagePaths.agreement);

    // What was ticked here agrees to nothing any more, and the page says why.
    await person.acceptTerms("free");
    const told = (page: Page) =>
      page.getByRole("heading", { level: 1, name: say("Your registration went on elsewhere") });
    await told(desk).waitFor();
    await expectAccessible(desk, "/account: the registration goes on elsewhere");
    await person.button(say("Log in")).click();
    await person.at(pagePaths.login);
    await signIn(desk, locale, email);
    await person.agree("free");

    // Where it had gone on, the same is told now that it is complete, and leads to the login of a member.
    await phone.reload();
    await told(phone).waitFor();
    await phone.getByRole("button", { name: say("Log in"), exact: true }).click();
    await phone.waitForURL((url) => url.pathname === pagePaths.login);
  });
});
