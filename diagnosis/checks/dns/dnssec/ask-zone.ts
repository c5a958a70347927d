import type { RecordType } from "dns-packet";
import type { CheckContext } from "../../../engine/context.ts";
import type { DnsAnswer } from "../../../net/clients.ts";
import { NetError } from "../../../net/net-error.ts";
import { recover } from "../../../net/recover.ts";
import { nameServers } from "../name-servers.ts";

/** What the resolver holds, validated or not (CD): a bogus zone must be seen, not hidden. */
export async function askResolver(
  context: CheckContext,
  name: string,
  type: RecordType,
): Promise<DnsAnswer> {
  const answer = await context.dns.query(name, type, { dnssec: true, checkingDisabled: true });
  if (!["ok", "nodata", "nxdomain"].includes(answer.status))
    throw new NetError("dns", `${name} ${type}: ${answer.rcode}`);
  return answer;
}

/** The zone's own server first: what it says has passed through nobody's cache. */
export async function askZone(
  context: CheckContext,
  name: string,
  type: RecordType,
): Promise<DnsAnswer> {
  for (const { addresses } of (await nameServers(context)).slice(0, 2)) {
    const [server] = addresses;
    if (server === undefined) continue;
    const asked = context.dns.query(name, type, { server, dnssec: true });
    const answer = await recover(asked, () => null);
    // A server without EDNS says so by an error, which is no answer about the zone.
    if (answer?.authoritative && ["ok", "nodata", "nxdomain"].includes(answer.status))
      return answer;
  }
  return askResolver(context, name, type);
}
