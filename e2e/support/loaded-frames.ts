import type { Frame, Page } from "playwright-core";

/**
 * The page and what it frames. Whatever is asked of a frame that is still on its way waits until it is
 * there.
 */
export const loadedFrames = (page: Page): Frame[] =>
  page
    .frames()
    .filter((frame) => frame === page.mainFrame() || !/^(about:blank)?$/.test(frame.url()));
