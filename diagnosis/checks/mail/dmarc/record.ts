/** What a receiver is asked to do with mail that fails. */
export type DmarcPolicy = "none" | "quarantine" | "reject";

/** A DMARC policy record, as far as it matters to an examiner. */
export interface DmarcRecord {
  readonly text: string;
  readonly policy: DmarcPolicy;
  /** Policy of subdomains: `sp`, else `policy`. */
  readonly subdomains: DmarcPolicy;
  /** Policy of names that do not exist: `np`, else `subdomains`. */
  readonly nonexistent: DmarcPolicy;
  /**
   * `t=y`, or `pct=0`, which meant the same before: every policy counts one step weaker (RFC 9989
   * §4.7, RFC 7489 §6.3, which receivers still follow).
   */
  readonly testing: boolean;
  /** `psd`: `y` for a public suffix, `n` for an organisational domain, `u` unsaid. */
  readonly psd: "y" | "n" | "u";
  readonly reports: readonly string[];
  /**
   * Policy tags as written whose value is no policy (`p=rejct`); receivers take `p` for `none`. `p` too where
   * there is none and nobody to report to: no receiver does anything with such a record (RFC 9989 §4.7).
   */
  readonly invalid: readonly string[];
}

/**
 * The one DMARC record of a name; null when there is none, or several, which count as none
 * (RFC 9989 §4.10). Unknown tags are ignored, an unreadable policy counts as `none`.
 */
export function dmarcRecord(texts: readonly string[]): DmarcRecord | null {
  const records = dmarcTexts(texts);
  const [text] = records;
  if (text === undefined || records.length > 1) return null;
  const tags = tagsOf(text);
  const policy = policyOf(tags.get("p")) ?? "none";
  const subdomains = policyOf(tags.get("sp")) ?? policy;
  const psd = tags.get("psd")?.toLowerCase();
  const reports = (tags.get("rua") ?? "")
    .split(",")
    .map((uri) => uri.trim())
    .filter((uri) => uri !== "");
  return {
    text,
    policy,
    subdomains,
    nonexistent: policyOf(tags.get("np")) ?? subdomains,
    testing: tags.get("t")?.toLowerCase() === "y" || /^0+$/.test(tags.get("pct") ?? ""),
    psd: psd === "y" || psd === "n" ? psd : "u",
    reports,
    invalid: ["p", "sp", "np"].flatMap((name) => {
      const value = tags.get(name) ?? (name === "p" && reports.length === 0 ? "" : undefined);
      return value !== undefined && policyOf(value) === null ? [`${name}=${value}`] : [];
    }),
  };
}

/** The TXT strings that are DMARC records. The tag's name is of either case, its value is not (RFC 9989 §4.8). */
export function dmarcTexts(texts: readonly string[]): readonly string[] {
  return texts.filter((text) => /^[vV][ \t]*=[ \t]*DMARC1[ \t]*(;|$)/.test(text));
}

/** Blanks of the grammar (RFC 5234 §B.1, WSP) and lines' ends: a non-breaking space is part of a value. */
const trimmed = (text: string) => text.replace(/^[ \t\r\n]+|[ \t\r\n]+$/g, "");

/** Splits `tag=value; tag=value`; the first of a repeated tag counts. */
export function tagsOf(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    const name = trimmed(part.slice(0, Math.max(0, at))).toLowerCase();
    if (name !== "" && !tags.has(name)) tags.set(name, trimmed(part.slice(at + 1)));
  }
  return tags;
}

function policyOf(value: string | undefined): DmarcPolicy | null {
  const text = value?.toLowerCase();
  return text === "none" || text === "quarantine" || text === "reject" ? text : null;
}
