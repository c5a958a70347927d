import type { Frame, Page } from "playwright-core";

/** A phone's window and a wider one; the narrowest, 320 px, is a view of its own (`400 %`). */
const widths = [375, 768, 1280] as const;

/**
 * What of a page does not fit its window: the page scrolls sideways, a dialog or a text is cut off,
 * or something to read or to press stands beyond an edge where nothing scrolls to it.
 */
const unfit = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => {
  const isSeen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
    !element.closest("[inert], [aria-hidden=true]");
  const nameOf = (element) => {
    const text = element.getAttribute("aria-label") ?? element.textContent ?? "";
    return \`<\${element.localName}> “\${text.trim().slice(0, 40) || element.id || element.name || ""}”\`;
  };
  const found = [];
  const { scrollWidth, clientWidth } = document.documentElement;
  if (scrollWidth > clientWidth) found.push(\`the page is \${scrollWidth - clientWidth} px wider than its window\`);
  const dialogs = [...document.querySelectorAll("[role=dialog], [role=alertdialog]")].filter(isSeen);
  // In a part that scrolls and is itself within the window along that axis, the rest is reached.
  const isScrolled = (element, axis) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      const box = at.getBoundingClientRect();
      const isReached = axis === "x"
        ? at.scrollWidth > at.clientWidth && /auto|scroll/.test(style.overflowX) && box.left >= -1 && box.right <= innerWidth + 1
        : at.scrollHeight > at.clientHeight && /auto|scroll/.test(style.overflowY) && box.top >= -1 && box.bottom <= innerHeight + 1;
      if (isReached) return true;
    }
    return false;
  };
  // A line that ends in an ellipsis is cut on purpose, with what stands in it: its whole is its title.
  const isInCutLine = (element) => {
    for (let at = element.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).textOverflow === "ellipsis") return true;
    }
    return false;
  };
  const beyond = (element, axis) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const over = axis === "x" ? Math.max(-left, right - innerWidth) : Math.max(-top, bottom - innerHeight);
    return over > 1 && !isScrolled(element, axis) ? Math.round(over) : 0;
  };
  for (const dialog of dialogs) {
    const over = Math.max(beyond(dialog, "x"), beyond(dialog, "y"));
    if (over > 0) found.push(\`\${nameOf(dialog)} is cut off by \${over} px\`);
  }
  const place = dialogs.at(-1) ?? document.body;
  const read = "h1, h2, h3, p, li, dt, dd, label, button, a, input, select, textarea, th, td, legend, output, [role=menuitem], [role=option]";
  for (const element of place.querySelectorAll(read)) {
    const { width, height } = element.getBoundingClientRect();
    // What only screen readers are told takes one pixel.
    if (width <= 1 || height <= 1 || !isSeen(element)) continue;
    const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
    const over = beyond(element, "x");
    if (over > 0 && !isInCutLine(element)) found.push(\`\${nameOf(element)} is \${over} px beyond the edge\`);
    // What ends in an ellipsis is cut on purpose; a field scrolls to its caret.
    if (textOverflow === "ellipsis" || webkitLineClamp !== "none" || element.matches("input, select, textarea")) continue;
    const isCut = (overflow) => overflow === "hidden" || overflow === "clip";
    if ((isCut(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
      (isCut(overflowY) && element.scrollHeight > element.clientHeight + 1)) found.push(\`\${nameOf(element)} is clipped\`);
  }
  return [...new Set(found)];
})`;

/** What does not fit the window as it is, once it is drawn. */
export async function judgeFit(frames: readonly Frame[]): Promise<string[]> {
  const found: string[] = [];
  for (const frame of frames) found.push(...(await frame.evaluate<string[]>(unfit)));
  return found;
}

/**
 * How a state fits at each width, by resizing the page in place.
 *
 * @param own the page's own window, which it has again afterwards.
 * @returns what is wrong
 */
export async function judgeWidths(
  page: Page,
  frames: readonly Frame[],
  own: { readonly width: number; readonly height: number },
): Promise<string[]> {
  const found: string[] = [];
  for (const width of [...widths.filter((one) => one !== own.width), own.width]) {
    await page.setViewportSize({ width, height: own.height });
    found.push(...(await judgeFit(frames)).map((what) => `${width} px: ${what}`));
  }
  return found;
}
