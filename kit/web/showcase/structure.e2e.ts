import { expect, test } from "vitest";
import { hasFocus, showcaseBrowser } from "../testing/showcase-browser.ts";
import { texts } from "./texts.ts";

const t = texts.en;
const showcase = showcaseBrowser();

test("tabs go by arrow keys, Home and End, and Tab leads into the panel", async () => {
  const page = await showcase.open();
  const list = page.getByRole("tablist", { name: t.tabList });
  const tab = (index: number) => list.getByRole("tab", { name: t.tabs[index] ?? "" });
  const panel = page.getByRole("tabpanel");
  await tab(0).focus();
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => hasFocus(tab(1))).toBe(true);
  await expect.poll(() => tab(1).getAttribute("aria-selected")).toBe("true");
  await expect.poll(() => panel.textContent()).toBe(t.tabTexts[1]);
  await page.keyboard.press("End");
  await expect.poll(() => panel.textContent()).toBe(t.tabTexts[2]);
  await page.keyboard.press("ArrowRight");
  await expect.poll(() => hasFocus(tab(0))).toBe(true);
  await page.keyboard.press("Tab");
  await expect.poll(() => hasFocus(panel)).toBe(true);
  await expect
    .poll(() => panel.getAttribute("aria-labelledby"))
    .toBe(await tab(0).getAttribute("id"));
});

test("a sortable header tells its direction and keeps the focus", async () => {
  const page = await showcase.open();
  const header = page.getByRole("columnheader", { name: t.columns[2] });
  const first = page.getByRole("rowheader").first();
  await expect.poll(() => header.getAttribute("aria-sort")).toBe("none");
  const button = header.getByRole("button");
  await button.press("Enter");
  await expect.poll(() => header.getAttribute("aria-sort")).toBe("ascending");
  await expect.poll(() => first.textContent()).toBe("example.jp");
  await button.press("Space");
  await expect.poll(() => header.getAttribute("aria-sort")).toBe("descending");
  await expect.poll(() => first.textContent()).toBe("shop.example.jp");
  await expect.poll(() => hasFocus(button)).toBe(true);
});

test("on a phone each row is a block with its columns' names, and nothing scrolls sideways", async () => {
  const page = await showcase.open({ width: 320 });
  const region = page.getByRole("region", { name: t.table });
  await expect.poll(() => region.evaluate((box) => box.scrollWidth > box.clientWidth)).toBe(false);
  const row = region.getByRole("row").nth(1);
  const [name, status, figure] = [
    row.getByRole("rowheader"),
    row.getByRole("cell").nth(0),
    row.getByRole("cell").nth(1),
  ];
  const top = async (one: typeof row) => (await one.boundingBox())?.y ?? 0;
  expect(await top(status)).toBeGreaterThan(await top(name));
  expect(await top(figure)).toBe(await top(status));
  const label = (cell: typeof row) =>
    cell.evaluate(
      (element) => element.ownerDocument.defaultView?.getComputedStyle(element, "::before").content,
    );
  expect(await label(figure)).toContain(t.columns[2]);
  // What sorts stays in sight; the other headers are read out only.
  expect(await region.getByRole("columnheader").getByRole("button").isVisible()).toBe(true);
  expect(await region.getByRole("columnheader").count()).toBe(t.columns.length);
});

test("on a wide screen a table's cells have no labels of their own", async () => {
  const page = await showcase.open();
  const cell = page.getByRole("region", { name: t.table }).getByRole("cell").first();
  const before = await cell.evaluate(
    (one) => one.ownerDocument.defaultView?.getComputedStyle(one, "::before").content,
  );
  expect(before).toBe("none");
});

test("the step indicator tells which step is done and which is the current one", async () => {
  const page = await showcase.open();
  const steps = page.getByRole("list", { name: t.stepLabel }).getByRole("listitem");
  await expect.poll(() => steps.nth(0).textContent()).toBe(`${t.steps[0]} (${t.done})`);
  await expect.poll(() => steps.nth(0).getAttribute("aria-current")).toBeNull();
  await expect.poll(() => steps.nth(1).getAttribute("aria-current")).toBe("step");
});

test("a disclosure opens by keyboard", async () => {
  const page = await showcase.open();
  const details = page.getByText(t.detailsBody);
  await expect.poll(() => details.isVisible()).toBe(false);
  await page.getByText(t.details, { exact: true }).press("Enter");
  await expect.poll(() => details.isVisible()).toBe(true);
});

test("progress is a number when known and none when not", async () => {
  const page = await showcase.open();
  const known = page.getByRole("progressbar", { name: t.progress });
  await expect.poll(() => known.getAttribute("aria-valuenow")).toBe("3");
  await expect.poll(() => known.getAttribute("aria-valuetext")).toBe(t.progressValue);
  const unknown = page.getByRole("progressbar", { name: t.waiting });
  await expect.poll(() => unknown.getAttribute("aria-valuenow")).toBeNull();
  // Where nothing moves, a bar that stood there would tell of a share.
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expect
    .poll(() => unknown.locator("> div").evaluate(({ clientWidth }) => clientWidth))
    .toBe(0);
});

test.each([
  { lang: "ja", width: 320 },
  { lang: "en", width: 320 },
  { lang: "ja", width: 375 },
  { lang: "en", width: 1280 },
] as const)("nothing is wider than a page of $width px ($lang)", async (view) => {
  const page = await showcase.open(view);
  await expect.poll(() => page.evaluate("document.documentElement.scrollWidth")).toBe(view.width);
});

test("every control is at least 24 px high and wide, and form controls at least 44", async () => {
  const page = await showcase.open({ width: 375 });
  const boxes = await page.evaluate<{ name: string; least: number }[]>(
    `[...document.querySelectorAll("button, input, select, textarea, summary")].map((control) => {
      // What is pressed is the label where the control itself is only read aloud.
      const pressed = control.matches(".sr-only") ? control.closest("label") ?? control : control;
      const box = pressed.getBoundingClientRect();
      return { name: control.outerHTML.slice(0, 90), least: Math.min(box.width, box.height) };
    })`,
  );
  expect(boxes.length).toBeGreaterThan(50);
  expect(boxes.filter(({ least }) => least < 24)).toEqual([]);
});
