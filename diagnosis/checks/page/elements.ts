import { Parser } from "htmlparser2";
import type { HttpResponse } from "../../net/clients.ts";

/** A start tag with its attributes, names in lower case. */
export interface PageElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** A browser puts it into the head of the document (HTML, "in head" and "after head"). */
  readonly inHead: boolean;
  /** Stands in `noscript`, which browsers with scripts read as text. */
  readonly withoutScripts: boolean;
}

/** Everything else, and text outside of these, ends the head, wherever its end tag stands. */
const OF_HEAD = new Set(
  "html head title base basefont bgsound link meta style script noscript noframes template".split(
    " ",
  ),
);
/** With scripts on, what stands in `noscript` is text. */
const TEXTUAL = new Set(["title", "style", "script", "noscript", "noframes", "template"]);

/** No real page has more tags, or nests them deeper: beyond that each further tag costs ever more. */
const MAX_ELEMENTS = 20_000;
const MAX_DEPTH = 1_000;

interface Reading {
  readonly elements: readonly PageElement[];
  /** The page was read to its end. */
  readonly whole: boolean;
}

const known = new WeakMap<HttpResponse, Reading>();

/** The elements of a page in document order, comments, scripts' texts and templates left out. */
export function elementsOf(page: HttpResponse): readonly PageElement[] {
  return readingOf(page).elements;
}

/** True when something of the page was not looked at, so that nothing can be said to be absent. */
export function isCutOff(page: HttpResponse): boolean {
  return page.truncated || !readingOf(page).whole;
}

function readingOf(page: HttpResponse): Reading {
  const reading = known.get(page) ?? read(page.text());
  known.set(page, reading);
  return reading;
}

function read(html: string): Reading {
  const elements: PageElement[] = [];
  let whole = true;
  let depth = 0;
  let templates = 0;
  let textual = 0;
  let noscripts = 0;
  let isHead = true;
  const parser = new Parser({
    onopentag(name, attributes) {
      depth += 1;
      if (!OF_HEAD.has(name) && textual === 0) isHead = false;
      const inHead = isHead && textual === 0;
      if (TEXTUAL.has(name)) textual += 1;
      const withoutScripts = noscripts > 0;
      if (name === "noscript") noscripts += 1;
      if (name === "template") templates += 1;
      else if (templates === 0) elements.push({ name, attributes, inHead, withoutScripts });
      if (depth < MAX_DEPTH && elements.length < MAX_ELEMENTS) return;
      whole = false;
      parser.pause();
    },
    ontext(text) {
      if (textual === 0 && /\S/.test(text)) isHead = false;
    },
    onclosetag(name) {
      depth -= 1;
      if (TEXTUAL.has(name)) textual -= 1;
      if (name === "noscript") noscripts -= 1;
      if (name === "template") templates -= 1;
    },
  });
  parser.write(html);
  if (whole) parser.end();
  return { elements, whole };
}

/** Resolves a reference of the page as a browser does, by its `<base>`; null when it is no web URL. */
export function resolver(page: HttpResponse): (reference: string | undefined) => URL | null {
  const base = elementsOf(page).find(({ name, attributes }) => name === "base" && attributes.href);
  const start = URL.parse(base?.attributes.href ?? "", page.url)?.href ?? page.url;
  return (reference) => {
    const url = reference === undefined ? null : URL.parse(reference.trim(), start);
    return url?.protocol === "http:" || url?.protocol === "https:" ? url : null;
  };
}

const OWN_MACHINE = /^(?:(?:.+\.)?localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/** The visitor's own machine, which is trusted without encryption (Secure Contexts §3.1) and is nobody else's. */
export const isOwnMachine = ({ hostname }: URL): boolean => OWN_MACHINE.test(hostname);

/** Types of scripts that run (HTML, "prepare the script element"). */
const SCRIPT_TYPE =
  /^(?:|module|(?:text|application)\/(?:x-)?(?:java|ecma)script|text\/(?:jscript|livescript)|text\/javascript1\.[0-5])$/i;

/** Whether a browser runs a script element: others hold data, or wait for the visitor's consent. */
export function runs(script: PageElement["attributes"]): boolean {
  return SCRIPT_TYPE.test(script.type?.trim() ?? "");
}
