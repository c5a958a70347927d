import { noTrialReason } from "@sekimori/portal-contract/legal/no-trial";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { expectAccessible } from "./support/accessibility.ts";
import { sentencesOf } from "./support/sentences.ts";
import { cards, SignUp, signUpForPaid } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

const looks = [
  {
    locale: "ja",
    width: 375,
    colorScheme: "light",
    used: cards.frictionless,
    fresh: "3530110000001008",
    nothing: "本日のお支払いは0円です。",
  },
  {
    locale: "en",
    width: 1280,
    colorScheme: "dark",
    used: cards.frictionlessToo,
    fresh: "36227200001003",
    nothing: "You pay ¥0 today.",
  },
] as const;

test.for(looks)(
  "a card that has had its trial: why there is none, and the way to another ($locale)",
  async ({ locale, used, fresh, nothing, ...look }, { visit, mailbox, address }) => {
    const first = await visit({ locale });
    await signUpForPaid(first.page, mailbox, locale, address("trial"));

    const { page } = await visit({ locale, ...look });
    const person = new SignUp(page, mailbox, locale, address("no-trial"));
    const reason = noTrialReason.card[locale];
    const rows = sentencesOf("app/final-confirmation", locale);
    const another = sentencesOf("features/sign-up", locale)("Use another card");
    const shown = async () => (await page.locator("main").innerText()).replaceAll("\u2060", "");
    await person.toCard();
    await person.submitCard(used);
    await person.at(pagePaths.agreement);
    await page.getByText(reason).waitFor();
    expect(await shown()).toContain(nothing);
    expect(await shown()).toContain(rows("Free period"));
    await expectAccessible(page, "agreement: no trial");

    // The plan's page says so too, and where the card is entered another one can be.
    await page.getByRole("link", { name: another }).click();
    const back = sentencesOf("features/payment", locale)("Back to plan and price");
    await page.getByRole("link", { name: back }).click();
    await page.getByText(reason).waitFor();
    await expectAccessible(page, "payment: no trial");
    await person.toPaymentMethod();
    await person.submitCard(fresh);
    await person.at(pagePaths.agreement);
    await page.getByText(rows("Free trial"), { exact: true }).waitFor();
    expect(await page.getByText(reason).count()).toBe(0);
    await person.agree("detailed");
    const mail = await mailbox.newest(person.email, /11,000/);
    expect(mail.text.replaceAll(/\s+/g, "")).not.toContain(reason.replaceAll(/\s+/g, ""));
  },
);
