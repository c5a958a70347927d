import { z } from "zod";

// One rule for every name that anybody can write: a person's, a firm's, a team's, a label. Other
// people read such a name in lists, mails and documents, so it must show something, and must not
// change how the text around it is read.

/** Unseen at the ends of a name: white space, format characters, and letters that draw nothing. */
const unseen = "[\\s\\u0085\\u115f\\u1160\\u2800\\u3164\\uffa0]|(?![\\u{e0020}-\\u{e007f}])\\p{Cf}";
const isUnseen = new RegExp(`^(?:${unseen})$`, "u");

/** A letter, a digit or a sign that one can see; fillers of Hangul and Braille's blank are none. */
const visible = /(?![\u115f\u1160\u2800\u3164\uffa0])[\p{L}\p{N}\p{S}]/u;

/** Marks that turn the direction of what follows, or begin another line. */
const directionOrLine = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** What every mail program makes a link of, and nobody is called. */
const plainAddress =
  /[a-z][a-z0-9+.-]*:\/\/|(?<![a-z0-9])www\.[^\s.]|[^\s@]@[^\s@]+\.[^\s@]|[a-z0-9-]\.[a-z]{2,}(?:\/|:\d|\?)/i;

/** Ends of names of firms that look like the end of a domain name: "ABC Co.Ltd". */
const legalForm = "co|ltd|inc|llc|llp|corp|limited|company|kk|gmbh|plc|pte|pty|jr|sr";
const domainLike = new RegExp(
  `(?<![a-z0-9.-])(?:[a-z0-9-]+\\.)+(?!(?:${legalForm})(?![a-z0-9-]))(?:[a-z]{2,}|xn--[a-z0-9-]+)(?![a-z0-9])`,
  "i",
);

/** Full-width forms read as the letters that they stand for, as a mail program's reader does. */
const folded = (text: string): string => text.normalize("NFKC").replaceAll("。", ".");

/**
 * Whether a stored name may stand in a mail to somebody who never asked for it. Nothing in it is
 * like an address, not even a bare domain name, which a firm may well be called.
 */
export function isFitForStrangers(name: string): boolean {
  const text = folded(name).replace(/\p{Cf}/gu, "");
  return (
    visible.test(text) &&
    !directionOrLine.test(name) &&
    !plainAddress.test(text) &&
    !domainLike.test(text)
  );
}

/** A name without what nobody sees at its ends. By letters: an expression takes a run of blanks squared. */
export function trimmed(text: string): string {
  const letters = [...text];
  const first = letters.findIndex((letter) => !isUnseen.test(letter));
  const last = letters.findLastIndex((letter) => !isUnseen.test(letter));
  return first === -1 ? "" : letters.slice(first, last + 1).join("");
}

const readable = (text: string): boolean => !directionOrLine.test(text);
const shows = (text: string): boolean => text === "" || visible.test(text);
/** What is longer is refused for its length; looking through it would take time by its square. */
const lookedThroughMost = 1_000;
const isNoAddress = (text: string): boolean =>
  text.length > lookedThroughMost || !plainAddress.test(folded(text).replace(/\p{Cf}/gu, ""));

/**
 * One line of text that may be empty: an address's second line, a label.
 *
 * @param most characters, in UTF-16 units as `maxlength` counts them.
 */
export function optionalLineSchema(most: number) {
  return z
    .string()
    .overwrite(trimmed)
    .max(most)
    .refine(readable, { params: { code: "hidden_mark" } });
}

/** One line of text that shows something. @param most as for `optionalLineSchema`. */
export const lineSchema = (most: number) =>
  optionalLineSchema(most)
    .min(1)
    .refine(shows, { params: { code: "no_letter" } });

/** A label: a name that may be left empty. @param most as for `optionalLineSchema`. */
export const labelSchema = (most: number) =>
  optionalLineSchema(most).refine(shows, { params: { code: "no_letter" } });

/** A name that stays among people who work together, and may well be a domain's. */
export function nameSchema(most: number) {
  return lineSchema(most);
}

/** A name that is mailed to others: a person's, an organisation's. */
export const mailedNameSchema = (most: number) =>
  lineSchema(most).refine(isNoAddress, { params: { code: "address" } });
