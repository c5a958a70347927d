import { createSign } from "node:crypto";
import { deflateRawSync } from "node:zlib";
import { escapeXml, newSamlId, type SamlSigner } from "./saml-message.ts";

const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";

/** What a message about logging out says; tests bend each of it. */
export interface LogoutWord {
  readonly id: string;
  readonly issuer: string;
  readonly destination: string;
  readonly issuedAt: Date;
}

const opening = (name: string, { id, destination, issuedAt }: LogoutWord, more: string) =>
  `<samlp:${name} xmlns:samlp="${protocol}" xmlns:saml="${assertionNamespace}" ID="${id}" Version="2.0" IssueInstant="${issuedAt.toISOString()}" Destination="${escapeXml(destination)}"${more}>`;

/** A request to log somebody out: the sessions that it names, or all. */
export function logoutRequestXml(
  word: LogoutWord & {
    readonly subject: string;
    readonly sessions: readonly string[];
    readonly endsAt?: Date;
  },
): string {
  const end = word.endsAt ? ` NotOnOrAfter="${word.endsAt.toISOString()}"` : "";
  return [
    opening("LogoutRequest", word, end),
    `<saml:Issuer>${escapeXml(word.issuer)}</saml:Issuer>`,
    `<saml:NameID Format="urn:oasis:names:tc:SAML:2.0:nameid-format:persistent">${escapeXml(word.subject)}</saml:NameID>`,
    ...word.sessions.map((one) => `<samlp:SessionIndex>${escapeXml(one)}</samlp:SessionIndex>`),
    "</samlp:LogoutRequest>",
  ].join("");
}

/** The answer to one. */
export function logoutResponseXml(
  word: LogoutWord & { readonly inResponseTo: string; readonly status?: string },
): string {
  const status = word.status ?? "urn:oasis:names:tc:SAML:2.0:status:Success";
  return [
    opening("LogoutResponse", word, ` InResponseTo="${escapeXml(word.inResponseTo)}"`),
    `<saml:Issuer>${escapeXml(word.issuer)}</saml:Issuer>`,
    `<samlp:Status><samlp:StatusCode Value="${status}"/></samlp:Status>`,
    "</samlp:LogoutResponse>",
  ].join("");
}

export const logoutWord = (issuer: string, destination: string): LogoutWord => ({
  id: newSamlId(),
  issuer,
  destination,
  issuedAt: new Date(),
});

/** A message as the HTTP-Redirect binding has it: the query, signed. */
export function signedQuery(
  kind: "SAMLRequest" | "SAMLResponse",
  xml: string,
  { privateKey }: SamlSigner,
  relayState?: string,
  algorithm = "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
): string {
  const parts: [string, string][] = [
    [kind, deflateRawSync(Buffer.from(xml)).toString("base64")],
    ...(relayState === undefined ? [] : [["RelayState", relayState] as [string, string]]),
    ["SigAlg", algorithm],
  ];
  const signed = parts.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
  const hash = algorithm.endsWith("sha1") ? "RSA-SHA1" : "RSA-SHA256";
  const signature = createSign(hash).update(signed).sign(privateKey, "base64");
  return `${signed}&Signature=${encodeURIComponent(signature)}`;
}
