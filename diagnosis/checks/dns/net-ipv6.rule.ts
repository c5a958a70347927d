import type { Answer } from "dns-packet";
import { defineCheck, inconclusive } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NetError } from "../../net/net-error.ts";
import { mailHosts } from "./mail-hosts.ts";
import { nameServers } from "./name-servers.ts";
import { plainName } from "./names.ts";
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
    const web = await lackingIpv6(context, hasSite ? [context.target.host] : []);
    const exchangers = await lackingIpv6(context, mail);
    const own = await lackingIpv6(context, servers);
    const [asked, wanted] = [Math.min(servers.length, MAX_SERVERS), Math.min(2, servers.length)];
    const lacks = {
      web,
      mail: exchangers.length < Math.min(mail.length, MAX_SERVERS) ? [] : exchangers,
      DNS: asked - own.length >= wanted ? [] : own,
    };
    const without = Object.values(lacks).flat();
    const facts = [
      {
        name: "ipv6.missing",
        value: Object.keys(lacks).filter((kind) => lacks[kind as "web"].length > 0),
      },
      { name: "ipv6.without", value: [...new Set(without)] },
    ];
    return { outcome: without.length > 0 ? "partial" : "reachable", facts };
  },
});

/** Of the names, those without an AAAA record: where an alias leads, for beside it nothing else may stand. */
async function lackingIpv6(
  context: CheckContext,
  names: readonly string[],
): Promise<readonly string[]> {
  const found = await Promise.all(
    names.slice(0, MAX_SERVERS).map(async (name) => {
      const answer = await context.dns.query(name, "AAAA", { checkingDisabled: true });
      if (!["ok", "nodata", "nxdomain"].includes(answer.status))
        throw new NetError("dns", `AAAA of ${name}: ${answer.rcode}`);
      if (answer.answers.some(({ type }) => type === "AAAA")) return [];
      return [aliasesIn(answer.answers).at(-1) ?? name];
    }),
  );
  return found.flat();
}

/** Where the aliases of an answer lead, in their order. */
function aliasesIn(answers: readonly Answer[]): readonly string[] {
  return answers.flatMap((record) => (record.type === "CNAME" ? [plainName(record.data)] : []));
}
