import { statusUrl } from "../servers/status.ts";
import type { LabState, WebSpec } from "../state.ts";

const tls = (
  name: string,
  web: Partial<WebSpec>,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState => ({ name, area: "TLS", web: { server: "nginx", ...web }, finds, ...more });

/** Everything that Debian's OpenSSL can still do, without what has no certificate. */
const OLD = "ALL:!aNULL:!PSK:!SRP:@SECLEVEL=0";
const RSA = { key: "rsa2048" } as const;
/** What GnuTLS needs to be told besides protocols, ciphers and key exchanges. */
const REST = "+SHA1:+SHA256:+MD5:+AEAD:+COMP-NULL:+SIGN-ALL:+GROUP-ALL";
/** gnutls-serv answers one page without any header and nothing else. */
const BARE = ["http-hsts", "http-csp", "http-frame", "http-redirect", "http-none", "http-nosniff"];

const gnutls = (
  name: string,
  priorities: string,
  finds: readonly string[],
  more: Partial<LabState> = {},
): LabState =>
  tls(name, { server: "gnutls", certificate: RSA, ciphers: `NONE:${priorities}:${REST}` }, finds, {
    ...more,
    tolerates: [...BARE, ...(more.tolerates ?? [])],
  });

const protocolStates = [
  tls("tls13-only", { protocols: ["TLSv1.3"] }, [], { quick: true }),
  tls("tls12-only", { protocols: ["TLSv1.2"] }, ["tls-new:no-tls13"]),
  tls(
    "tls10-nginx",
    { protocols: ["TLSv1", "TLSv1.1", "TLSv1.2", "TLSv1.3"], ciphers: OLD },
    ["tls-old:accepted"],
    { quick: true },
  ),
  tls(
    "tls10-apache",
    { server: "apache", protocols: ["TLSv1", "TLSv1.1", "TLSv1.2"], ciphers: OLD },
    ["tls-old:accepted", "tls-new:no-tls13"],
  ),
  tls("tls10-haproxy", { server: "haproxy", protocols: ["TLSv1.0"], ciphers: OLD }, [
    "tls-old:accepted",
  ]),
  tls("tls10-lighttpd", { server: "lighttpd", protocols: ["TLSv1"], ciphers: OLD }, [
    "tls-old:accepted",
  ]),
  tls("tls11-only", { protocols: ["TLSv1.1"], ciphers: OLD }, [
    "tls-old:accepted",
    "tls-new:neither",
    "tls-aead:missing",
  ]),
  tls("tls10-only", { protocols: ["TLSv1"], ciphers: OLD }, [
    "tls-old:accepted",
    "tls-new:neither",
    "tls-aead:missing",
  ]),
];

const cipherStates = [
  tls(
    "static-rsa-offered",
    {
      certificate: RSA,
      protocols: ["TLSv1.2", "TLSv1.3"],
      ciphers: "ECDHE-RSA-AES128-GCM-SHA256:AES128-GCM-SHA256",
    },
    ["tls-fs:static-offered"],
  ),
  tls(
    "static-rsa-only",
    { certificate: RSA, protocols: ["TLSv1.2"], ciphers: "AES128-GCM-SHA256" },
    ["tls-fs:never", "tls-new:no-tls13"],
  ),
  tls("cbc-only", { protocols: ["TLSv1.2"], ciphers: "ECDHE-ECDSA-AES128-SHA" }, [
    "tls-aead:missing",
    "tls-new:no-tls13",
  ]),
  tls(
    "anonymous-suites",
    { ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256:AECDH-AES128-SHA:@SECLEVEL=0" },
    ["tls-null:accepted"],
    { quick: true },
  ),
  tls(
    "null-suites",
    { ciphers: "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-ECDSA-NULL-SHA:@SECLEVEL=0" },
    ["tls-null:accepted"],
  ),
  tls(
    "dh-1024",
    {
      certificate: RSA,
      protocols: ["TLSv1.2"],
      ciphers: "DHE-RSA-AES128-GCM-SHA256:@SECLEVEL=0",
      dhBits: 1024,
    },
    ["tls-dh:short", "tls-new:no-tls13"],
  ),
  // OpenSSL refuses groups below 1024 bits at any level.
  tls(
    "dh-768",
    {
      server: "gnutls",
      certificate: RSA,
      ciphers: `NONE:+VERS-TLS1.2:+AES-128-GCM:+DHE-RSA:${REST}`,
      dhBits: 768,
    },
    ["tls-dh:breakable", "tls-new:no-tls13"],
    { tolerates: BARE, gradeAtMost: "C" },
  ),
  tls(
    "dh-2048",
    {
      certificate: RSA,
      ciphers: "ECDHE-RSA-AES128-GCM-SHA256:DHE-RSA-AES128-GCM-SHA256",
      dhBits: 2048,
    },
    [],
  ),
  gnutls(
    "rc4-only",
    "+VERS-TLS1.0:+ARCFOUR-128:+RSA",
    ["tls-weak:rc4", "tls-old:accepted", "tls-new:neither", "tls-aead:missing", "tls-fs:never"],
    { gradeAtMost: "C" },
  ),
  gnutls("triple-des", "+VERS-TLS1.2:+AES-128-GCM:+3DES-CBC:+ECDHE-RSA", [
    "tls-weak:short-block",
    "tls-new:no-tls13",
  ]),
  gnutls("no-extended-secret", "+VERS-TLS1.2:+AES-128-GCM:+ECDHE-RSA:%NO_SESSION_HASH", [
    "tls-ems:missing",
    "tls-new:no-tls13",
  ]),
  gnutls(
    "unsafe-renegotiation",
    "+VERS-TLS1.2:+AES-128-GCM:+ECDHE-RSA:%DISABLE_SAFE_RENEGOTIATION",
    ["tls-comp:insecure-renegotiation", "tls-new:no-tls13"],
  ),
];

const certificate = (
  name: string,
  options: NonNullable<WebSpec["certificate"]>,
  finds: readonly string[],
  more: Partial<LabState> = {},
) => tls(name, { certificate: options }, finds, more);

const DEMANDS = { mustStaple: true, statusUrl: statusUrl("issuer") } as const;

const certificateStates = [
  certificate("expired", { fromDay: -90, toDay: -3 }, ["cert-expiry:expired"], {
    quick: true,
    lacks: ["cert-trust"],
  }),
  certificate("ends-in-10-days", { toDay: 10 }, ["cert-expiry:within-14-days"]),
  certificate("ends-in-20-days", { fromDay: -70, toDay: 20 }, ["cert-expiry:within-30-days"]),
  certificate("six-days-new", { fromDay: -1, toDay: 5 }, []),
  certificate("six-days-half", { fromDay: -3, toDay: 3 }, []),
  certificate("six-days-ending", { fromDay: -5, toDay: 1 }, ["cert-expiry:within-14-days"]),
  certificate("45-days-half", { fromDay: -22, toDay: 23 }, []),
  certificate("45-days-ending", { fromDay: -40, toDay: 5 }, ["cert-expiry:within-14-days"]),
  certificate("year-with-two-months", { fromDay: -140, toDay: 60 }, []),
  certificate("quarter-at-a-third", { fromDay: -59, toDay: 31 }, []),
  certificate("extra-sha1", { alsoSends: "sha1-stranger" }, [], { lacks: ["cert-sig"] }),
  certificate("extra-expired", { alsoSends: "expired-stranger" }, [], {
    lacks: ["cert-trust", "cert-expiry"],
  }),
  certificate("not-yet-valid", { fromDay: 5, toDay: 60 }, ["cert-expiry:not-yet-valid"]),
  certificate("self-signed", { signer: "self-signed" }, ["cert-trust:self-signed"], {
    quick: true,
  }),
  certificate("unknown-root", { signer: "unknown-root" }, ["cert-trust:unknown-root"]),
  certificate(
    "no-intermediate",
    { sends: "leaf-only", issuerUrl: "http://ca.yubin.jp/intermediate.crt" },
    ["cert-chain:incomplete"],
    { quick: true },
  ),
  certificate("misordered", { sends: "misordered" }, ["cert-chain:misordered"]),
  certificate("wrong-name", { dnsNames: ["another.jp"] }, ["cert-name:mismatch"], { quick: true }),
  certificate("www-name-only", { dnsNames: ["www.www-name-only.jp"] }, ["cert-name:mismatch"]),
  certificate("star-name", { dnsNames: ["star-name.jp", "*.star-name.jp"] }, []),
  certificate("rsa-2048", { key: "rsa2048", signer: "rsa" }, []),
  certificate("rsa-1024", { key: "rsa1024", signer: "rsa" }, ["cert-key:short"]),
  certificate(
    "sha1-signed",
    { key: "rsa2048", signer: "rsa", hash: "SHA-1" },
    ["cert-sig:broken"],
    {
      tolerates: ["cert-trust:invalid"],
    },
  ),
  certificate("long-life", { fromDay: -2, toDay: 396 }, ["cert-life:long"]),
  certificate(
    "must-staple",
    { mustStaple: true, statusUrl: statusUrl("issuer") },
    ["cert-revoked:must-staple"],
    { quick: true },
  ),
  certificate("must-staple-delegated", { mustStaple: true, statusUrl: statusUrl("delegated") }, [
    "cert-revoked:must-staple",
  ]),
  tls("must-staple-apache", { server: "apache", certificate: DEMANDS }, [
    "cert-revoked:must-staple",
  ]),
  // nginx asks when the first visitor has come, and has nothing for that one.
  tls("must-staple-kept", { certificate: DEMANDS, extra: "ssl_stapling on;" }, [], {
    lacks: ["cert-revoked"],
  }),
  tls(
    "stale-staple",
    {
      certificate: { statusUrl: statusUrl("issuer") },
      extra: "ssl_stapling on;\nssl_stapling_file /lab/tls/{name}/old-status.der;",
    },
    ["cert-revoked:stale"],
  ),
  tls(
    "second-expired",
    { secondCertificate: { key: "rsa2048", signer: "rsa", fromDay: -90, toDay: -5 } },
    ["cert-each:expired"],
    { quick: true },
  ),
  tls(
    "second-rsa-1024",
    { secondCertificate: { key: "rsa1024", signer: "rsa", hash: "SHA-1" } },
    ["cert-each:short-key", "cert-each:broken-signature"],
    { tolerates: ["cert-each:untrusted"] },
  ),
  tls("second-sound", { secondCertificate: { key: "rsa2048", signer: "rsa" } }, []),
  tls("also-at-8443", { alsoAt: { port: 8443 } }, []),
  tls("expired-at-8443", { alsoAt: { port: 8443, certificate: { fromDay: -90, toDay: -3 } } }, [
    "tls-service:expired",
  ]),
];

export const tlsStates: readonly LabState[] = [
  ...protocolStates,
  ...cipherStates,
  ...certificateStates,
];
