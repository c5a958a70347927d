/** What a receiver is asked to do with mail that fails. */
export type DmarcPolicy = "none" | "quarantine" | "reject";

/** A DMARC policy record, as far as it matters to an examiner. */
export interface DmarcRecord {
  readonly policy: DmarcPolicy;
  /** Policy of subdomains: `sp`, else `policy`. */
  readonly subdomains: DmarcPolicy;
  /** `t=y`: every policy counts one step weaker (RFC 9989 §4.7). */
  readonly testing: boolean;
  /** `psd`: `y` for a public suffix, `n` for an organisational domain, `u` unsaid. */
  readonly psd: "y" | "n" | "u";
  readonly reports: readonly string[];
}

/**
 * The one DMARC record of a name; null when there is none, or several, which count as none
 * (RFC 9989 §4.10). Unknown and removed tags are ignored, an unreadable policy counts as `none`.
 */
export function dmarcRecord(texts: readonly string[]): DmarcRecord | null {
  const records = texts.filter((text) => /^v\s*=\s*DMARC1\s*(;|$)/.test(text));
  const [text] = records;
  if (text === undefined || records.length > 1) return null;
  const tags = tagsOf(text);
  const policy = policyOf(tags.get("p")) ?? "none";
  const psd = tags.get("psd")?.toLowerCase();
  return {
    policy,
    subdomains: policyOf(tags.get("sp")) ?? policy,
    testing: tags.get("t")?.toLowerCase() === "y",
    psd: psd === "y" || psd === "n" ? psd : "u",
    reports: (tags.get("rua") ?? "")
      .split(",")
      .map((uri) => uri.trim())
      .filter((uri) => uri !== ""),
  };
}

/** Splits `tag=value; tag=value`; the first of a repeated tag counts. */
export function tagsOf(text: string): ReadonlyMap<string, string> {
  const tags = new Map<string, string>();
  for (const part of text.split(";")) {
    const at = part.indexOf("=");
    const name = part.slice(0, Math.max(0, at)).trim().toLowerCase();
    if (name !== "" && !tags.has(name)) tags.set(name, part.slice(at + 1).trim());
  }
  return tags;
}

function policyOf(value: string | undefined): DmarcPolicy | null {
  const text = value?.toLowerCase();
  return text === "none" || text === "quarantine" || text === "reject" ? text : null;
}
