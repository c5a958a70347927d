import type { AssetBook } from "../discovery/asset-book.ts";
import { quietly } from "../discovery/found.ts";
import type { Asset, AssetCertificate } from "../engine/asset.ts";
import { fingerprintOf } from "../engine/cause.ts";
import type { Finding } from "../engine/finding.ts";
import type { Grade } from "../engine/grades.ts";
import type { TargetNetwork } from "../net/network.ts";

/** What the examination of a host taught us for the inventory. */
export interface HostLesson {
  readonly host: string;
  readonly isDomain: boolean;
  readonly addresses: readonly string[];
  readonly network: TargetNetwork;
  readonly findings: readonly Finding[];
  readonly grade: Grade | null;
}

/** The host's entry with all that was learned, its addresses and its services. */
export async function hostAssets(lesson: HostLesson, book: AssetBook): Promise<readonly Asset[]> {
  const { host, addresses, network } = lesson;
  const ports = addresses.flatMap((address) => network.session.openPorts(address));
  const software = productOf(lesson.findings);
  const learned = book.learn(`${lesson.isDomain ? "domain" : "host"}:${host}`, {
    addresses,
    ports: [...new Set(ports)].sort((left, right) => left - right),
    certificate: ports.includes(443) ? await certificateOf(lesson) : null,
    grade: lesson.grade,
    ...software,
  });
  const assets = learned ? [learned] : [];
  for (const address of addresses) {
    const at = { at: host, evidence: address };
    const ip = book.add("ip", address, "approved", { source: "address", ...at });
    if (ip) assets.push(ip);
    for (const port of network.session.openPorts(address)) {
      const by = { source: "open-port" as const, at: address, evidence: String(port) };
      const service = book.add("service", `${address} ${port}`, "approved", by);
      const runs = applicationAt(lesson.findings, address, port);
      const at = { addresses: [address], ports: [port] };
      const known = service && book.learn(service.id, { ...at, ...runs });
      if (known) assets.push(known);
    }
  }
  return assets;
}

/** By the facts `service.product` and `service.version` of any finding, an application's last. */
function productOf(findings: readonly Finding[]): Pick<Asset, "product" | "version"> {
  const isApplication = ({ check }: Finding) => Number(check === "app-print");
  for (const { evidence } of findings.toSorted((a, b) => isApplication(a) - isApplication(b))) {
    const product = evidence.find((fact) => fact.name === "service.product")?.value;
    if (product === undefined) continue;
    const version = evidence.find((fact) => fact.name === "service.version")?.value;
    return { product: String(product), version: version === undefined ? null : String(version) };
  }
  return { product: null, version: null };
}

/** The application that was recognised at a port; of WordPress and its plugins the former. */
export function applicationAt(
  findings: readonly Finding[],
  address: string,
  port: number,
): Pick<Asset, "product" | "version"> {
  const there = findings.filter(
    ({ check, place }) =>
      check === "app-print" && place.port === port && (place.address ?? address) === address,
  );
  const told = ({ evidence }: Finding, name: string) => {
    const value = evidence.find((fact) => fact.name === name)?.value;
    return value === undefined ? null : String(value);
  };
  const isPlugin = (one: Finding) => told(one, "app.template")?.includes("-plugin-") === true;
  const one = there.find((finding) => !isPlugin(finding)) ?? there[0];
  if (one === undefined) return { product: null, version: null };
  return { product: told(one, "app.name"), version: told(one, "service.version") };
}

/** Of a certificate for more names, as networks of delivery have them, no more are kept. */
const namesMost = 100;

/** "DNS:www.example.jp, IP Address:192.0.2.1": the names of hosts. */
const namesOf = (text = "") =>
  Array.from(text.matchAll(/DNS:([^,\s"]+)/g), ([, name = ""]) => name.toLowerCase());

async function certificateOf({
  host,
  addresses,
  network,
}: HostLesson): Promise<AssetCertificate | null> {
  const session = await quietly(network.clients(host, addresses[0] ?? null).tls.handshake());
  const leaf = session?.certificates[0];
  if (!leaf) return null;
  return {
    fingerprint: fingerprintOf(leaf),
    subject: leaf.subject ?? "",
    issuer: leaf.issuer ?? "",
    notAfter: new Date(leaf.validTo).toISOString(),
    names: namesOf(leaf.subjectAltName).slice(0, namesMost),
  };
}
