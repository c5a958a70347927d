import { pageUrl } from "@sekimori/portal-contract/page-routes";
import { describe } from "vitest";
import { expectAccessible } from "./support/accessibility.ts";
import { toast } from "./support/member.ts";
import { signUpForPaid } from "./support/sign-up-steps.ts";
import { test } from "./support/test.ts";

const said = {
  ja: {
    title: "経理担当者への写しの送付",
    setUp: "写しの送付先を登録",
    email: "写しを受け取るメールアドレス",
    send: "送信する",
    code: "認証コード",
    verify: "認証する",
    done: "写しの送付先を登録しました",
    stop: "写しの送付をやめる",
    stopped: "写しの送付を停止しました",
  },
  en: {
    title: "Copies for accounting",
    setUp: "Set up copies",
    email: "Email address for copies",
    send: "Send",
    code: "Authentication code",
    verify: "Verify",
    done: "Copies for accounting set up",
    stop: "Send no copies",
    stopped: "Copies for accounting stopped",
  },
} as const;

const looks = [
  { locale: "ja", width: 375, colorScheme: "light" },
  { locale: "en", width: 1280, colorScheme: "dark" },
] as const;

describe.each(looks)("copies for accounting ($locale, $width px, $colorScheme)", (look) => {
  const { locale } = look;
  const words = said[locale];

  test("are set up with a colleague's code, and stopped", async ({ visit, mailbox, address }) => {
    const { page } = await visit(look);
    await signUpForPaid(page, mailbox, locale, address("copies"));
    await page.goto(pageUrl("security", { tab: "contract" }));
    await page.getByRole("button", { name: words.setUp }).click();
    const dialog = page.getByRole("dialog", { name: words.title });
    const books = address("books");
    await dialog.getByRole("textbox", { name: words.email }).fill(books);
    await expectAccessible(page, "copies for accounting: address");
    await dialog.getByRole("button", { name: words.send, exact: true }).click();
    const code = dialog.getByRole("textbox", { name: words.code });
    await code.fill(await mailbox.code(books));
    await expectAccessible(page, "copies for accounting: code");
    await dialog.getByRole("button", { name: words.verify, exact: true }).click();
    await toast(page, locale).getByText(words.done).waitFor();
    await page.getByRole("tabpanel").getByText(books).waitFor();
    await expectAccessible(page, "copies for accounting: set up");
    await page.getByRole("button", { name: words.stop }).click();
    await toast(page, locale).getByText(words.stopped).waitFor();
    await page.getByRole("button", { name: words.setUp }).waitFor();
  });
});
