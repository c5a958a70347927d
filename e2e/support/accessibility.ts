import { createHash } from "node:crypto";
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Frame, Page } from "playwright-core";
import { expect } from "vitest";
import { judgeFit, judgeWidths } from "./fits.ts";
import { loadedFrames } from "./loaded-frames.ts";
import { judgeWayOn } from "./way-on.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** What was looked at in the last run and found, a line each; the report is made from it. */
export const findingsFile = fileURLToPath(
  new URL("../../.cache/accessibility.jsonl", import.meta.url),
);

/** A file for each document that axe has read in this run and found sound. */
const soundDocuments = fileURLToPath(new URL("../../.cache/sound-documents", import.meta.url));

/** `SEKIMORI_LOOKS=all`, as `npm run accessibility` sets it: no look is spared. */
const isSparing = process.env.SEKIMORI_LOOKS !== "all";

export const themes = ["light", "dark"] as const;

/** How a state is looked at: in both themes, and 1280 px enlarged to 400 %. */
export const views = [...themes, "400 %"] as const;

type View = (typeof views)[number];

/** 1280 by 1024 px at 400 % (WCAG 1.4.10). */
const enlarged = { width: 320, height: 256 };

export interface Finding {
  /** The screen and what it shows. */
  readonly state: string;
  /** As the page declares it. */
  readonly language: string;
  readonly view: View;
  readonly violations: readonly string[];
}

/** Begins a run's findings anew. */
export function clearFindings(): void {
  mkdirSync(dirname(findingsFile), { recursive: true });
  rmSync(findingsFile, { force: true });
  rmSync(soundDocuments, { recursive: true, force: true });
  mkdirSync(soundDocuments);
}

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly target: readonly string[] }[];
}

/**
 * Colours change at once, everywhere on the page: what fades, or is not drawn while it is out of
 * sight, would be judged in a colour that nobody sees. Not by a style element, which the page's
 * Content-Security-Policy forbids.
 */
const changeAtOnce = `if (!window.changeAtOnce) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    "*, ::before, ::after { transition: none !important; content-visibility: visible !important; }",
  );
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  window.changeAtOnce = sheet;
}`;
const changeAsBefore = `{
  const others = document.adoptedStyleSheets.filter((sheet) => sheet !== window.changeAtOnce);
  document.adoptedStyleSheets = others;
  delete window.changeAtOnce;
}`;

/** Waits until nothing moves any more. */
const atRest = `Promise.all(document.getAnimations()
  .filter(({ effect }) => effect?.getComputedTiming().endTime < 5_000)
  .map(({ finished }) => finished.catch(() => {})))`;

const everyRule = {
  runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"],
};

/** The rules of axe that look at colors: what the second theme alone can change. */
const colorRules = {
  runOnly: { type: "rule", values: ["color-contrast", "link-in-text-block"] },
};

// Evaluated through the debugger, which the page's Content-Security-Policy does not govern.
const judge = (options: object) => `axe.run(document, {
  ...${JSON.stringify(options)},
  // The payment company's frame is looked at in its own tests, karte's beside the page around it.
  iframes: false,
  resultTypes: ["violations"],
}).then(({ violations }) =>
  violations.map(({ id, help, nodes }) => ({ id, help, nodes: nodes.map(({ target }) => ({ target })) })))`;

/**
 * What axe does not look for: a window titled unlike its page, an id given twice, two buttons that a
 * screen reader cannot tell apart. What is inert or hidden is nobody's to press.
 */
