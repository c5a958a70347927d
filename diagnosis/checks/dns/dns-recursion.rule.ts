import { defineCheck, inconclusive, type Observation } from "../../engine/check.ts";
import type { CheckContext } from "../../engine/context.ts";
import { NET_REASONS } from "../../engine/reasons.ts";
import { recover } from "../../net/recover.ts";
import { dnsRecursionTexts } from "./dns-recursion.texts.ts";
import { nameServers } from "./name-servers.ts";
import { NO_NAME_SERVERS, NO_SERVER_ANSWERED } from "./reasons.texts.ts";

/** Names that exist for ever and belong to nobody's zone but IANA's (RFC 2606 §3). */
const FOREIGN_NAMES = ["example.com", "example.net"];

/**
 * A name server that resolves foreign names for strangers can be made to flood others with its answers
 * (RFC 5358 §3, §4). Recursion is proved by the RA bit and an answer together.
 */
export const dnsRecursion = defineCheck(dnsRecursionTexts, {
  id: "dns-recursion",
  category: "dns",
  scope: "zone",
  outcomes: {
    closed: { state: "pass", severity: null },
    open: { state: "fail", severity: "medium" },
  },
  async run(context) {
    const servers = await nameServers(context);
    if (servers.length === 0) return inconclusive(NO_NAME_SERVERS);
    const asked = servers.map(({ name, addresses: [address] }) => {
      if (address !== undefined) return ask(context, name, address);
      return Promise.resolve({ ...inconclusive(NO_SERVER_ANSWERED), subject: name });
    });
    const seen = (await Promise.all(asked)).filter((one) => one !== null);
    const facts = [{ name: "dns.recursion", value: false }];
    return seen.length > 0 ? seen : { outcome: "closed", facts };
  },
});

async function ask(
  context: CheckContext,
  name: string,
  address: string,
): Promise<Observation<"open"> | null> {
  const { domain } = context.target;
  const foreign = FOREIGN_NAMES.find((candidate) => candidate !== domain) ?? domain;
  const asked = context.dns.query(foreign, "A", { server: address, recursion: true });
  const answer = await recover(asked, (code) => code);
  if (typeof answer === "string") return { ...inconclusive(NET_REASONS[answer]), subject: name };
  if (!answer.recursionAvailable || answer.status !== "ok" || answer.authoritative) return null;
  const facts = [{ name: "dns.recursion", value: true }];
  return { outcome: "open", subject: name, place: { host: name, address, port: 53 }, facts };
}
