import type { CheckContext } from "../../engine/context.ts";
import type { DnsAnswer } from "../../net/clients.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { NetError } from "../../net/net-error.ts";

/** The type by which a compact denial says that the name itself does not exist (RFC 9824 §4: NXNAME). */
const NXNAME = "UNKNOWN_128";

/**
 * Whether an answer says that the name does not exist: NXDOMAIN, or a compact denial (RFC 9824), which comes
 * as NOERROR with an NSEC at the name. False for a name that is there without the asked record, such as an
 * empty non-terminal.
 */
export function deniesName(answer: DnsAnswer, name: string): boolean {
  if (answer.status === "nxdomain") return true;
  return (
    answer.status === "nodata" &&
    answer.authorities.some(
      (record) =>
        record.type === "NSEC" &&
        plainName(record.name) === name &&
        record.data.rrtypes.includes(NXNAME as never),
    )
  );
}

/**
 * Whether DNS says that a name does not exist, in any form that is in use. Throws
 * NetError `dns` where the resolver has no answer, or rejects it: its failure is no proof.
 */
export async function isAbsent({ dns }: CheckContext, name: string): Promise<boolean> {
  const answer = await dns.query(name, "A");
  if (!["ok", "nodata", "nxdomain"].includes(answer.status))
    throw new NetError("dns", `${name}: ${answer.rcode}`);
  if (answer.status !== "nodata") return answer.status === "nxdomain";
  // The NSEC comes along only where DNSSEC is asked for.
  const proof = await dns.query(name, "A", { dnssec: true });
  return deniesName(proof, name);
}
