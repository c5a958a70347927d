import { readFile } from "node:fs/promises";
import { factSet, suiteFacts } from "../../comparison/facts.ts";
import type { Peer } from "../../comparison/peers/peer.ts";
import { sslscan } from "../../comparison/peers/sslscan.ts";
import { testssl } from "../../comparison/peers/testssl.ts";
import type { Lab } from "../bring-up.ts";
import type { LabState } from "../state.ts";
import { needsOutside, pythonPath } from "./outside.ts";
import { factsOf, type LabPeer, needs, textOf } from "./peer.ts";

const about = ({ area }: LabState) => area === "TLS";
const ours: LabPeer["ours"] = (examined) => factsOf(examined, /^(tls|cert)-/);

const ask = async (tool: Peer, lab: Lab, state: LabState) =>
  textOf(
    await tool.examine({
      host: `${state.name}.jp`,
      address: lab.hostOf(state).v4,
      port: 443,
      httpPort: 80,
      rootFile: "/lab/root.pem",
    }),
  );

/** testssl.sh takes half a minute for each; it is asked about one state of every kind. */
const TELLING = new Set([
  "tls13-only",
  "tls10-nginx",
  "tls11-only",
  "static-rsa-offered",
  "anonymous-suites",
  "null-suites",
  "dh-1024",
  "expired",
  "self-signed",
  "no-intermediate",
  "wrong-name",
  "rsa-1024",
]);

type Deployment = {
  readonly received_chain_has_valid_order: boolean | null;
  readonly received_certificate_chain: readonly {
    readonly not_valid_after: string;
    readonly signature_hash_algorithm: { readonly name: string } | null;
    readonly public_key: { readonly algorithm: string; readonly key_size: number };
  }[];
};

type Result<T> = { readonly result: T | null };

type Sslyze = {
  readonly server_scan_results: readonly {
    readonly scan_result:
      | (Readonly<Record<string, Result<unknown>>> & {
          readonly certificate_info: Result<{
            readonly certificate_deployments: readonly Deployment[];
          }>;
        })
      | null;
  }[];
};

type Suites = {
  readonly is_tls_version_supported: boolean;
  readonly accepted_cipher_suites: readonly { readonly cipher_suite: { readonly name: string } }[];
};

const VERSIONS = {
  "protocol:ssl2": "ssl_2_0_cipher_suites",
  "protocol:ssl3": "ssl_3_0_cipher_suites",
  "protocol:tls1.0": "tls_1_0_cipher_suites",
  "protocol:tls1.1": "tls_1_1_cipher_suites",
  "protocol:tls1.2": "tls_1_2_cipher_suites",
  "protocol:tls1.3": "tls_1_3_cipher_suites",
};

/** Reads the JSON of sslyze 6. */
function sslyzeFacts(json: string) {
  const scan = (JSON.parse(json) as Sslyze).server_scan_results[0]?.scan_result;
  if (!scan) return {};
  const part = <T>(name: string) => (scan[name]?.result ?? undefined) as T | undefined;
  const protocols = Object.entries(VERSIONS).map(
    ([fact, name]) => [fact, part<Suites>(name)] as const,
  );
  const suites = protocols.flatMap(([, found]) => found?.accepted_cipher_suites ?? []);
  // The engine judges the certificate that modern clients get, which is the one for ECDSA.
  const deployments = scan.certificate_info.result?.certificate_deployments ?? [];
  const shown =
    deployments.find(
      ({ received_certificate_chain: [leaf] }) => leaf?.public_key.algorithm !== "RSAPublicKey",
    ) ?? deployments[0];
  const leaf = shown?.received_certificate_chain[0];
  const key = leaf?.public_key;
  return textOf(
    factSet({
      ...Object.fromEntries(
        protocols.map(([fact, found]) => [fact, found?.is_tls_version_supported]),
      ),
      ...suiteFacts(suites.map(({ cipher_suite: { name } }) => name)),
      "tls.compression": part<{ readonly supports_compression: boolean }>("tls_compression")
        ?.supports_compression,
      "tls.extendedMasterSecret": part<{ readonly supports_ems_extension: boolean }>(
        "tls_extended_master_secret",
      )?.supports_ems_extension,
      "cert.keyType": key && (key.algorithm === "RSAPublicKey" ? "RSA" : "EC"),
      "cert.keyBits": key?.key_size,
      "cert.signatureHash": leaf?.signature_hash_algorithm?.name,
      "cert.chainOrdered": shown?.received_chain_has_valid_order ?? undefined,
      "cert.expired": leaf && Date.parse(leaf.not_valid_after) < Date.now(),
    }),
  );
}

const COMMANDS = "certinfo sslv2 sslv3 tlsv1 tlsv1_1 tlsv1_2 tlsv1_3 compression ems".split(" ");

/** Scanners of TLS servers. */
export const tlsPeers: readonly LabPeer[] = [
  {
    name: "sslscan",
    version: "sslscan",
    obstacle: needs("sslscan"),
    about,
    theirs: (lab, state) => ask(sslscan, lab, state),
    ours,
  },
  {
    name: "testssl.sh",
    version: "testssl.sh",
    obstacle: needs("testssl"),
    about: ({ name }) => TELLING.has(name),
    theirs: (lab, state) => ask(testssl, lab, state),
    ours,
  },
  {
    name: "sslyze",
    version: "sslyze",
    obstacle: needsOutside("sslyze"),
    // It hangs at servers that serve one connection after the other, as GnuTLS's own does.
    about: (state) => about(state) && state.web?.server !== "gnutls",
    async theirs({ room }, { name }) {
      const file = `/tmp/sslyze-${name}.json`;
      const parts = COMMANDS.map((command) => `--${command}`);
      const python = [pythonPath("sslyze"), "/usr/bin/python3", "-m", "sslyze"];
      await room.ask("env", [...python, `--json_out=${file}`, ...parts, `${name}.jp`], 120_000);
      return sslyzeFacts(await readFile(file, "utf8"));
    },
    ours,
  },
];
