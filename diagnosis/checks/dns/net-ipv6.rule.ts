import { defineCheck, inconclusive } from "../../engine/check.ts";
import { mailHosts } from "./mail-hosts.ts";
import { nameServers } from "./name-servers.ts";
import { netIpv6Texts } from "./net-ipv6.texts.ts";
import { NO_NAME_SERVERS } from "./reasons.texts.ts";
import { kindsOf, lackingIpv6, MAX_SERVERS } from "./without-ipv6.ts";

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
      { name: "ipv6.missing", value: kindsOf(lacks) },
      { name: "ipv6.without", value: [...new Set(without)] },
    ];
    return { outcome: without.length > 0 ? "partial" : "reachable", facts };
  },
});
