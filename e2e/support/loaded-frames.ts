import type { Frame, Page } from "playwright-core";

/** The page and what it frames. What is asked of one that is still on its way waits until it is there. */
export const loadedFrames = (page: Page): Frame[] =>
  page.frames().filter((frame) => !/^(about:.*)?$/.test(frame.url()));
