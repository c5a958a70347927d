import { generateKeyPair } from "node:crypto";
import { promisify } from "node:util";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { CertifiedKey } from "../../ports/saml-provider.ts";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;
const bits = 3072;
/** Providers compare the key and few look at the date: it outlives the connection. */
const years = 10;

/** A key pair, and a certificate that it signs itself, in PEM. */
export async function newKey(name: string, from: Date): Promise<CertifiedKey> {
  const { libraries } = await import("./libraries.ts");
  const { privateKey, publicKey } = await promisify(generateKeyPair)("rsa", {
    modulusLength: bits,
  });
  const made = await libraries.X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    notBefore: new Date(from.getTime() - dayMs),
    notAfter: new Date(from.getTime() + years * 365 * dayMs),
    signingAlgorithm: algorithm,
    keys: {
      privateKey: privateKey.toCryptoKey(algorithm, true, ["sign"]),
      publicKey: publicKey.toCryptoKey(algorithm, true, ["verify"]),
    },
  });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: made.toString("pem"),
  };
}
