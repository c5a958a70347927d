import { expect, test } from "vitest";
import { hasFocus, showcaseBrowser } from "../testing/showcase-browser.ts";
import { texts } from "./texts.ts";

const t = texts.en;
const showcase = showcaseBrowser();

async function openDialog() {
  const page = await showcase.open();
  const trigger = page.getByRole("button", { name: t.openDialog });
  await trigger.focus();
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: t.dialogTitle });
  await dialog.waitFor();
  return { page, trigger, dialog };
}

test("a dialog holds the focus and hides the page from screen readers", async () => {
  const { page, dialog } = await openDialog();
  await expect.poll(() => page.locator("[inert] h1").count()).toBe(1);
  const stops = await dialog.locator("button, input").count();
  for (let stop = 0; stop <= stops; stop++) {
    await page.keyboard.press("Tab");
    await expect
      .poll(() => dialog.evaluate((box) => box.contains(box.ownerDocument.activeElement)))
      .toBe(true);
  }
});

test("Escape closes a dialog and the focus returns to where it was opened", async () => {
  const { page, trigger, dialog } = await openDialog();
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(trigger)).toBe(true);
});

test("a press outside does not close a dialog in which something may have been typed", async () => {
  const { page, dialog } = await openDialog();
  await page.mouse.click(10, 450);
  await expect.poll(() => dialog.isVisible()).toBe(true);
  await dialog.getByRole("button", { name: t.close }).click();
  await dialog.waitFor({ state: "detached" });
});

test("a question about destroying something is an alert dialog", async () => {
  const page = await showcase.open();
  await page.getByRole("button", { name: t.openAlert }).click();
  const dialog = page.getByRole("alertdialog", { name: t.alertTitle });
  await dialog.waitFor();
  await dialog.getByRole("button", { name: t.cancel }).press("Enter");
  await dialog.waitFor({ state: "detached" });
});

test("a menu goes by arrow keys and first letters, skips what is disabled, and acts", async () => {
  const page = await showcase.open();
  const trigger = page.getByRole("button", { name: t.account, exact: true });
  await expect.poll(() => trigger.getAttribute("aria-haspopup")).toBeTruthy();
  await trigger.focus();
  await page.keyboard.press("ArrowDown");
  const menu = page.getByRole("menu", { name: t.account });
  const item = (index: number) => menu.getByRole("menuitem", { name: t.menu[index] ?? "" });
  await menu.waitFor();
  await expect.poll(() => trigger.getAttribute("aria-expanded")).toBe("true");
  await expect.poll(() => hasFocus(item(0))).toBe(true);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => hasFocus(item(1))).toBe(true);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => hasFocus(item(3))).toBe(true);
  await page.keyboard.press("Home");
  await page.keyboard.press("l");
  await expect.poll(() => hasFocus(item(3))).toBe(true);
  await page.keyboard.press("Enter");
  await menu.waitFor({ state: "detached" });
  await expect.poll(() => page.getByTestId("chosen").textContent()).toBe(t.menu[3]);
  await expect.poll(() => hasFocus(trigger)).toBe(true);
});

test("Escape closes a menu without acting", async () => {
  const page = await showcase.open();
  const trigger = page.getByRole("button", { name: t.account, exact: true });
  await trigger.click();
  await page.getByRole("menu").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(trigger)).toBe(true);
  await expect.poll(() => page.getByTestId("chosen").textContent()).toBe("");
});

test.each(["Escape", "button"])("a popover closes by %s and gives the focus back", async (way) => {
  const page = await showcase.open();
  const trigger = page.getByRole("button", { name: t.filter });
  await trigger.press("Enter");
  const popover = page.getByRole("dialog", { name: t.filter });
  await popover.waitFor();
  if (way === "Escape") await page.keyboard.press("Escape");
  else await popover.getByRole("button", { name: t.close }).press("Enter");
  await popover.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(trigger)).toBe(true);
});

test("a toast is announced in a region that was there before, and takes no focus", async () => {
  const page = await showcase.open();
  const region = page.getByRole("region", { name: t.notices });
  const polite = region.locator("[aria-live=polite]");
  await expect.poll(() => polite.textContent()).toBe("");
  const trigger = page.getByRole("button", { name: t.showToast });
  await trigger.press("Enter");
  await expect.poll(() => polite.textContent()).toContain(t.success);
  await expect.poll(() => hasFocus(trigger)).toBe(true);
});

test("a failure interrupts, and replaces what was shown", async () => {
  const page = await showcase.open();
  await page.getByRole("button", { name: t.showToast }).click();
  await page.getByRole("button", { name: t.showError }).click();
  const region = page.getByRole("region", { name: t.notices });
  await expect
    .poll(() => region.locator("[aria-live=assertive]").textContent())
    .toContain(t.reference);
  await expect.poll(() => region.locator("[aria-live=polite]").textContent()).toBe("");
});

test.each(["Enter", "Escape"])("a toast closed by %s gives the focus back", async (key) => {
  const page = await showcase.open();
  const trigger = page.getByRole("button", { name: t.showToast });
  await trigger.click();
  const close = page.getByRole("region", { name: t.notices }).getByRole("button");
  await close.focus();
  await page.keyboard.press(key);
  await close.waitFor({ state: "detached" });
  await expect.poll(() => hasFocus(trigger)).toBe(true);
});
