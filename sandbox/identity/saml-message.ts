import { createPublicKey, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { SignedXml } from "xml-crypto";
import { encrypt } from "xml-encryption";

/** What an assertion says; tests bend each of it. */
export interface SamlWord {
  readonly issuer: string;
  readonly acsUrl: string;
  readonly audience: string;
  readonly inResponseTo: string | undefined;
  readonly subject: string;
  readonly nameIdFormat: string;
  readonly attributes: Readonly<Record<string, string | readonly string[]>>;
  readonly context: string;
  readonly issuedAt: Date;
  /** How long it counts. */
  readonly lifetimeMs: number;
  readonly assertionId: string;
  /** What the provider calls its session; it says nothing where there is none. */
  readonly sessionIndex?: string;
}

export interface SamlSigner {
  /** In PEM. */
  readonly privateKey: string;
  readonly certificate: string;
}

const skewMs = 5_000;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";
const enveloped = "http://www.w3.org/2000/09/xmldsig#enveloped-signature";
const protocol = "urn:oasis:names:tc:SAML:2.0:protocol";
const assertionNamespace = "urn:oasis:names:tc:SAML:2.0:assertion";

export const newSamlId = (): string => `_${randomBytes(16).toString("hex")}`;

/** For text and for attributes. */
export const escapeXml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.codePointAt(0)};`);

const moment = (at: Date, byMs = 0) => new Date(at.getTime() + byMs).toISOString();

export function assertionXml(word: SamlWord): string {
  const asked = word.inResponseTo === undefined ? "" : ` InResponseTo="${word.inResponseTo}"`;
  const end = moment(word.issuedAt, word.lifetimeMs);
  const attributes = Object.entries(word.attributes).map(
    ([name, value]) =>
      `<saml:Attribute Name="${escapeXml(name)}">${[value]
        .flat()
        .map((one) => `<saml:AttributeValue>${escapeXml(one)}</saml:AttributeValue>`)
        .join("")}</saml:Attribute>`,
  );
  return [
    `<saml:Assertion xmlns:saml="${assertionNamespace}" ID="${word.assertionId}" Version="2.0" IssueInstant="${moment(word.issuedAt)}">`,
    `<saml:Issuer>${escapeXml(word.issuer)}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${word.nameIdFormat}">${escapeXml(word.subject)}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer"><saml:SubjectConfirmationData NotOnOrAfter="${end}" Recipient="${escapeXml(word.acsUrl)}"${asked}/></saml:SubjectConfirmation></saml:Subject>`,
    `<saml:Conditions NotBefore="${moment(word.issuedAt, -skewMs)}" NotOnOrAfter="${end}"><saml:AudienceRestriction><saml:Audience>${escapeXml(word.audience)}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`,
    `<saml:AuthnStatement AuthnInstant="${moment(word.issuedAt)}"${word.sessionIndex === undefined ? "" : ` SessionIndex="${escapeXml(word.sessionIndex)}"`}><saml:AuthnContext><saml:AuthnContextClassRef>${word.context}</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    attributes.length > 0
      ? `<saml:AttributeStatement>${attributes.join("")}</saml:AttributeStatement>`
      : "",
    "</saml:Assertion>",
  ].join("");
}

/** A response around an assertion, which may be anything. */
export function responseXml(
  { issuer, acsUrl, inResponseTo, issuedAt }: Omit<SamlWord, "assertionId">,
  inside: string,
  status = '<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/>',
): string {
  const asked = inResponseTo === undefined ? "" : ` InResponseTo="${inResponseTo}"`;
  return [
    `<samlp:Response xmlns:samlp="${protocol}" ID="${newSamlId()}" Version="2.0" IssueInstant="${moment(issuedAt)}" Destination="${escapeXml(acsUrl)}"${asked}>`,
    `<saml:Issuer xmlns:saml="${assertionNamespace}">${escapeXml(issuer)}</saml:Issuer>`,
    `<samlp:Status>${status}</samlp:Status>`,
    inside,
    "</samlp:Response>",
  ].join("");
}

/** Signs the element of that name, behind its issuer, as providers do. */
export function signXml(
  xml: string,
  element: "Assertion" | "Response" | "LogoutRequest" | "LogoutResponse",
  { privateKey, certificate }: SamlSigner,
  algorithms = {
    signature: "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
    digest: "http://www.w3.org/2001/04/xmlenc#sha256",
  },
): string {
  const signer = new SignedXml({
    privateKey,
    publicCert: certificate,
    signatureAlgorithm: algorithms.signature,
    canonicalizationAlgorithm: exclusive,
  });
  const path = `//*[local-name(.)='${element}']`;
  signer.addReference({
    xpath: path,
    transforms: [enveloped, exclusive],
    digestAlgorithm: algorithms.digest,
  });
  signer.computeSignature(xml, {
    prefix: "ds",
    location: { reference: `${path}/*[local-name(.)='Issuer']`, action: "after" },
  });
  return signer.getSignedXml();
}

/** An assertion as only the holder of a certificate's key can read it. */
export async function encryptAssertion(
  xml: string,
  certificate: string,
  algorithm = "http://www.w3.org/2009/xmlenc11#aes256-gcm",
): Promise<string> {
  const key = createPublicKey(certificate).export({ type: "spki", format: "pem" }).toString();
  const data = await promisify(encrypt)(xml, {
    rsa_pub: key,
    pem: certificate,
    encryptionAlgorithm: algorithm,
    keyEncryptionAlgorithm: "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
    disallowEncryptionWithInsecureAlgorithm: false,
    warnInsecureAlgorithm: false,
  } as never);
  return `<saml:EncryptedAssertion xmlns:saml="${assertionNamespace}">${data}</saml:EncryptedAssertion>`;
}
