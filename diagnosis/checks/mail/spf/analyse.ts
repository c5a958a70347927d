import { parseSpf, type Qualifier, spfRecords } from "./parse.ts";

/** What a domain's SPF amounts to. */
export type SpfAnalysis =
  | { readonly kind: "absent" | "multiple" | "syntax-error" }
  /** Names what the evaluation of a real message would end in a permanent error over. */
  | { readonly kind: "too-many-lookups"; readonly lookups: number }
  | { readonly kind: "broken-include"; readonly target: string }
  | {
      readonly kind: "policy";
      /** What happens to senders that nothing else matched; `?` when the record does not say. */
      readonly all: Qualifier;
      readonly lookups: number;
    };

/** RFC 7208 §4.6.4. */
const MAX_LOOKUPS = 10;
const LOOKUPS = ["include", "a", "mx", "ptr", "exists"];

/** Reads the TXT strings of a name, [] when there are none. */
export type ReadTexts = (name: string) => Promise<readonly string[]>;

type Count = { lookups: number };

/**
 * Judges a domain's SPF without a message: follows `include` and `redirect`, counts the look-ups that a
 * receiver would make, and finds records that let everyone pass. Targets with macros are counted only.
 */
export function analyseSpf(domain: string, texts: ReadTexts): Promise<SpfAnalysis> {
  return analyse(domain, texts, { lookups: 0 });
}

async function analyse(domain: string, texts: ReadTexts, count: Count): Promise<SpfAnalysis> {
  const records = spfRecords(await texts(domain));
  const [text] = records;
  if (text === undefined) return { kind: "absent" };
  if (records.length > 1) return { kind: "multiple" };
  const record = parseSpf(text);
  if (record === null) return { kind: "syntax-error" };
  for (const { name, qualifier, value } of record.mechanisms) {
    if (LOOKUPS.includes(name)) count.lookups += 1;
    if (count.lookups > MAX_LOOKUPS) return { kind: "too-many-lookups", lookups: count.lookups };
    if (name === "all") return { kind: "policy", all: qualifier, lookups: count.lookups };
    if (qualifier === "+" && isEverything(name, value)) {
      return { kind: "policy", all: "+", lookups: count.lookups };
    }
    if (name !== "include" || value.includes("%{")) continue;
    const included = await analyse(value, texts, count);
    if (included.kind === "absent") return { kind: "broken-include", target: value };
    if (included.kind !== "policy") return included;
    // An include matches only where the included record passes (RFC 7208 §5.2).
    if (qualifier === "+" && included.all === "+") return { ...included, lookups: count.lookups };
  }
  if (record.redirect === null || record.redirect.includes("%{")) {
    return { kind: "policy", all: "?", lookups: count.lookups };
  }
  count.lookups += 1;
  if (count.lookups > MAX_LOOKUPS) return { kind: "too-many-lookups", lookups: count.lookups };
  const target = await analyse(record.redirect, texts, count);
  return target.kind === "absent" ? { kind: "broken-include", target: record.redirect } : target;
}

/** Half of all addresses or more, which is how "everyone" is written without saying so. */
function isEverything(name: string, value: string): boolean {
  if (name !== "ip4" && name !== "ip6") return false;
  const length = /\/(\d+)$/.exec(value)?.[1];
  return length !== undefined && Number(length) <= 1;
}
