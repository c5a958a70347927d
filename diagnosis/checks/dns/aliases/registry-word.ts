import type { DnskeyAnswer } from "dns-packet";
import type { CheckContext } from "../../../engine/context.ts";
import { plainName } from "../../../net/dns/plain-name.ts";
import { NetError } from "../../../net/net-error.ts";
import { deniesName } from "../absent.ts";
import { proofOfAbsence } from "../dnssec/absence.ts";

/** Servers of the registry that are asked. */
const MAX_SERVERS = 3;

/**
 * What is known of a registrable domain: it exists, the resolver says that it does not, or the registry's own
 * server says so with a proof whose signatures hold.
 */
export type RegistryWord = "exists" | "denied" | "verified";

/** Asked once per target and domain. A failing resolver proves nothing: `exists`. */
export function registryWord(context: CheckContext, domain: string): Promise<RegistryWord> {
  return context.once(`dns.registry-word ${domain}`, async () => {
    const answer = await context.dns.query(domain, "NS", { checkingDisabled: true });
    const full =
      answer.status === "nodata"
        ? await context.dns.query(domain, "NS", { checkingDisabled: true, dnssec: true })
        : answer;
    if (!deniesName(full, domain)) return "exists";
    const soa = full.authorities.find((record) => record.type === "SOA");
    const zone = soa?.type === "SOA" ? plainName(soa.name) : "";
    if (zone === "" || !domain.endsWith(`.${zone}`)) return "denied";
    return (await registryDenies(context, zone, domain)) ? "verified" : "denied";
  });
}

async function registryDenies(context: CheckContext, zone: string, domain: string) {
  const keys = await trustedKeys(context, zone);
  if (keys.length === 0) return false;
  const { answers } = await context.dns.query(zone, "NS", { checkingDisabled: true });
  const names = answers.flatMap((record) => (record.type === "NS" ? [plainName(record.data)] : []));
  for (const name of names.slice(0, MAX_SERVERS)) {
    try {
      const [server] = await context.dns.addresses(name);
      if (server === undefined) continue;
      const said = await context.dns.query(domain, "NS", { server, dnssec: true });
      if (!said.authoritative || !deniesName(said, domain)) return false;
      const signed = { zone, keys, now: context.clock.now() };
      const { kind } = proofOfAbsence(signed, { name: domain, type: "NS" }, said.authorities);
      return kind === "proved";
    } catch (error) {
      if (!(error instanceof NetError) || ["budget", "aborted"].includes(error.code)) throw error;
    }
  }
  return false;
}

/** The registry's keys, if the resolver has followed their chain from the root: others may be anybody's. */
async function trustedKeys(context: CheckContext, zone: string): Promise<readonly DnskeyAnswer[]> {
  const answer = await context.dns.query(zone, "DNSKEY", { dnssec: true });
  if (!answer.authenticated) return [];
  return answer.answers.filter((record) => record.type === "DNSKEY");
}
