import { domainToUnicode } from "node:url";

/** Marks that change the direction of writing or cannot be seen: they make a name read as another. */
const directionMarks = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const invisible = /\p{Default_Ignorable_Code_Point}/u;

/** Letters of other scripts that look like a Latin one, with the one they look like. */
const lookAlikes: Readonly<Record<string, string>> = {
  а: "a",
  в: "b",
  с: "c",
  ԁ: "d",
  е: "e",
  һ: "h",
  і: "i",
  ј: "j",
  к: "k",
  ӏ: "l",
  м: "m",
  н: "h",
  о: "o",
  р: "p",
  ԛ: "q",
  ѕ: "s",
  т: "t",
  у: "y",
  ѵ: "v",
  ԝ: "w",
  х: "x",
  ѡ: "w",
  г: "r",
  п: "n",
  α: "a",
  ε: "e",
  ι: "i",
  κ: "k",
  ν: "v",
  ο: "o",
  ρ: "p",
  τ: "t",
  υ: "u",
  χ: "x",
  ω: "w",
  γ: "y",
  ց: "g",
  հ: "h",
  ո: "n",
  օ: "o",
  ս: "u",
  ı: "i",
};

const foreign = /[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}ı]/u;
const latin = /\p{Script=Latin}/u;

/** The name with every look-alike as the Latin letter it is taken for. */
export function readAs(unicode: string): string {
  return [...unicode].map((character) => lookAlikes[character] ?? character).join("");
}

/**
 * Whether a name is likely to be taken for another: a label that mixes Latin with a script of
 * look-alikes, or one that consists of look-alikes only (Unicode TS 39, sections 4 and 5).
 *
 * @param host A-labels
 * @returns what it is taken for; undefined when it is what it seems.
 */
export function homographOf(host: string): string | undefined {
  if (!host.includes("xn--")) return undefined;
  const unicode = domainToUnicode(host);
  const isDeceptive = unicode.split(".").some((label) => {
    if (!foreign.test(label)) return false;
    if (latin.test(label.replaceAll("ı", ""))) return true;
    return /^[a-z0-9-]+$/.test(readAs(label));
  });
  return isDeceptive ? readAs(unicode) : undefined;
}

/** What makes a text unfit to be a name before it is even read as one. */
export function hiddenMarkIn(text: string): "right-to-left" | "control-character" | undefined {
  if (directionMarks.test(text)) return "right-to-left";
  return /\p{Cc}/u.test(text) || invisible.test(text) ? "control-character" : undefined;
}