const judgeNames = `(() => {
  const exposed = (element) =>
    element.checkVisibility({ visibilityProperty: true }) && !element.closest("[inert], [aria-hidden=true]");
  const textOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (!(node instanceof Element) || node.getAttribute("aria-hidden") === "true") return "";
    return node.getAttribute("aria-label") ?? [...node.childNodes].map(textOf).join("");
  };
  const nameOf = (element) => {
    const ids = element.getAttribute("aria-labelledby")?.split(/\\s+/) ?? [];
    const named = ids.map((id) => document.getElementById(id)).filter((found) => found !== null);
    return (named.length > 0 ? named.map(textOf).join(" ") : textOf(element)).trim();
  };
  const twice = (list) => [...new Set(list.filter((item, index) => list.indexOf(item) !== index))];
  const ids = [...document.querySelectorAll("[id]")].map(({ id }) => id);
  // At either end of a popover stands a button that closes it, for screen readers alone.
  const isEnd = (element) => element.tabIndex === -1 && element.getBoundingClientRect().width <= 1;
  const buttons = [...document.querySelectorAll("button, [role=button]")]
    .filter((element) => exposed(element) && !isEnd(element))
    .map(nameOf);
  const heading = [...document.querySelectorAll("h1")].find(
    (found) => exposed(found) && found.getBoundingClientRect().width > 1,
  );
  const wanted = heading && \`\${textOf(heading).trim()} | Sekimori\`;
  const isGuest = window !== window.top && !document.title.endsWith("Sekimori");
  return [
    ...twice(ids).map((id) => \`two elements have the id \${id}\`),
    ...twice(buttons).map((name) => \`two buttons are named “\${name}”\`),
    // Another vendor's page in the frame has a title of its own.
    ...(wanted === undefined || document.title === wanted || isGuest
      ? []
      : [\`the window is titled “\${document.title}” and the page “\${wanted}”\`]),
  ];
})()`;

/** The page, and karte's in its frame once it is there: both are ours. */
const framesOf = (page: Page): Frame[] =>
  loadedFrames(page).filter((frame) => !/\/payment\/fields\?|^about:/.test(frame.url()));

/**
 * All of a document that a rule of axe can judge by, and nothing that is only somebody's or one
 * language's: its elements with their classes, kinds and states, and whether each has a text.
 */
const structureOf = `(() => {
  const spelled = /^(class|role|type|dir|hidden|disabled|inert|open|tabindex|autocomplete|scope|aria-(hidden|expanded|checked|selected|current|live|modal|disabled|busy|invalid|required|sort|haspopup|orientation))$/;
  const spell = ({ name, value }) =>
    name + (spelled.test(name) ? "=" + value : value.trim() === "" ? "" : "=…");
  const structure = (element) => {
    const attributes = [...element.attributes].map(spell).sort().join(" ");
    const isText = (node) => node.nodeType === Node.TEXT_NODE && node.data.trim() !== "";
    const text = [...element.childNodes].some(isText) ? "…" : "";
    const children = [...element.children].filter((child) => !child.matches("script, style, link"));
    return \`<\${element.localName} \${attributes}>\${text}\${children.map(structure).join("")}</>\`;
  };
  return structure(document.documentElement);
})()`;

/** A frame of a page that is looked at, and what was not seen of its document before. */
interface Look {
  readonly frame: Frame;
  /** The document itself: it is read in the other theme and enlarged. */
  readonly isNew: boolean;
  /** The document at this width: it is read as it stands. */
  readonly isNewWidth: boolean;
  /** The document in this language: its words have to fit at each width. */
  readonly isNewLanguage: boolean;
  /** Keeps that it was found sound. */
  readonly keep: () => void;
}

/** How the frames of a page are looked at: a document is known by its structure. */
async function looksAt(page: Page, language: string): Promise<Look[]> {
  const width = String(page.viewportSize()?.width);
  const looks: Look[] = [];
  for (const frame of framesOf(page)) {
    const structure = await frame.evaluate<string>(structureOf);
    const digest = createHash("sha256").update(structure).digest("hex").slice(0, 32);
    const marks = ["", width, language].map((what) => join(soundDocuments, `${digest}-${what}`));
    const [isNew = true, isNewWidth = true, isNewLanguage = true] = marks.map(
      (mark) => !(isSparing && existsSync(mark)),
    );
    const keep = () => {
      for (const mark of marks) writeFileSync(mark, "");
    };
    looks.push({ frame, isNew, isNewWidth, isNewLanguage, keep });
  }
  return looks;
}

async function judgeFrames(frames: readonly Frame[], options: object): Promise<string[]> {
  const found: Violation[] = [];
  for (const frame of frames) {
    if (!(await frame.evaluate("'axe' in window"))) await frame.evaluate(source);
    await frame.evaluate(atRest);
    found.push(...((await frame.evaluate(judge(options))) as readonly Violation[]));
  }
  return found.map(
    ({ id, help, nodes }) =>
      `${id}: ${help} (${nodes.length}: ${nodes
        .slice(0, 5)
        .map(({ target }) => target.join(" "))
        .join(", ")})`,
  );
}

