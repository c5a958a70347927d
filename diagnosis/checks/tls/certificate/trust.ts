import type { X509Certificate } from "node:crypto";
import type { TlsSession } from "../../../net/clients.ts";
import type { Presented } from "./presented.ts";

/**
 * - `trusted` leads to a root that browsers ship
 * - `dated` would be trusted, but the server's certificate is not valid today
 * - `self-signed` signs itself, `unknown-root` leads to a root nobody ships
 * - `incomplete` an intermediate is missing that a browser may be able to fetch
 * - `invalid` anything else that OpenSSL refuses, named by its code
 * - `unknown` no handshake could be finished
 */
export type Trust =
  | "trusted"
  | "dated"
  | "self-signed"
  | "unknown-root"
  | "incomplete"
  | "invalid"
  | "unknown";

const MISSING_ISSUER = new Set([
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
]);
const DATES = new Set(["CERT_HAS_EXPIRED", "CERT_NOT_YET_VALID"]);
const NO_ANCHOR = new Set(["SELF_SIGNED_CERT_IN_CHAIN", "CERT_UNTRUSTED"]);

/** What OpenSSL and the chain say together about where the certificate comes from. */
export function trustOf({ leaf, session }: Presented, now: number): Trust {
  if (isSelfSigned(leaf)) return session?.trusted ? "trusted" : "self-signed";
  if (session === null) return "unknown";
  if (session.trusted) return "trusted";
  const code = session.trustError ?? "";
  if (DATES.has(code)) return isCurrent(leaf, now) ? "invalid" : "dated";
  if (NO_ANCHOR.has(code)) return "unknown-root";
  if (MISSING_ISSUER.has(code)) return issuerCanBeFetched(session) ? "incomplete" : "unknown-root";
  return "invalid";
}

/**
 * True when OpenSSL could not find the issuer of the last certificate it was given, and that is one which servers
 * send: an authority's may be signed by a root that nobody has, unless it says where its issuer is found.
 */
export function lacksIssuer({ leaf, session }: Presented): boolean {
  if (session === null || isSelfSigned(leaf)) return false;
  return (
    MISSING_ISSUER.has(session.trustError ?? "") &&
    (lastOfPath(session) === session.certificates[0] || issuerCanBeFetched(session))
  );
}

/** Where the path ends that begins at the server's own certificate; what is sent beside it is no part of it. */
function lastOfPath({ certificates }: TlsSession): X509Certificate | undefined {
  const left = certificates.slice(1);
  let [last] = certificates;
  for (;;) {
    const at = left.findIndex((one) => last?.checkIssued(one));
    if (at === -1) return last;
    [last] = left.splice(at, 1);
  }
}

export function isSelfSigned(certificate: X509Certificate): boolean {
  // By the signature itself: checkIssued also asks for key usages that a server certificate lacks.
  return certificate.subject === certificate.issuer && certificate.verify(certificate.publicKey);
}

function isCurrent(certificate: X509Certificate, now: number): boolean {
  return Date.parse(certificate.validFrom) <= now && now <= Date.parse(certificate.validTo);
}

/**
 * Public authorities write into each certificate where its issuer's is found (RFC 5280 §4.2.2.1), and
 * browsers fetch it there. A private authority's certificate lacks it, so nobody will ever trust it.
 */
function issuerCanBeFetched(session: TlsSession): boolean {
  return /CA Issuers - URI:http:/.test(lastOfPath(session)?.infoAccess ?? "");
}

/** The organisation or common name of a distinguished name as Node writes it, one part a line. */
export function commonName(name: string): string {
  const part = (key: string) => new RegExp(`^${key}=(.+)$`, "m").exec(name)?.[1];
  return part("CN") ?? part("O") ?? name.replaceAll("\n", ", ");
}
