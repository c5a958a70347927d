import type { Page } from "playwright-core";
import { SignUp } from "./support/sign-up-steps.ts";
import { expect, origins, test } from "./support/test.ts";

/** Presses the copy button behind a text. @returns what the clipboard holds then. */
async function copied(page: Page, text: string): Promise<string> {
  await page
    .getByRole("button", { name: `Copy: ${text}`, exact: true })
    .first()
    .click();
  await page.getByText("Copied", { exact: true }).waitFor();
  return page.evaluate<string>("navigator.clipboard.readText()");
}

test("the sandbox's test cards and a mailed code are copied by a button", async ({
  visit,
  mailbox,
  address,
}) => {
  const { page, context } = await visit({ locale: "en" });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const person = new SignUp(page, mailbox, "en", address("copy"));
  await person.start("free");
  const code = await mailbox.code(person.email);

  await page.goto(`${origins.sandbox}/`);
  expect(await copied(page, "4111110000001003")).toBe("4111110000001003");
  await page.goto(`${origins.sandbox}/mailbox?search=${encodeURIComponent(person.email)}`);
  await page.getByRole("link", { name: new RegExp(code) }).click();
  expect(await copied(page, code)).toBe(code);
});
