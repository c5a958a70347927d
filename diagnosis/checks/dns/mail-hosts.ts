import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { NetError } from "../../net/net-error.ts";

/** How a domain receives mail, by its MX records. */
export interface MailHosts {
  /** Names of the mail servers, most preferred first; without null MX. */
  readonly names: readonly string[];
  /** A single MX to the root says that the domain takes no mail (RFC 7505 §3). */
  readonly nullMx: boolean;
  /** The root is named beside mail servers, which contradict it (§3). */
  readonly contradicted: boolean;
  /** True when the resolver validated the MX records by DNSSEC. */
  readonly authenticated: boolean;
}

/** The MX records of the target's domain, asked once per target. Throws NetError `dns`. */
export function mailHosts(context: CheckContext): Promise<MailHosts> {
  return context.once("mail.hosts", async () => {
    const { domain } = context.target;
    const answer = await context.dns.query(domain, "MX");
    if (!["ok", "nodata", "nxdomain"].includes(answer.status))
      throw new NetError("dns", `MX of ${domain}: ${answer.rcode}`);
    const records = answer.answers.flatMap((r) => (r.type === "MX" ? [r.data] : []));
    const sorted = records.toSorted((a, b) => (a.preference ?? 0) - (b.preference ?? 0));
    const names = sorted.map(({ exchange }) => plainName(exchange));
    const toRoot = names.includes("");
    return {
      names: [...new Set(names.filter((name) => name !== ""))],
      nullMx: toRoot && names.length === 1,
      contradicted: toRoot && names.length > 1,
      authenticated: answer.authenticated,
    };
  });
}
