import { parseSpf } from "../../checks/dns/spf-records.ts";

const ALL = /^([+\-~?]?)all$/i;
const REDIRECT = /^redirect=/i;

/**
 * The SPF record that follows from what is published: every sender stays, strangers no longer pass, and what
 * receivers could not read is gone. Mail of a forgotten sender is only marked: `~all`, unless `-all` was there.
 *
 * @param records as published; several become one (RFC 7208 §3.2).
 * @param faulty the term for which receivers refuse the record, where it is this record's own.
 * @returns null where no edit of this record mends it: the fault lies in a record that it refers to, or in
 * a range that somebody has to measure.
 */
export function mergedSpf(records: readonly string[], faulty: string | null): string | null {
  if (records.length === 0) return "v=spf1 mx ~all";
  const parts = records.map((record) => split(record, faulty));
  const all = [...new Set(parts.flatMap(({ senders }) => senders))];
  const ends = parts.flatMap(({ end }) => (end === null ? [] : [end]));
  if (all.some((term) => REDIRECT.test(term)) && ends.length === 0) {
    const kept = readable(["v=spf1", ...all].join(" "));
    return records.length > 1 || kept === records[0] ? null : kept;
  }
  // Beside "all" nobody follows a redirect (§6.1): what one record let in by it stays let in.
  const before = all.map((term) => term.replace(REDIRECT, "include:"));
  // With nobody left to send, what is there would turn away the owner's own mail.
  const names = before.some((term) => !term.includes("="));
  const isStrict =
    ends.length > 0 && ends.every((end) => end === "-") && (names || faulty === null);
  const merged = readable(["v=spf1", ...before, isStrict ? "-all" : "~all"].join(" "));
  return merged === records[0] && records.length === 1 ? null : merged;
}

/** The terms that receivers look at, and what the record says of all others. */
function split(record: string, faulty: string | null) {
  const terms = record
    .split(" ")
    .slice(1)
    .filter((term) => term !== "" && term !== faulty);
  const at = terms.findIndex((term) => ALL.test(term));
  const end = at < 0 ? null : (ALL.exec(terms[at] ?? "")?.[1] ?? "");
  // What comes after "all" was never looked at (§5.1), except for modifiers; where that one lets everybody pass,
  // whom it names passed as well, and goes on passing.
  const passed = end === "" || end === "+" ? /^(?!redirect=)/i : /^exp=/i;
  const after =
    at < 0 ? [] : terms.slice(at + 1).filter((term) => passed.test(term) && !ALL.test(term));
  return { senders: [...(at < 0 ? terms : terms.slice(0, at)), ...after], end };
}

/** Without the terms for which receivers would refuse the whole record. */
function readable(record: string): string | null {
  let text = record;
  for (let term = faultOf(text); term !== null; term = faultOf(text)) {
    const kept = without(text, term);
    if (kept === text) return null;
    text = kept;
  }
  return text;
}

function faultOf(text: string): string | null {
  const read = parseSpf(text);
  return "faulty" in read ? read.faulty : null;
}

/** The last place of the term goes: of a modifier that stands twice, the first is the one that was meant. */
function without(text: string, term: string): string {
  const terms = text.split(" ");
  const at = terms.lastIndexOf(term);
  return terms.filter((_, index) => index !== at).join(" ");
}
