import type { RecordType } from "dns-packet";
import type { FoundBy } from "../engine/asset.ts";
import type { Clients } from "../net/network.ts";
import { type Found, quietly } from "./found.ts";
import { htmlNames, policyNames } from "./page-names.ts";

/** Services that organisations publish by SRV (RFC 2782), below `_tcp`. */
const TCP_SERVICES = [
  "_autodiscover",
  "_caldavs",
  "_carddavs",
  "_imaps",
  "_kerberos",
  "_ldap",
  "_matrix",
  "_sipfederationtls",
  "_submission",
  "_xmpp-client",
  "_xmpp-server",
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
  for (const at of await serviceNames(host, clients)) {
    for (const name of await targetsOf(clients, at, "SRV"))
      yield { name, by: { source: "srv", at, evidence: `SRV ${name}` } };
  }
  yield* certificateNames(host, clients);
  yield* pageNames(host, clients);
}

/** Where services may be published. Below a name that does not exist there is none (RFC 8020 §2). */
async function serviceNames(host: string, { dns }: Clients): Promise<readonly string[]> {
  const above = await quietly(dns.query(`_tcp.${host}`, "SRV"));
  const below = above?.status === "nxdomain" ? [] : TCP_SERVICES;
  return [...below.map((service) => `${service}._tcp.${host}`), `_sip._tls.${host}`];
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
