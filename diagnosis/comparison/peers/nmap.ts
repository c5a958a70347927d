import { needPackage } from "../debian-package.ts";
import { type FactSet, factSet, suiteFacts } from "../facts.ts";
import { runTool } from "../run-tool.ts";
import type { Peer } from "./peer.ts";

/** nmap's ssl-enum-ciphers: protocols and suites by hellos of its own, as our raw prober does. */
export const nmap: Peer = {
  name: "nmap",
  prepare: () => needPackage("nmap", "nmap"),
  examine: async ({ host, address, port }) => {
    const scripts = [
      "--script",
      "+ssl-enum-ciphers,+sslv2",
      "--script-args",
      `tls.servername=${host}`,
    ];
    const args = ["-Pn", "-n", "-p", String(port), ...scripts, "-oX", "-", address];
    return nmapFacts((await runTool("nmap", args)).stdout);
  },
};

const VERSIONS = {
  "protocol:ssl3": "SSLv3",
  "protocol:tls1.0": "TLSv1.0",
  "protocol:tls1.1": "TLSv1.1",
  "protocol:tls1.2": "TLSv1.2",
  "protocol:tls1.3": "TLSv1.3",
} as const;

/** Reads nmap's XML; no facts when the scripts found nothing to say. */
export function nmapFacts(xml: string): FactSet {
  if (!xml.includes('id="ssl-enum-ciphers"')) return new Map();
  const suites = [...xml.matchAll(/<elem key="name">(TLS_[^<]+)</g)].map((match) => match[1] ?? "");
  // nmap names TLS 1.3 suites TLS_AKE_WITH_…
  const names = suites.map((name) => name.replace("TLS_AKE_WITH_", "TLS_"));
  const compressors = [...xml.matchAll(/key="compressors">([\s\S]*?)<\/table>/g)].map(
    (m) => m[1] ?? "",
  );
  const dhBits = names.some((name) => name.startsWith("TLS_DHE_"))
    ? /<elem key="kex_info">dh (\d+)/.exec(xml)?.[1]
    : undefined;
  const protocols = Object.entries(VERSIONS).map(
    ([fact, name]) => [fact, xml.includes(`<table key="${name}">`)] as const,
  );
  return factSet({
    ...Object.fromEntries(protocols),
    "protocol:ssl2": xml.includes('id="sslv2"'),
    ...suiteFacts(names),
    "tls.compression": compressors.some((list) => /DEFLATE|LZS/.test(list)),
    "tls.dhBits": dhBits === undefined ? undefined : Number(dhBits),
  });
}
