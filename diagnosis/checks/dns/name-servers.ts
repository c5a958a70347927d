import type { CheckContext } from "../../engine/context.ts";
import { plainName } from "../../net/dns/plain-name.ts";
import { NetError, type NetErrorCode } from "../../net/net-error.ts";

/** A name server of the zone: where it is, or why that is unknown. */
export interface NameServer {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly failure: NetErrorCode | null;
  /** Addresses that its name has and that nobody can reach from outside: private, loopback and the like. */
  readonly special: readonly string[];
  /** Its name is an alias, which no NS record may point to (RFC 2181 §10.3). */
  readonly isAlias: boolean;
  /** Its name has an address of IPv4; null where that is not known. */
  readonly hasV4: boolean | null;
}

/** Servers asked one by one; the thirteen of the root are the most any zone is known to have. */
const MAX_SERVERS = 13;

/** The delegated name servers of the target's domain, with guarded addresses. Asked once per target. */
export function nameServers(context: CheckContext): Promise<readonly NameServer[]> {
  return context.once("dns.name-servers", async () => {
    const { dns, target } = context;
    // A zone with broken signatures still has its servers.
    const answer = await dns.query(target.domain, "NS", { checkingDisabled: true });
    if (answer.status !== "ok" && answer.status !== "nodata" && answer.status !== "nxdomain")
      throw new NetError("dns", `NS of ${target.domain}: ${answer.rcode}`);
    const names = answer.answers.flatMap((record) =>
      record.type === "NS" ? [plainName(record.data)] : [],
    );
    const unique = [...new Set(names)].sort().slice(0, MAX_SERVERS);
    return Promise.all(unique.map((name) => locate(context, name)));
  });
}

async function locate(context: CheckContext, name: string): Promise<NameServer> {
  const published = await addressRecords(context, name);
  try {
    const addresses = await context.dns.addresses(name);
    const special = published.all.filter(
      (address) => !addresses.includes(address) && !context.dns.isPublic(address),
    );
    return { name, addresses, failure: null, ...published, special };
  } catch (error) {
    if (!(error instanceof NetError)) throw error;
    const special = published.all.filter((address) => !context.dns.isPublic(address));
    return { name, addresses: [], failure: error.code, ...published, special };
  }
}

/** What DNS publishes for a server's name, as it stands. */
async function addressRecords({ dns }: CheckContext, name: string) {
  try {
    const [v4, v6] = await Promise.all([dns.query(name, "A"), dns.query(name, "AAAA")]);
    const isKnown = [v4, v6].every(({ status }) => ["ok", "nodata", "nxdomain"].includes(status));
    const all = [...v4.answers, ...v6.answers].flatMap((record) =>
      record.type === "A" || record.type === "AAAA" ? [record.data] : [],
    );
    const isAlias = v4.answers.some(
      (record) => record.type === "CNAME" && plainName(record.name) === name,
    );
    return { all, isAlias, hasV4: isKnown ? v4.status === "ok" : null };
  } catch (error) {
    if (!(error instanceof NetError) || ["budget", "aborted"].includes(error.code)) throw error;
    return { all: [], isAlias: false, hasV4: null };
  }
}
