import { dayMs } from "@sekimori/kit-contract/tokyo";
import { domainWarningDays } from "@sekimori/portal-contract/constants";
import type { TextRecords } from "../../ports/text-records.ts";

/** The label under which a domain's record stands, so that it meets no other use of the domain. */
const recordLabel = "_sekimori-organisation";

/** The TXT record that proves a domain for one organisation. */
export const domainRecord = (domain: string, token: string) => ({
  name: `${recordLabel}.${domain}`,
  value: `sekimori-organisation=${token}`,
});

/** What one look for a domain's record found. */
export type Look = "found" | "missing" | "unreachable";

/** Looks for the record of exactly this domain: what stands above or below it proves nothing. */
export async function lookForRecord(
  records: TextRecords,
  { domain, token }: { readonly domain: string; readonly token: string },
): Promise<Look> {
  const { name, value } = domainRecord(domain, token);
  const texts = await records.look(name);
  if (texts === undefined) return "unreachable";
  return texts.some((text) => text.trim() === value) ? "found" : "missing";
}

/** Of a domain that an organisation holds: how long its record has not been seen. */
export interface UnseenRecord {
  readonly unseen_since: Date | null;
  readonly warnings: number;
}

/** Days after which a warning goes out, while the record is not seen. */
const warningDays: readonly number[] = [0, 3, domainWarningDays - 1];

export type Unseen =
  | { readonly is: "waiting" }
  | { readonly is: "warned"; readonly warnings: number; readonly lapsesAt: Date }
  | { readonly is: "lapsed" };

/**
 * What follows from not seeing the record of a domain that is held. A name server that is out of reach
 * counts as one without the record: the days are there so that neither is the end at once.
 */
export function afterUnseen({ unseen_since: since, warnings }: UnseenRecord, now: Date): Unseen {
  const began = since ?? now;
  const days = (now.getTime() - began.getTime()) / dayMs;
  if (days >= domainWarningDays) return { is: "lapsed" };
  const due = warningDays.filter((day) => day <= days).length;
  if (due <= warnings) return { is: "waiting" };
  return {
    is: "warned",
    warnings: due,
    lapsesAt: new Date(began.getTime() + domainWarningDays * dayMs),
  };
}
