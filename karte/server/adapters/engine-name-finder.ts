import { randomBytes } from "node:crypto";
import { isIPv4 } from "node:net";
import type { CertificateLog } from "@sekimori/diagnosis/certificate-log";
import type { Network } from "@sekimori/diagnosis/network";
import { plainName } from "@sekimori/diagnosis/plain-name";
import { recover, unlessEnded } from "@sekimori/diagnosis/recover";
import { userAgentFor } from "@sekimori/diagnosis/user-agent";
import type { NameFacts, NameFinder } from "../ports/name-finder.ts";

type Dns = ReturnType<Network["open"]>["dns"];

interface FinderOptions {
  readonly network: Network;
  /** The operator's; off unless given, because it tells a third party which domains are looked for. */
  readonly certificateLog: CertificateLog | undefined;
  readonly aboutUrl: string | null;
  /** Between two questions of one search, so that the resolver has at most twenty a second of it. */
  readonly pauseMs: number;
}

/** Of one target the engine asks six hundred questions at most; a name takes up to five. */
const namesAtOnce = 100;

/** The name under which an address stands in the DNS; null for what is no IPv4 address. */
const reversed = (address: string) =>
  isIPv4(address) ? `${address.split(".").toReversed().join(".")}.in-addr.arpa` : null;

/** Looks names up by the engine's own resolver, behind its guard. */
export function engineNameFinder(options: FinderOptions): NameFinder {
  const { network, certificateLog, aboutUrl, pauseMs } = options;
  const rules = { userAgent: userAgentFor(aboutUrl, "discovery"), inScope: () => false };

  async function ask(dns: Dns, name: string, type: "A" | "NS" | "MX" | "PTR") {
    await network.clock.sleep(pauseMs);
    // What cannot be looked up leads nowhere, and that is all; a search that is stopped says nothing of it.
    return await recover(
      dns.query(name, type),
      unlessEnded(() => null),
    );
  }

  async function factsOf(dns: Dns, name: string): Promise<NameFacts | undefined> {
    const first = await ask(dns, name, "NS");
    if (first === null || first.status === "nxdomain") return undefined;
    const [a, mx] = [await ask(dns, name, "A"), await ask(dns, name, "MX")];
    const facts = {
      name,
      nameServers: first.answers.flatMap((one) => (one.type === "NS" ? [plainName(one.data)] : [])),
      mailHosts: (mx?.answers ?? []).flatMap((one) =>
        one.type === "MX" ? [plainName(one.data.exchange)] : [],
      ),
      addresses: (a?.answers ?? []).flatMap((one) => (one.type === "A" ? [one.data] : [])),
      aliases: (a?.answers ?? []).flatMap((one) =>
        one.type === "CNAME" ? [plainName(one.data)] : [],
      ),
    };
    const isThere = [facts.nameServers, facts.addresses, facts.aliases].some(
      ({ length }) => length > 0,
    );
    return isThere ? facts : undefined;
  }

  /** Top levels that answer for whatever is asked: resolvers invent names, too. */
  async function invents(dns: Dns, suffix: string): Promise<boolean> {
    return (await factsOf(dns, `${randomBytes(8).toString("hex")}.${suffix}`)) !== undefined;
  }

  return {
    hasCertificateLog: certificateLog !== undefined,

    async lookUp(names, signal) {
      const all: NameFacts[] = [];
      const inventing = new Map<string, boolean>();
      for (let from = 0; from < names.length; from += namesAtOnce) {
        const open = network.open(rules, signal);
        try {
          for (const name of names.slice(from, from + namesAtOnce)) {
            const facts = await factsOf(open.dns, name);
            if (facts === undefined) continue;
            const above = name.slice(name.indexOf(".") + 1);
            if (!inventing.has(above)) inventing.set(above, await invents(open.dns, above));
            if (!inventing.get(above)) all.push(facts);
          }
        } finally {
          open.close();
        }
      }
      return all;
    },

    async namesOf(addresses, signal) {
      const all: { address: string; name: string }[] = [];
      for (let from = 0; from < addresses.length; from += namesAtOnce) {
        const open = network.open(rules, signal);
        try {
          for (const address of addresses.slice(from, from + namesAtOnce)) {
            const at = reversed(address);
            const answer = at === null ? null : await ask(open.dns, at, "PTR");
            for (const one of answer?.answers ?? []) {
              if (one.type !== "PTR") continue;
              const name = plainName(one.data);
              // Whoever has the address may call it as they like; the name's owner has to agree.
              const leads = await ask(open.dns, name, "A");
              const isSo = leads?.answers.some(
                ({ type, ...a }) => type === "A" && "data" in a && a.data === address,
              );
              if (isSo) all.push({ address, name });
            }
          }
        } finally {
          open.close();
        }
      }
      return all;
    },

    async logged(domain, signal) {
      if (certificateLog === undefined) return [];
      const open = network.open(rules, signal);
      try {
        const names = await certificateLog.names(domain, open.clients(domain, null).http);
        return [...new Set(names.map((name) => plainName(name.replace(/^\*\./, ""))))];
      } finally {
        open.close();
      }
    },
  };
}
