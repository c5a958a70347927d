import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { hasFocus, showcaseBrowser } from "../testing/showcase-browser.ts";
import { formTexts } from "./form-texts.ts";

const browser = showcaseBrowser();
const t = formTexts.en;

const formOf = (page: Page) => page.getByRole("form", { name: t.title });
const sent = (page: Page) => page.getByTestId("sent");

async function fill(page: Page, email: string): Promise<void> {
  const form = formOf(page);
  await form.getByLabel(t.email).fill(email);
  await form.getByLabel(t.number).fill("１２−３４ 5");
  await form.getByLabel(t.password, { exact: true }).fill("Ｐａｓｓ１");
  await form.getByLabel(t.agree).check();
}

const submit = (page: Page) => formOf(page).getByRole("button", { name: t.send }).click();

describe("a submit that fails", () => {
  test("moves the focus to the problems, in the order of the page, each leading to its field", async () => {
    const page = await browser.open();
    await submit(page);
    const summary = formOf(page).getByRole("alert");
    await summary.getByText(t.problems(4)).waitFor();
    await expect.poll(() => hasFocus(summary)).toBe(true);
    await expect
      .poll(() => summary.getByRole("link").allInnerTexts())
      .toEqual([t.email, t.number, t.password, t.agree].map((label) => t.issue("required", label)));
    await summary.getByRole("link", { name: t.number }).click();
    await expect.poll(() => hasFocus(formOf(page).getByLabel(t.number))).toBe(true);
    await expect.poll(() => sent(page).innerText()).toBe("");
  });

  test("shows the server's complaint at the field that its path ends with", async () => {
    const page = await browser.open();
    await fill(page, "taken@example.jp");
    await submit(page);
    const email = formOf(page).getByLabel(t.email);
    await expect.poll(() => email.getAttribute("aria-invalid")).toBe("true");
    // A single field needs no list: it takes the focus itself.
    await expect.poll(() => hasFocus(email)).toBe(true);
    expect(await formOf(page).getByRole("alert").count()).toBe(0);
  });

  test("shows an error of the whole form above it, with its reference", async () => {
    const page = await browser.open();
    await fill(page, "closed@example.jp");
    await submit(page);
    const problem = formOf(page).getByRole("alert");
    await problem.getByText(t.closed).waitFor();
    await expect.poll(() => problem.innerText()).toContain(t.reference("req-1"));
    await expect.poll(() => hasFocus(problem)).toBe(true);
  });

  test("hands over what it cannot place, and keeps what was typed", async () => {
    const page = await browser.open();
    await fill(page, "lost@example.jp");
    await submit(page);
    await page.getByTestId("reported").getByText("Network").waitFor({ state: "attached" });
    await expect.poll(() => formOf(page).getByRole("alert").count()).toBe(0);
    await expect.poll(() => formOf(page).getByLabel(t.email).inputValue()).toBe("lost@example.jp");
  });
});

test("two submits at once send once", async () => {
  const page = await browser.open();
  await fill(page, "a@example.jp");
  // Past the button, which would swallow the second press itself.
  await formOf(page).evaluate((form: { requestSubmit(): void }) => {
    form.requestSubmit();
    form.requestSubmit();
  });
  await sent(page).getByText("12345").waitFor({ state: "attached" });
  await formOf(page).getByLabel(t.number).fill("99");
  await submit(page);
  await sent(page).getByText("99").waitFor({ state: "attached" });
  await expect.poll(() => sent(page).innerText()).toBe("12345,99");
});

test("digits are folded in digit fields and nowhere else", async () => {
  const page = await browser.open();
  await fill(page, "a@example.jp");
  await expect.poll(() => formOf(page).getByLabel(t.number).inputValue()).toBe("12345");
  await expect
    .poll(() => formOf(page).getByLabel(t.password, { exact: true }).inputValue())
    .toBe("Ｐａｓｓ１");
});

describe("an input method", () => {
  test("is left alone while it composes, and folded after", async () => {
    const page = await browser.open();
    const keyboard = await page.context().newCDPSession(page);
    const field = formOf(page).getByLabel(t.number);
    await field.focus();
    const composition = { text: "１２", selectionStart: 2, selectionEnd: 2 };
    await keyboard.send("Input.imeSetComposition", composition);
    await expect.poll(() => field.inputValue()).toBe("１２");
    await keyboard.send("Input.insertText", { text: "１２" });
    await expect.poll(() => field.inputValue()).toBe("12");
  });

  test("its Enter does not submit; the next one does", async () => {
    const page = await browser.open();
    const keyboard = await page.context().newCDPSession(page);
    await formOf(page).getByLabel(t.email).focus();
    const composition = { text: "せき", selectionStart: 2, selectionEnd: 2 };
    await keyboard.send("Input.imeSetComposition", composition);
    await formOf(page).getByLabel(t.email).press("Enter");
    await expect.poll(() => formOf(page).getByRole("alert").count()).toBe(0);
    await keyboard.send("Input.insertText", { text: "seki" });
    await formOf(page).getByLabel(t.email).press("Enter");
    await formOf(page).getByRole("alert").waitFor();
  });
});

test("a change of language keeps what was typed and translates what was complained about", async () => {
  const page = await browser.open();
  await formOf(page).getByLabel(t.number).fill("abc");
  await submit(page);
  await formOf(page).getByRole("alert").waitFor();
  await page.getByRole("button", { name: "日本語" }).click();
  const form = page.getByRole("form", { name: formTexts.ja.title });
  await expect.poll(() => form.getByLabel(formTexts.ja.number).inputValue()).toBe("abc");
  await expect
    .poll(() => form.getByRole("alert").getByRole("link").allInnerTexts())
    .toContain(formTexts.ja.issue("invalid", formTexts.ja.number));
});
