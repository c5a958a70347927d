import { Parser } from "htmlparser2";
import type { HttpResponse } from "../../net/clients.ts";

/** What a reader sees of a page, blanks joined. */
export interface PageTexts {
  readonly title: string;
  readonly headings: readonly string[];
  /** The text from its beginning, without the title, scripts and styles. */
  readonly visible: string;
}

const UNSEEN = ["script", "style", "template", "noscript", "head"];
/** Enough for the start of a page. */
const MAX_CHARS = 4_000;

/** The texts of a page or of an XML answer, as far as its beginning goes. */
export function textsOf(page: HttpResponse): PageTexts {
  const open: string[] = [];
  let [title, visible] = ["", ""];
  const headings: string[] = [];
  const parser = new Parser({
    onopentag(name) {
      open.push(name);
      if (/^h[1-6]$/.test(name)) headings.push("");
      visible += " ";
    },
    ontext(text) {
      if (open.includes("title")) title += text;
      else if (!open.some((name) => UNSEEN.includes(name))) {
        visible += text;
        if (open.some((name) => /^h[1-6]$/.test(name))) headings.push(`${headings.pop()}${text}`);
      }
      if (visible.length > MAX_CHARS) parser.pause();
    },
    onclosetag(name) {
      const at = open.lastIndexOf(name);
      if (at !== -1) open.splice(at);
    },
  });
  parser.write(page.text().slice(0, 10 * MAX_CHARS));
  return { title: plain(title), headings: headings.map(plain), visible: plain(visible) };
}

function plain(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}