/**
 * Runs axe-core on the page as it stands, with the rules of WCAG 2.2 A and AA and its best
 * practices, in its own theme; with the rules about colors in the other theme; without contrast
 * enlarged to 400 %; and looks whether everything fits its window at each width. Fails on any
 * violation, naming the elements. In forced colors axe reads the same document and judges no
 * contrast: what they change is looked at in forced-colors.e2e.ts.
 *
 * A document is looked at once in a run: one that has the structure of another that was found sound,
 * as the page around the management application has, is asked for its names alone. At another width it
 * is read as it stands, and in the other language it is asked whether its words fit.
 * `npm run accessibility` spares nothing.
 *
 * @param seen the views, for a state that passes before all could be looked at; the themes
 *   are always among them.
 */
export async function expectAccessible(
  page: Page,
  state: string,
  heading: "with heading" | "without heading" = "with heading",
  seen: readonly View[] = views,
) {
  const isHeaded = heading === "with heading";
  // Until its heading stands, a page is still loading and is no state to judge.
  if (isHeaded) await page.locator("h1").first().waitFor();
  // Behind an open dialog the page's heading is kept from readers, and axe guesses by positions.
  const isHeadingSeen =
    isHeaded && (await page.locator("h1:not([aria-hidden=true] *):not([inert] *)").count()) > 0;
  const rules = isHeadingSeen ? {} : { "page-has-heading-one": { enabled: false } };
  const [language, isDark] = await page.evaluate<[string, boolean]>(
    "[document.documentElement.lang, matchMedia('(prefers-color-scheme: dark)').matches]",
  );
  const own = page.viewportSize();
  const looks = await looksAt(page, language);
  const framesWith = (what: "isNew" | "isNewWidth" | "isNewLanguage") =>
    looks.filter((look) => look[what]).map(({ frame }) => frame);
  const [unread, unmeasured] = [framesWith("isNew"), framesWith("isNewLanguage")];
  for (const { frame } of looks) {
    await frame.evaluate(changeAtOnce);
    await frame.evaluate(atRest);
  }
  const all: string[] = [];
  const report = (view: View, violations: readonly string[]) => {
    const finding: Finding = { state, language, view, violations };
    appendFileSync(findingsFile, `${JSON.stringify(finding)}\n`);
    all.push(...violations.map((violation) => `${view}: ${violation}`));
  };
  const texts: string[] = await judgeWayOn(page);
  const isWhole = seen.includes("400 %");
  if (isWhole && own && unread.length + unmeasured.length > 0) {
    await page.setViewportSize(enlarged);
    // Contrast takes most of a look's time: of the narrow page it is judged in the journeys of 375 px.
    const others = { ...everyRule, rules: { ...rules, "color-contrast": { enabled: false } } };
    const judged = await judgeFrames(unread, others);
    report("400 %", [...judged, ...(await judgeFit(unmeasured))]);
    texts.push(...(await judgeWidths(page, unmeasured, own)));
    // Resizing has scrolled the page: a button half below its foot would be judged too small.
    await page.evaluate("scrollTo(0, 0)");
  }
  for (const { frame } of isHeaded ? looks : []) {
    texts.push(...(await frame.evaluate<string[]>(judgeNames)));
  }
  // The theme it was opened in comes last, and stays.
  const [other, opened] = isDark ? themes : themes.toReversed();
  if (unread.length > 0) {
    await page.emulateMedia({ colorScheme: other });
    report(other, await judgeFrames(unread, colorRules));
    await page.emulateMedia({ colorScheme: opened });
  }
  const judged = await judgeFrames(framesWith("isNewWidth"), { ...everyRule, rules });
  report(opened, [...judged, ...texts]);
  for (const { frame } of looks) await frame.evaluate(changeAsBefore);
  expect(all, `accessibility of ${state}, ${language}`).toEqual([]);
  for (const { keep } of isWhole ? looks : []) keep();
}
