import type { Frame, Page } from "playwright-core";
import { loadedFrames } from "./loaded-frames.ts";
import { judgeNamedActs } from "./named-acts.ts";

/**
 * What leads on from a document, or that it is still waiting. Evaluated through the debugger, as
 * everything here is: the page's Content-Security-Policy does not govern it.
 */
const leadsOn = `(() => {
  const isDrawn = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getBoundingClientRect().width > 1 &&
    !element.closest("[inert]");
  const isOff = (element) =>
    element.matches(":disabled, [aria-disabled=true]") || element.closest("[aria-hidden=true]") !== null;
  // They change how the page stands, and leave the person on it.
  const staying = [
    "[role=tab], [role=switch], [role=radio], [role=checkbox], [aria-pressed]",
    "[aria-expanded]:not([aria-haspopup])",
    "thead *",
  ].join(", ");
  const here = location.href.split("#")[0];
  const isStill = (element) =>
    element.matches(staying) || (element.localName === "a" && element.href.split("#")[0] === here);
  const places = ":is(main, [role=dialog], [role=alertdialog])";
  const ways = document.querySelectorAll(\`\${places} :is(a[href], button, input[type=submit], [role=menuitem])\`);
  const waits = document.querySelectorAll("[aria-busy=true], .animate-breathe, [role=progressbar]:not([aria-valuenow])");
  return [...ways].some((way) => isDrawn(way) && !isOff(way) && !isStill(way)) || [...waits].some(isDrawn);
})()`;

async function leadsOnIn(frame: Frame): Promise<boolean> {
  // What a page has laid aside is nobody's to press, whatever stands in it.
  const element = frame.parentFrame() && (await frame.frameElement());
  if (await element?.evaluate((framed) => framed.matches("[inert], [inert] *"))) return false;
  return frame.evaluate<boolean>(leadsOn);
}

/** A document that gives way to another while it is asked is one that waits. */
function isReplaced(error: unknown): true {
  if (/context was destroyed|was detached/.test(String(error))) return true;
  throw error;
}

/**
 * Whether a person can go on from what the page shows: by a link or a button that can be seen and
 * pressed, in what the page itself says (its `main`, an open dialog) or in a page that it frames.
 *
 * What stands on every page is no answer to the state that this one is in, and does not count: the
 * logo, the menu, the footer with the choice of language, the link past the menu. Nor does what
 * leaves the person where they are: links within the page and to it, tabs, switches, what unfolds a
 * part or sorts a list, and whatever is disabled. A dialog's button that closes it counts, since it
 * leads back to what the dialog covers; so does one that tries again. A state that waits for an
 * answer (`aria-busy`, a progress bar without an end, what stands for a list on its way) needs none,
 * since it ends by itself; nor does a file to keep (`.html`), which is opened without its site.
 */
export async function hasWayOn(page: Page): Promise<boolean> {
  if (new URL(page.url()).pathname.endsWith(".html")) return true;
  for (const frame of loadedFrames(page)) {
    if (await leadsOnIn(frame).catch(isReplaced)) return true;
  }
  return false;
}

/** What keeps a person from going on, in words; joined to what else is wrong with a state. */
export async function judgeWayOn(page: Page): Promise<string[]> {
  const ends = (await hasWayOn(page)) ? [] : ["nothing leads on from here"];
  const untold = await judgeNamedActs(page).catch((error: unknown) => {
    isReplaced(error);
    return [];
  });
  return [...ends, ...untold];
}
