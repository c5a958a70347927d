import type { Locator } from "playwright-core";
import { expect, test } from "vitest";
import { hasFocus, painted, showcaseBrowser } from "../testing/showcase-browser.ts";
import { texts } from "./texts.ts";

const t = texts.en;
const showcase = showcaseBrowser();

async function pendingForm() {
  const page = await showcase.open();
  const form = page.getByRole("form", { name: t.send });
  const submit = form.getByRole("button", { name: t.send });
  return { page, form, submit, submits: form.getByTestId("submits") };
}

test("a pending button keeps its name, its width and the focus", async () => {
  const { form, submit } = await pendingForm();
  const before = await submit.boundingBox();
  await submit.press("Enter");
  await expect.poll(() => submit.getAttribute("aria-busy")).toBe("true");
  await expect.poll(() => hasFocus(submit)).toBe(true);
  expect((await submit.boundingBox())?.width).toBe(before?.width);
  await expect.poll(() => form.getByRole("status").first().textContent()).toBe(t.sending);
});

test("a pending button swallows clicks, Space and Enter", async () => {
  const { submit, submits } = await pendingForm();
  await submit.click();
  await expect.poll(() => submits.textContent()).toBe("1");
  await submit.click({ force: true });
  await submit.press("Enter");
  await submit.press("Space");
  await expect.poll(() => submits.textContent()).toBe("1");
});

test("a double click submits once", async () => {
  const { submit, submits } = await pendingForm();
  await submit.dblclick();
  await expect.poll(() => submit.getAttribute("aria-busy")).toBe("true");
  await expect.poll(() => submits.textContent()).toBe("1");
});

test("when the work ends the button works again", async () => {
  const { form, submit, submits } = await pendingForm();
  await submit.click();
  await form.getByRole("button", { name: t.cancel }).click();
  await expect.poll(() => submit.getAttribute("aria-disabled")).toBeNull();
  await submit.click();
  await expect.poll(() => submits.textContent()).toBe("2");
});

test("an unavailable action tells its reason to keyboard and screen reader", async () => {
  const page = await showcase.open();
  const button = page.getByRole("button", { name: t.unavailable });
  await expect.poll(() => button.getAttribute("aria-disabled")).toBe("true");
  const described = await button.getAttribute("aria-describedby");
  await expect.poll(() => page.locator(`[id="${described}"]`).textContent()).toBe(t.reason);

  await page.getByRole("button", { name: t.copy }).focus();
  await page.keyboard.press("Tab");
  await expect.poll(() => hasFocus(button)).toBe(true);
  const bubble = page.getByRole("tooltip").filter({ hasText: t.reason });
  await bubble.waitFor();
  await page.keyboard.press("Escape");
  await bubble.waitFor({ state: "detached" });
});

test("an unavailable action tells its reason to the pointer and to a finger", async () => {
  const page = await showcase.open();
  const button = page.getByRole("button", { name: t.unavailable });
  const bubble = page.getByRole("tooltip").filter({ hasText: t.reason });
  // The pointer is moved twice: a page under a pointer that never moved is not hovered.
  await page.mouse.move(1, 1);
  await button.hover();
  await bubble.waitFor();
  await page.mouse.move(0, 0);
  await bubble.waitFor({ state: "detached" });
  await button.dispatchEvent("click");
  await bubble.waitFor();
});

/** The keyboard's focus comes to a button with a tooltip that lies below the window. */
async function tooltipByKeyboard() {
  const page = await showcase.open();
  const button = page.getByRole("button", { name: t.copy });
  await page.getByRole("button", { name: t.notices }).focus();
  await page.evaluate("scrollTo(0, 0)");
  await painted(page);
  await page.keyboard.press("Tab");
  await expect.poll(() => hasFocus(button)).toBe(true);
  const bubble = page.getByRole("tooltip").filter({ hasText: t.copyHint });
  await bubble.waitFor();
  return { page, button, bubble };
}

/** How far the tooltip's lower edge is above its button. */
async function gap(button: Locator, bubble: Locator): Promise<number> {
  const [below, above] = await Promise.all([button.boundingBox(), bubble.boundingBox()]);
  return below && above ? Math.round(below.y - above.y - above.height) : Number.NaN;
}

test("a tooltip describes its button while it is shown", async () => {
  const { button, bubble } = await tooltipByKeyboard();
  await expect
    .poll(() => button.getAttribute("aria-describedby"))
    .toBe(await bubble.getAttribute("id"));
});

test("a tooltip outlasts the scrolling that brings its button into the window", async () => {
  const { page, button, bubble } = await tooltipByKeyboard();
  await expect.poll(() => page.evaluate("scrollY")).toBeGreaterThan(0);
  await painted(page);
  expect(await bubble.isVisible()).toBe(true);
  expect(await gap(button, bubble)).toBe(6);
});

test.each(["the page", "a box"])("a tooltip stays at its button when %s scrolls", async (what) => {
  const { page, button, bubble } = await tooltipByKeyboard();
  const box = button.locator("..");
  await box.evaluate((one) =>
    one.setAttribute("style", "height: 120px; overflow: auto; padding-block: 60px"),
  );
  const scroller = what === "a box" ? box : page.locator("html");
  const before = await scroller.evaluate((one) => one.scrollTop);
  await scroller.evaluate((one) => one.scrollBy(0, 40));
  await expect.poll(() => scroller.evaluate((one) => one.scrollTop)).toBeGreaterThan(before);
  await expect.poll(() => gap(button, bubble)).toBe(6);
  await painted(page);
  expect(await bubble.isVisible()).toBe(true);
});

test.each(["Escape", "Tab"])("%s puts a tooltip away", async (key) => {
  const { page, bubble } = await tooltipByKeyboard();
  await page.keyboard.press(key);
  await bubble.waitFor({ state: "detached" });
});

test("the pointer may go onto the tooltip, which goes when the pointer leaves both", async () => {
  const page = await showcase.open();
  const button = page.getByRole("button", { name: t.copy });
  const bubble = page.getByRole("tooltip").filter({ hasText: t.copyHint });
  await page.clock.install();
  await page.mouse.move(1, 1);
  await button.hover();
  await bubble.waitFor();
  await bubble.hover();
  await page.clock.runFor(10_000);
  expect(await bubble.isVisible()).toBe(true);
  await page.mouse.move(0, 0);
  await bubble.waitFor({ state: "detached" });
});

test("a link to a new tab says so and gives it no handle on this one", async () => {
  const page = await showcase.open();
  const link = page.getByRole("link", { name: `${t.terms} (${t.newTab})` });
  await expect.poll(() => link.getAttribute("target")).toBe("_blank");
  await expect.poll(() => link.getAttribute("rel")).toContain("noopener");
});

test("an icon button has a name", async () => {
  const page = await showcase.open();
  await expect
    .poll(() => page.getByRole("button", { name: t.notices, exact: true }).count())
    .toBe(1);
});
