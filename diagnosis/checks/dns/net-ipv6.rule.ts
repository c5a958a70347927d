import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { mailHosts } from "./mail-hosts.ts";
import { nameServers } from "./name-servers.ts";
import { netIpv6Texts } from "./net-ipv6.texts.ts";
import { NO_NAME_SERVERS } from "./reasons.texts.ts";

/** Servers of a kind that are asked for. */
const MAX_SERVERS = 6;

/**
 * Site, mail and names can be reached over IPv6 too, as far as DNS says (internet.nl, "IPv6"; RFC 6540).
 * Two name servers with an address are asked for, and one of everything else. Asks DNS only: this machine
 * may have no IPv6 itself.
 */
export const netIpv6 = defineCheck(netIpv6Texts, {
  id: "net-ipv6",
  category: "dns",
  scope: "zone",
  outcomes: {
    reachable: { state: "pass", severity: null },
    partial: { state: "warn", severity: "low" },
  },
  async run(context) {
    const servers = (await nameServers(context)).map(({ name }) => name);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const { names: mail } = await mailHosts(context);
    // A domain without any address has no site to be reached.
    const hasSite = context.target.addresses.length > 0;
    const missing = [
      ...(hasSite && (await withIpv6(context, [context.target.host])) < 1 ? ["web"] : []),
      ...(mail.length > 0 && (await withIpv6(context, mail)) < 1 ? ["mail"] : []),
      ...((await withIpv6(context, servers)) < Math.min(2, servers.length) ? ["DNS"] : []),
    ];
    const facts = [{ name: "ipv6.missing", value: missing }];
    return { outcome: missing.length > 0 ? "partial" : "reachable", facts };
  },
});

/** How many of the names have an AAAA record. */
async function withIpv6(context: CheckContext, names: readonly string[]): Promise<number> {
  const found = await Promise.all(
    names.slice(0, MAX_SERVERS).map(async (name) => {
      const answer = await context.dns.query(name, "AAAA", { checkingDisabled: true });
      if (!["ok", "nodata", "nxdomain"].includes(answer.status))
        throw new NetError("dns", `AAAA of ${name}: ${answer.rcode}`);
      return answer.answers.some(({ type }) => type === "AAAA");
    }),
  );
  return found.filter(Boolean).length;
}
