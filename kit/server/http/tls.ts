import type { SecureContextOptions } from "node:tls";

/** A certificate chain and its key, both PEM. */
export interface TlsMaterial {
  readonly certificate: string;
  readonly key: string;
}

/** Forward secrecy and authenticated encryption only; the strongest of TLS 1.3 first. */
const suites = [
  "TLS_AES_256_GCM_SHA384",
  "TLS_CHACHA20_POLY1305_SHA256",
  "TLS_AES_128_GCM_SHA256",
  "ECDHE-ECDSA-AES256-GCM-SHA384",
  "ECDHE-RSA-AES256-GCM-SHA384",
  "ECDHE-ECDSA-CHACHA20-POLY1305",
  "ECDHE-RSA-CHACHA20-POLY1305",
  "ECDHE-ECDSA-AES128-GCM-SHA256",
  "ECDHE-RSA-AES128-GCM-SHA256",
];

/** TLS 1.2 and 1.3 with recommended suites, in our order (ASVS 12.1.1 and 12.1.2). */
export function tlsOptions({ certificate, key }: TlsMaterial): SecureContextOptions {
  return {
    cert: certificate,
    key,
    minVersion: "TLSv1.2",
    ciphers: suites.join(":"),
    honorCipherOrder: true,
  };
}
