import type { Page } from "playwright-core";

/**
 * Counts that a line parts from their unit, as in “1か” and “月” below it, and dates that it parts. Only
 * what is seen is looked at.
 */
const parted = `(() => {
  const counted = /(?:[0-9]+\\u2060?[年月]\\u2060?)*[0-9][0-9,.]*\\u2060?(?:か\\u2060?月|円|日間|日|回|件|個|名|時間|時|分|年|月)/g;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (!node.parentElement?.checkVisibility({ visibilityProperty: true })) continue;
    for (const { 0: text, index } of node.data.matchAll(counted)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + text.length);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ bottom }) => Math.round(bottom)));
      if (lines.size > 1) found.push(text + " in " + node.data.slice(Math.max(0, index - 20), index + 20));
    }
  }
  return [...new Set(found)];
})()`;

/** @returns each with what stands around it; none in a page that breaks its lines well. */
export const partedCounts = (page: Page): Promise<string[]> => page.evaluate<string[]>(parted);
