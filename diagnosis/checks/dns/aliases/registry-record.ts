import type { CheckContext } from "../../../engine/context.ts";
import { isScanEnd, recover } from "../../../net/recover.ts";

/**
 * What the registry itself has of a domain: a record, none, or nothing was learned. DNS alone does not tell: a
 * domain that was taken out of the zone because its fee was not paid, or that has no name servers, is still
 * somebody's.
 */
export type RegistryRecord =
  | { readonly kind: "kept"; readonly status: readonly string[] }
  | { readonly kind: "none" | "unknown" };

const MAX_STATUS = 10;

/**
 * Asks the registry by RDAP (RFC 9082 §3.1.3), once per target and domain: 404 says that it has none (RFC 7480
 * §5.3), and a record is one only if it is this domain's (RFC 9083 §5.3).
 */
export function registryRecord(
  context: CheckContext,
  domain: string,
  rdap: string | null,
): Promise<RegistryRecord> {
  return context.once(`dns.registry-record ${domain}`, async () => {
    if (rdap === null) return { kind: "unknown" };
    const request = { verify: true, headers: { accept: "application/rdap+json" } };
    const answer = await recover(context.http.fetch(`${rdap}domain/${domain}`, request), (code) =>
      code === "busy" || isScanEnd(code) ? undefined : null,
    );
    if (answer?.status === 404) return { kind: "none" };
    return answer?.status === 200 ? readRecord(answer.text(), domain) : { kind: "unknown" };
  });
}

function readRecord(text: string, domain: string): RegistryRecord {
  let record: unknown;
  try {
    record = JSON.parse(text);
  } catch {
    return { kind: "unknown" };
  }
  if (typeof record !== "object" || record === null || !("ldhName" in record))
    return { kind: "unknown" };
  if (String(record.ldhName).toLowerCase().replace(/\.$/, "") !== domain)
    return { kind: "unknown" };
  const status = "status" in record && Array.isArray(record.status) ? record.status : [];
  const words = status.filter((one): one is string => typeof one === "string");
  return { kind: "kept", status: words.slice(0, MAX_STATUS) };
}
