import type { Locator, Page } from "playwright-core";
import { expect, test } from "vitest";
import { hasFocus, showcaseBrowser } from "../testing/showcase-browser.ts";
import { texts } from "./texts.ts";

const t = texts.en;
const showcase = showcaseBrowser();

/** The texts that describe a control, in the order they are read. */
async function descriptions(page: Page, control: Locator): Promise<(string | null)[]> {
  const ids = ((await control.getAttribute("aria-describedby")) ?? "").split(" ").filter(Boolean);
  return Promise.all(ids.map((id) => page.locator(`[id="${id}"]`).textContent()));
}

test("a field's name is its label alone; required is a state, optional a description", async () => {
  const page = await showcase.open();
  const required = page.locator("#email");
  await expect.poll(() => required.evaluate((input) => input.labels[0].textContent)).toBe(t.email);
  await expect.poll(() => required.getAttribute("aria-required")).toBe("true");
  await expect.poll(() => required.getAttribute("aria-invalid")).toBeNull();
  await expect.poll(() => descriptions(page, required)).toEqual([t.emailHelp]);
  await expect.poll(() => descriptions(page, page.locator("#building"))).toEqual([t.optional]);
});

test.each(["email-wrong", "prefecture-wrong", "code-wrong", "agree-wrong", "plan-wrong"])(
  "#%s is invalid and its error is the last thing read",
  async (id) => {
    const page = await showcase.open();
    const control = page.locator(`#${id}`);
    await expect.poll(() => control.getAttribute("aria-invalid")).toBe("true");
    const read = await descriptions(page, control);
    const sentences: string[] = [
      t.emailError,
      t.prefectureError,
      t.codeError,
      t.agreeError,
      t.planError,
    ];
    expect(sentences).toContain(read.at(-1));
  },
);

test("each line of the error summary leads to its field", async () => {
  const page = await showcase.open();
  const address = page.url();
  const summary = page.getByRole("alert").filter({ hasText: t.summary });
  await summary.getByRole("link", { name: t.emailError }).click();
  await expect.poll(() => hasFocus(page.locator("#email-wrong"))).toBe(true);
  await summary.getByRole("link", { name: t.planError }).press("Enter");
  await expect
    .poll(() => hasFocus(page.getByRole("radio", { name: t.detailed }).last()))
    .toBe(true);
  expect(page.url()).toBe(address);
});

test("a password can be shown, and is hidden again by submitting", async () => {
  const page = await showcase.open();
  const form = page.getByRole("form", { name: t.password });
  const input = page.locator("#password");
  await expect.poll(() => input.getAttribute("type")).toBe("password");
  await form.getByRole("button", { name: t.show }).press("Space");
  await expect.poll(() => input.getAttribute("type")).toBe("text");
  await expect.poll(() => hasFocus(form.getByRole("button", { name: t.hide }))).toBe(true);
  await form.getByRole("button", { name: t.save }).click();
  await expect.poll(() => input.getAttribute("type")).toBe("password");
  await expect.poll(() => input.inputValue()).toBe("Sekisho-34");
});

test("arrow keys move through the radios of a group and Tab leaves it", async () => {
  const page = await showcase.open();
  const group = page.getByRole("radiogroup", { name: t.userType });
  await expect.poll(() => group.getAttribute("aria-required")).toBe("true");
  await group.getByRole("radio", { name: t.organisation }).focus();
  await page.keyboard.press("ArrowRight");
  const personal = group.getByRole("radio", { name: t.personal });
  await expect.poll(() => hasFocus(personal)).toBe(true);
  await expect.poll(() => personal.isChecked()).toBe(true);
  await page.keyboard.press("Tab");
  await expect
    .poll(() => hasFocus(page.getByRole("radio", { name: t.detailed }).first()))
    .toBe(true);
});

test("Space ticks a checkbox, and one tick for some of many is mixed", async () => {
  const page = await showcase.open();
  const agree = page.getByRole("checkbox", { name: t.agree }).first();
  await agree.press("Space");
  await expect.poll(() => agree.isChecked()).toBe(true);
  const some = page.getByRole("checkbox", { name: t.some });
  await expect.poll(() => some.evaluate((input) => input.indeterminate)).toBe(true);
});

test.each([
  ["123456", "123456"],
  ["１２３　４５６", "123456"],
  ["123-456", "123456"],
  ["Your code: 123 456 7", "123456"],
])("pasting %j into the code field gives %s, once", async (pasted, code) => {
  const page = await showcase.open();
  await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(pasted)})`);
  const field = page.locator("#code");
  await field.press("ControlOrMeta+V");
  await expect.poll(() => field.inputValue()).toBe(code);
  await expect.poll(() => page.getByTestId("codes").textContent()).toBe(code);
});

test("a code typed through a Japanese input method arrives when its conversion ends", async () => {
  const page = await showcase.open();
  const field = page.locator("#code");
  await field.focus();
  const input = await page.context().newCDPSession(page);
  const composing = "１２３４５６";
  await input.send("Input.imeSetComposition", {
    text: composing,
    selectionStart: composing.length,
    selectionEnd: composing.length,
  });
  await expect.poll(() => field.inputValue()).toBe(composing);
  await expect.poll(() => page.getByTestId("codes").textContent()).toBe("");
  await input.send("Input.insertText", { text: composing });
  await expect.poll(() => field.inputValue()).toBe("123456");
  await expect.poll(() => page.getByTestId("codes").textContent()).toBe("123456");
});

test("the code field is what browsers and phones fill in, and shows all its figures", async () => {
  const page = await showcase.open();
  const field = page.locator("#code");
  await expect.poll(() => field.getAttribute("autocomplete")).toBe("one-time-code");
  await expect.poll(() => field.getAttribute("inputmode")).toBe("numeric");
  // A seventh digit changes nothing and does not complete the code a second time.
  await field.pressSequentially("9382751");
  await expect.poll(() => field.evaluate((input) => input.scrollLeft)).toBe(0);
  await field.press("Backspace");
  await field.pressSequentially("6");
  await expect.poll(() => page.getByTestId("codes").textContent()).toBe("938275,938276");
});
