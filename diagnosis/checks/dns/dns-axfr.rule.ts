import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { recover } from "../../net/recover.ts";
import { dnsAxfrTexts } from "./dns-axfr.texts.ts";
import { nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS, NO_SERVER_ANSWERED } from "./reasons.texts.ts";

/**
 * Zone transfer to strangers (RFC 5936 §5 asks for access control). One try per server, over TCP, cut at
 * the first record: enough to know, without taking the zone.
 */
export const dnsAxfr = defineCheck(dnsAxfrTexts, {
  id: "dns-axfr",
  category: "dns",
  scope: "zone",
  outcomes: {
    refused: { state: "pass", severity: null },
    open: { state: "fail", severity: "high" },
  },
  async run(context) {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const tries = servers.map(({ name, addresses: [address] }) => {
      if (address !== undefined) return attempt(context, name, address);
      return Promise.resolve({ ...inconclusive(NO_SERVER_ANSWERED), subject: name });
    });
    const seen = (await Promise.all(tries)).filter((one) => one !== null);
    const facts = [{ name: "dns.axfr", value: false }];
    return seen.length > 0 ? seen : { outcome: "refused", facts };
  },
});

/** null when the server refuses; hanging up or not listening on TCP is refusing too. */
async function attempt(
  context: CheckContext,
  name: string,
  address: string,
): Promise<Observation<"open"> | null> {
  const asked = context.dns.transfer(context.target.domain, address);
  const answer = await recover(asked, (code) => code);
  if (answer === "closed" || answer === "reset") return null;
  if (typeof answer === "string") return { ...inconclusive(NET_REASONS[answer]), subject: name };
  if (!answer.open) return null;
  const facts = [{ name: "dns.axfr", value: true }];
  return { outcome: "open", subject: name, place: { host: name, address, port: 53 }, facts };
}
