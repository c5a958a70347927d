import type { CheckContext } from "../../engine/context.ts";
import { NetError, type NetErrorCode } from "../../net/net-error.ts";
import { plainName } from "./names.ts";

/** A name server of the zone: where it is, or why that is unknown. */
export interface NameServer {
  readonly name: string;
  readonly addresses: readonly string[];
  readonly failure: NetErrorCode | null;
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
  try {
    return { name, addresses: await context.dns.addresses(name), failure: null };
  } catch (error) {
    if (error instanceof NetError) return { name, addresses: [], failure: error.code };
    throw error;
  }
}
