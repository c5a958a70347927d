import { rr, type ZoneRecord } from "@sekimori/diagnosis/fixtures/dns/zone";
import { redirectToHttps, type SiteDescription, site } from "@sekimori/diagnosis/fixtures/site";
import {
  startHttpServer,
  startTlsServer,
  type TlsServerOptions,
} from "@sekimori/diagnosis/fixtures/tls/tls-server";
import type { MachineDescription, Starter } from "@sekimori/diagnosis/fixtures/world";
import { challengeRecord } from "@sekimori/diagnosis/ownership";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import { challengeName, sampleToken } from "./sample-domain.ts";

/**
 * The addresses that the company's names publish are those reserved for documentation (RFC 5737,
 * RFC 3849): nothing in the world has them, and the fixture network never contacts them.
 */
const networks = { a: "192.0.2", b: "198.51.100", c: "203.0.113" } as const;
export type Place = readonly [network: keyof typeof networks, host: number];

const v4 = ([network, host]: Place) => `${networks[network]}.${host}`;
const v6 = ([network, host]: Place) => `2001:db8:${network}::${host.toString(16)}`;

export const nameServers = { ns1: ["a", 53], ns2: ["b", 53] } as const satisfies Record<
  string,
  Place
>;

/** A machine at a place, with its servers by port. */
export function machine(
  place: Place,
  ports: Readonly<Record<number, Starter>>,
  dns?: MachineDescription["dns"],
): MachineDescription {
  return { published: [v4(place), v6(place)], ports, ...(dns === undefined ? {} : { dns }) };
}

/** Address records of a name; without IPv6 where it has none. */
export function addresses(name: string, place: Place, without6 = false): ZoneRecord[] {
  const records: ZoneRecord[] = [rr(name, "A", v4(place))];
  return without6 ? records : [...records, rr(name, "AAAA", v6(place))];
}

/** What every zone of the company has: name servers with both kinds of address, and the proof. */
export function standing(domain: string, isProved = true): ZoneRecord[] {
  return [
    ...(["ns1", "ns2"] as const).map((name) =>
      rr(`${name}.${domain}`, "AAAA", v6(nameServers[name])),
    ),
    ...(isProved ? [rr(challengeName(domain), "TXT", challengeRecord(sampleToken(domain)))] : []),
  ];
}

/** Certificate authorities that may issue for the domain. */
export const caa = (domain: string) =>
  rr(domain, "CAA", { flags: 0, tag: "issue", value: "fixture.test" });

/** Says that the domain neither sends nor takes mail (RFC 7505). */
export const withoutMail = (domain: string): ZoneRecord[] => [
  rr(domain, "MX", { preference: 0, exchange: "." }),
  rr(domain, "TXT", "v=spf1 -all"),
  rr(`_dmarc.${domain}`, "TXT", "v=DMARC1; p=reject"),
];

/** HTTPS for several names on one machine, and the way there from port 80. */
export function secureSite(
  names: readonly [string, ...string[]],
  pages: SiteDescription,
  options: Omit<TlsServerOptions, "pages"> = {},
): Readonly<Record<number, Starter>> {
  const certificate = { dnsNames: names, ...options.certificate };
  return {
    443: (listen) =>
      startTlsServer(names[0], { ...options, certificate, pages: site(pages) }, listen),
    80: (listen) => startHttpServer(redirectToHttps, listen),
  };
}

export const plainSite =
  (pages: SiteDescription): Starter =>
  (listen) =>
    startHttpServer(site(pages), listen);

/** A page with a title and a few words, in the company's language. */
export const page = (title: string, body: string, head = "") =>
  `<!doctype html><html lang="ja"><head><meta charset="utf-8"><title>${title}</title>${head}</head><body><h1>${title}</h1>${body}</body></html>`;

/** security.txt (RFC 9116), valid for half a year. */
export const securityText = (domain: string) => ({
  body: `Contact: mailto:security@${domain}\nExpires: ${new Date(Date.now() + 180 * dayMs).toISOString()}\nPreferred-Languages: ja, en\n`,
  headers: { "content-type": "text/plain; charset=utf-8" },
});

/** A certificate that ends on a certain day, as seen from `day`. */
export const endsOn = (last: number, day: number) => ({
  fromDay: last - 90 - day,
  toDay: last - day,
});
