import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
} from "node:crypto";
import { dayMs } from "@sekimori/kit-contract/tokyo";
import type { SamlSigner } from "./saml-message.ts";

const algorithm = { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" } as const;

/** A key with a certificate that it signs itself. */
export async function samlSigner(
  privateKey: KeyObject,
  { from = new Date(), days = 3650 }: { readonly from?: Date; readonly days?: number } = {},
): Promise<SamlSigner> {
  // Before the library, which needs it.
  await import("reflect-metadata");
  const { X509CertificateGenerator } = await import("@peculiar/x509");
  const made = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ["Sandbox"] }],
    notBefore: new Date(from.getTime() - dayMs),
    notAfter: new Date(from.getTime() + days * dayMs),
    signingAlgorithm: algorithm,
    keys: {
      privateKey: privateKey.toCryptoKey(algorithm, true, ["sign"]),
      publicKey: createPublicKey(privateKey).toCryptoKey(algorithm, true, ["verify"]),
    },
  });
  return {
    privateKey: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    certificate: made.toString("pem"),
  };
}

/** Somebody's new key, for tests. */
export const newSamlSigner = (about?: { readonly from?: Date; readonly days?: number }) =>
  samlSigner(generateKeyPairSync("rsa", { modulusLength: 2048 }).privateKey, about);

/** The key of a set of JSON Web Keys. */
export const signerOfJwk = (jwk: object) =>
  samlSigner(createPrivateKey({ key: jwk as never, format: "jwk" }));
