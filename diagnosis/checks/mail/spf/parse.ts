/** What a matching mechanism means: pass, fail, softfail, neutral. */
export type Qualifier = "+" | "-" | "~" | "?";

/** One mechanism of an SPF record; `value` is what follows the colon or slash, unexpanded. */
export interface Mechanism {
  readonly qualifier: Qualifier;
  readonly name: "all" | "include" | "a" | "mx" | "ptr" | "ip4" | "ip6" | "exists";
  readonly value: string;
}

export interface SpfRecord {
  readonly mechanisms: readonly Mechanism[];
  /** Target of `redirect=`, null without. */
  readonly redirect: string | null;
}

const MECHANISM = /^([+\-~?])?(all|include|a|mx|ptr|ip4|ip6|exists)(?:[:](.+)|(\/.+))?$/i;
const MODIFIER = /^([a-z][a-z0-9._-]*)=(.*)$/i;

/** Mechanisms that need a value after the colon. */
const NEEDS_VALUE = ["include", "ip4", "ip6", "exists"];

/** The SPF records among a name's TXT strings (RFC 7208 §4.5). */
export function spfRecords(texts: readonly string[]): string[] {
  return texts.filter((text) => /^v=spf1(?: |$)/i.test(text));
}

/** Parses a record by RFC 7208 §4.6.1 and §12; null when it has a syntax error. */
export function parseSpf(text: string): SpfRecord | null {
  const mechanisms: Mechanism[] = [];
  let redirect: string | null = null;
  for (const term of text.split(" ").slice(1)) {
    if (term === "") continue;
    const modifier = MODIFIER.exec(term);
    if (modifier !== null) {
      if (modifier[1]?.toLowerCase() !== "redirect") continue;
      if (redirect !== null || !modifier[2]) return null;
      redirect = modifier[2];
      continue;
    }
    const mechanism = mechanismOf(term);
    if (mechanism === null) return null;
    mechanisms.push(mechanism);
  }
  return { mechanisms, redirect };
}

function mechanismOf(term: string): Mechanism | null {
  const match = MECHANISM.exec(term);
  if (match === null) return null;
  const name = (match[2] ?? "").toLowerCase() as Mechanism["name"];
  const value = match[3] ?? match[4] ?? "";
  if (NEEDS_VALUE.includes(name) && value === "") return null;
  if (name === "all" && value !== "") return null;
  return { qualifier: (match[1] ?? "+") as Qualifier, name, value };
}
