import { createHash, type X509Certificate } from "node:crypto";
import type { TlsaData } from "dns-packet";
import type { CheckContext } from "../../engine/context.ts";
import type { TlsSession } from "../../net/clients.ts";
import { NetError } from "../../net/net-error.ts";

/** The TLSA records of a mail server. */
export interface MailTlsa {
  readonly records: readonly TlsaData[];
  /** True when the resolver validated them: others are of no effect (RFC 7672 §2.2). */
  readonly authenticated: boolean;
}

/** Asks for the records at `_25._tcp` of a mail server. Throws NetError `dns`. */
export async function mailTlsa(context: CheckContext, server: string): Promise<MailTlsa> {
  const answer = await context.dns.query(`_25._tcp.${server}`, "TLSA", { dnssec: true });
  if (!["ok", "nodata", "nxdomain"].includes(answer.status))
    throw new NetError("dns", `TLSA of ${server}: ${answer.rcode}`);
  const records = answer.answers.flatMap((record) => (record.type === "TLSA" ? [record.data] : []));
  return { records, authenticated: answer.authenticated };
}

/** Senders pass over other usages, selectors and digests (RFC 7672 §3.1.3, RFC 6698 §4.1). */
export function usableOf(records: readonly TlsaData[]): readonly TlsaData[] {
  return records.filter(
    ({ usage, selector, matchingType }) =>
      [2, 3].includes(usage) && [0, 1].includes(selector) && [0, 1, 2].includes(matchingType),
  );
}

/**
 * Whether a server's certificate is what a record says. Usage 3 names the certificate or its key, and neither
 * its name nor its dates count any more (RFC 7672 §3.1.1). Usage 2 names one above it on its path; the
 * certificate then has to be in its time and to bear the server's name or the domain's (§3.1.2, §3.2.2).
 */
export function isPinned(
  record: TlsaData,
  { certificates }: TlsSession,
  {
    server,
    domain,
    now,
  }: { readonly server: string; readonly domain: string; readonly now: number },
): boolean {
  const [leaf, ...above] = certificates;
  if (leaf === undefined) return false;
  if (record.usage === 3) return isNamed(record, leaf);
  const bearsName = [server, domain].some((name) => leaf.checkHost(name) !== undefined);
  const at = above.findIndex((certificate) => isNamed(record, certificate));
  const path = certificates.slice(0, at + 1);
  return at !== -1 && bearsName && path.every((certificate) => isInTime(certificate, now));
}

function isNamed(record: TlsaData, certificate: X509Certificate): boolean {
  const part =
    record.selector === 0
      ? certificate.raw
      : certificate.publicKey.export({ format: "der", type: "spki" });
  const hash = { 1: "sha256", 2: "sha512" }[record.matchingType];
  const value = hash === undefined ? part : createHash(hash).update(part).digest();
  return value.equals(record.certificate);
}

function isInTime({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now <= validToDate.getTime();
}
