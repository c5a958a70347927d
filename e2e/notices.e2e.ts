import { rmSync } from "node:fs";
import { pagePaths } from "@sekimori/portal-contract/page-routes";
import { afterAll, beforeAll, describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { Mailbox } from "./support/mailbox.ts";
import { operatorOf } from "./support/operator.ts";
import { newDataFolder } from "./support/product-template.ts";
import { type RunningProduct, runProduct } from "./support/running-product.ts";
import { sentencesOf } from "./support/sentences.ts";
import { signUpForFree } from "./support/sign-up-steps.ts";
import { expect, test } from "./support/test.ts";

// Notices are seen by everybody: no other journey's bell is to ring.
const folder = await newDataFolder();
let product: RunningProduct;
beforeAll(async () => {
  product = await runProduct({ TRUSTED_PROXIES: "127.0.0.1,::1" }, { dataFolder: folder });
});
afterAll(async () => {
  await product?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const looks = [
  { locale: "ja", width: 375, colorScheme: "light" },
  { locale: "en", width: 1280, colorScheme: "dark" },
] as const;

describe.each(looks)("notices ($locale, $width px, $colorScheme)", (look) => {
  const { locale } = look;
  const bell = { none: { ja: "お知らせ", en: "Notices" }, one: { ja: /未読 ?1/, en: /1 unread/ } };

  test("are published by a command, ring the bell, are listed, read in full, and withdrawn", async ({
    visit,
    address,
  }) => {
    const { page } = await visit(look);
    const { portalOrigin, sandboxOrigin } = product;
    const operator = operatorOf(folder);
    const say = sentencesOf("features/notices", locale);
    const publish = (name: string, ...more: string[]) =>
      operator.json<{ id: string }>([
        ...["notices", "publish", "--operator", "Sato", ...more],
        ...["--title-ja", `${name}のお知らせ`, "--title-en", `About ${name}`],
        ...["--body-ja", `${name}の本文。\n二行目`, "--body-en", `All of ${name}.\nSecond line`],
      ]);
    const titleOf = (name: string) => (locale === "ja" ? `${name}のお知らせ` : `About ${name}`);
    const withdraw = (id: string) =>
      operator.run(["notices", "withdraw", id, "--operator", "Sato"]);
    // What a try before this one left shown would ring this member's bell too.
    for (const { id } of await operator.json<{ id: string }[]>(["notices", "list"])) {
      await withdraw(id);
    }
    const name = `${locale}-maintenance`;
    const mailbox = new Mailbox(sandboxOrigin);
    await signUpForFree(page, mailbox, locale, address("notices"), portalOrigin);
    await page.goto(`${portalOrigin}${pagePaths.notices}`);
    await page.getByText(say("There are no notices.")).waitFor();

    const { id } = await publish(name, "--audience", "free");
    await publish("paid", "--audience", "detailed");
    await publish("future", "--from", "2099-01-31T09:00");
    await page.goto(`${portalOrigin}${pagePaths.security}`);
    await page.getByRole("button", { name: bell.one[locale] }).waitFor();
    await page.goto(`${portalOrigin}${pagePaths.notices}`);
    await page.getByRole("link", { name: titleOf(name) }).waitFor();
    await page.getByText(say("New"), { exact: true }).waitFor();
    expect(await page.getByRole("main").getByRole("listitem").count()).toBe(1);
    await expectAccessible(page, "notices: one new");
    // Seen in the list: nothing is unread any more.
    await page.getByRole("button", { name: bell.none[locale], exact: true }).click();
    const popover = page.getByRole("dialog");
    await expectAccessible(page, "notices: at the bell");
    await popover.getByRole("link", { name: titleOf(name) }).click();
    await page.waitForURL((url) => url.pathname === pagePaths.notice);
    await page.getByRole("heading", { level: 1, name: titleOf(name) }).waitFor();
    await page.getByText(locale === "ja" ? /の本文。\n二行目/ : /All of .*\nSecond line/).waitFor();
    await expectAccessible(page, "notices: one in full");

    await withdraw(id);
    await page.reload();
    await page.getByText(say("This notice is no longer shown")).first().waitFor();
    await expectAccessible(page, "notices: one that was withdrawn");
    await page
      .getByRole("main")
      .getByRole("link", { name: say("All notices") })
      .click();
    await page.getByText(say("There are no notices.")).waitFor();
  });
});
