import { type DmarcRecord, dmarcRecord } from "./record.ts";

/** RFC 9989 §4.10: never more questions than this for one domain. */
const MAX_QUERIES = 8;

/** The policy record that applies to a domain, and at which name it was found. */
export interface FoundDmarc {
  readonly at: string;
  readonly record: DmarcRecord;
}

/**
 * Finds the record that applies to a domain: its own, else its organisation's, else its public suffix's,
 * by walking up the tree (RFC 9989 §4.10). `psd=n` marks the organisation, `psd=y` a public suffix; without
 * either, the organisation is the topmost name that has a record. null when there is none.
 */
export async function findDmarc(
  domain: string,
  texts: (name: string) => Promise<readonly string[]>,
): Promise<FoundDmarc | null> {
  let topmost: FoundDmarc | null = null;
  for (const at of walk(domain)) {
    const record = dmarcRecord(await texts(`_dmarc.${at}`));
    if (record === null) continue;
    if (at === domain || record.psd === "n") return { at, record };
    // The organisation is the name right below its public suffix, if that has a record.
    if (record.psd === "y") return isRightBelow(topmost?.at, at) ? topmost : { at, record };
    topmost = { at, record };
  }
  return topmost;
}

/** The domain and the names above it; of very long names the last seven labels and shorter. */
function walk(domain: string): string[] {
  const labels = domain.split(".");
  const names = labels.map((_, index) => labels.slice(index).join("."));
  return names.length > MAX_QUERIES ? [domain, ...names.slice(1 - MAX_QUERIES)] : names;
}

function isRightBelow(name: string | undefined, suffix: string): boolean {
  return name !== undefined && name.slice(name.indexOf(".") + 1) === suffix;
}
