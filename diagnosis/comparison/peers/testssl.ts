import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { needPackage } from "../debian-package.ts";
import { type FactSet, factSet } from "../facts.ts";
import { runTool } from "../run-tool.ts";
import type { Peer } from "./peer.ts";

/** testssl.sh takes tens of seconds for one server, so it is asked about the telling ones. */
export const testssl: Peer = {
  name: "testssl.sh",
  only: [
    "modern",
    "tls10-to-13",
    "static-rsa-only",
    "expired",
    "missing-intermediate",
    "rc4",
    "ssl3",
    "gnutls-legacy",
  ],
  prepare: () => needPackage("testssl.sh", "testssl"),
  examine: async ({ host, address, port, rootFile }) => {
    const folder = await mkdtemp(join(tmpdir(), "testssl-"));
    const file = join(folder, "result.json");
    const quiet = ["--quiet", "--color", "0", "--warnings", "batch", "--nodns", "none"];
    const parts = ["-p", "-s", "-S", "-f", "-R"];
    const where = ["--ip", address, "--add-ca", rootFile, "--jsonfile", file, `${host}:${port}`];
    try {
      await runTool("testssl", [...quiet, ...parts, ...where], { timeoutMs: 1_800_000 });
      return testsslFacts(await readFile(file, "utf8"));
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

type Entry = { readonly id: string; readonly finding: string };

/** Reads testssl.sh's flat JSON (version 3.0). */
export function testsslFacts(json: string): FactSet {
  const entries = JSON.parse(json) as readonly Entry[];
  const finding = (id: string) => entries.find((entry) => entry.id.split(" ")[0] === id)?.finding;
  const offered = (id: string) => {
    const text = finding(id);
    return text === undefined ? undefined : !/^no |not offered|not supported/i.test(text);
  };
  const chain = finding("cert_chain_of_trust");
  const trust = finding("cert_trust");
  const key = /(RSA|EC) (\d+) bits/.exec(finding("cert_keySize") ?? "");
  const extensions = finding("TLS_extensions");
  const renegotiation = finding("secure_renego");
  return factSet({
    "protocol:ssl2": offered("SSLv2"),
    "protocol:ssl3": offered("SSLv3"),
    "protocol:tls1.0": offered("TLS1"),
    "protocol:tls1.1": offered("TLS1_1"),
    "protocol:tls1.2": offered("TLS1_2"),
    "protocol:tls1.3": offered("TLS1_3"),
    "cipher.null": offered("cipherlist_NULL"),
    "cipher.anonymous": offered("cipherlist_aNULL"),
    "cipher.export": offered("cipherlist_EXPORT"),
    "cipher.forwardSecrecy": offered("PFS"),
    "cert.trusted": chain === undefined ? undefined : /^passed/.test(chain),
    "cert.chainComplete": chain === undefined ? undefined : !/chain incomplete/.test(chain),
    "cert.selfSigned": chain === undefined ? undefined : /self signed/.test(chain),
    "cert.expired": chain === undefined ? undefined : /expired/.test(chain),
    "cert.nameMatches": trust === undefined ? undefined : /^Ok/i.test(trust),
    "cert.keyType": key?.[1],
    "cert.keyBits": key === null ? undefined : Number(key[2]),
    "cert.signatureHash": /MD5|SHA\d+/
      .exec(finding("cert_signatureAlgorithm") ?? "")?.[0]
      .toLowerCase(),
    "tls.extendedMasterSecret": extensions?.includes("extended master secret"),
    "tls.secureRenegotiation":
      renegotiation === undefined ? undefined : /^supported/i.test(renegotiation),
  });
}
