import type { RecordType } from "dns-packet";
import type { FoundBy } from "../engine/asset.ts";
import type { Clients } from "../net/network.ts";
import { type Found, quietly } from "./found.ts";
import { htmlNames, policyNames } from "./page-names.ts";

/** Services that organisations publish by SRV (RFC 2782). */
const SERVICES = [
  "_autodiscover._tcp",
  "_caldavs._tcp",
  "_carddavs._tcp",
  "_imaps._tcp",
  "_kerberos._tcp",
  "_ldap._tcp",
  "_matrix._tcp",
  "_sip._tls",
  "_sipfederationtls._tcp",
  "_submission._tcp",
  "_xmpp-client._tcp",
  "_xmpp-server._tcp",
] as const;

const TARGETS: readonly (readonly [RecordType, FoundBy["source"]])[] = [
  ["MX", "mx"],
  ["NS", "ns"],
  ["CNAME", "cname"],
];

/** Names that the target's own records, certificate and front page point to. */
export async function* references(host: string, clients: Clients): AsyncGenerator<Found> {
  for (const [type, source] of TARGETS)
    for (const name of await targetsOf(clients, host, type))
      yield { name, by: { source, at: host, evidence: `${type} ${name}` } };
  for (const service of SERVICES) {
    const at = `${service}.${host}`;
    for (const name of await targetsOf(clients, at, "SRV"))
      yield { name, by: { source: "srv", at, evidence: `SRV ${name}` } };
  }
  yield* certificateNames(host, clients);
  yield* pageNames(host, clients);
}

async function targetsOf(clients: Clients, name: string, type: RecordType): Promise<string[]> {
  const answer = await quietly(clients.dns.query(name, type));
  return (answer?.answers ?? []).flatMap((record) => {
    if (record.type !== type) return [];
    if (record.type === "MX") return [record.data.exchange];
    if (record.type === "SRV") return [record.data.target];
    return record.type === "NS" || record.type === "CNAME" ? [record.data] : [];
  });
}

async function* certificateNames(host: string, clients: Clients): AsyncGenerator<Found> {
  const session = await quietly(clients.tls.handshake());
  const names = session?.certificates[0]?.subjectAltName ?? "";
  for (const [, name = ""] of names.matchAll(/DNS:([^,\s"]+)/g))
    yield {
      name: name.replace(/^\*\./, ""),
      by: { source: "certificate", at: host, evidence: name },
    };
}

async function* pageNames(host: string, clients: Clients): AsyncGenerator<Found> {
  const page = await quietly(clients.http.root());
  if (!page) return;
  if (page.leftFor !== null)
    yield { name: page.leftFor, by: { source: "redirect", at: host, evidence: page.url } };
  const policy = page.header("content-security-policy") ?? "";
  for (const name of policyNames(policy))
    yield { name, by: { source: "csp", at: host, evidence: name } };
  for (const name of htmlNames(page.text()))
    yield { name, by: { source: "html", at: page.url, evidence: name } };
}
