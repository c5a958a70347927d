import { randomBytes } from "node:crypto";
import { promisify } from "node:util";
import type { Element } from "@xmldom/xmldom";
import { ExternalIdentityError } from "../../ports/external-identity.ts";
import type {
  Saml,
  SamlClient,
  SamlIdentity,
  SamlProvider,
  SamlSecrets,
} from "../../ports/saml-provider.ts";
import { requireAssertion, requireResponse } from "./answer-shape.ts";
import { identityOf } from "./attributes.ts";
import { readCertificates, readMetadata } from "./descriptions.ts";
import { newKey } from "./new-key.ts";
import {
  childrenOf,
  onlyChild,
  plainText,
  readSafeXml,
  textOfBase64,
  UnsafeXmlError,
} from "./safe-xml.ts";

/** Most processes never meet an organisation whose provider speaks it. */
const libraries = async () => (await import("./libraries.ts")).libraries;

type Libraries = Awaited<ReturnType<typeof libraries>>;

/** How far a provider's clock may be off, and how old its word may be. */
const skewMs = 120_000;
const ageMostMs = 10 * 60_000;
/** Longer than anybody may take at the provider: the visit ends earlier. */
const requestLifetimeMs = 60 * 60_000;
const identifierMost = 255;

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
const status = "urn:oasis:names:tc:SAML:2.0:status:";
const faults = [`${status}Responder`, `${status}VersionMismatch`];

const untrusted = (why: string) => new UnsafeXmlError(why);

function saml(
  client: SamlClient,
  { SAML, ValidateInResponseTo }: Libraries,
  about: {
    readonly requestId: string;
    readonly isResponseSigned: boolean;
  },
) {
  const { requestId, isResponseSigned } = about;
  return new SAML({
    entryPoint: client.ssoUrl,
    issuer: client.entityId,
    audience: client.entityId,
    callbackUrl: client.acsUrl,
    idpIssuer: client.issuer,
    idpCert: [...client.certificates],
    privateKey: client.signing.privateKey,
    decryptionPvk: client.encryption.privateKey,
    signatureAlgorithm: "sha256",
    digestAlgorithm: "sha256",
    wantAssertionsSigned: true,
    // Not asked for; but one that is there has to be good.
    wantAuthnResponseSigned: isResponseSigned,
    // The person may prove themselves in whatever way the company asks for.
    disableRequestedAuthnContext: true,
    identifierFormat: null,
    acceptedClockSkewMs: skewMs,
    maxAssertionAgeMs: ageMostMs,
    validateInResponseTo: ValidateInResponseTo.always,
    requestIdExpirationPeriodMs: requestLifetimeMs,
    generateUniqueId: () => requestId,
    // This visit's request and no other was asked; the visit itself is kept elsewhere.
    cacheProvider: {
      saveAsync: async (_key, value) => ({ value, createdAt: Date.now() }),
      getAsync: async (key) => (key === requestId ? new Date().toISOString() : null),
      removeAsync: async (key) => key,
    },
  });
}

/** A response without an assertion says why; whoever says it, it lets nobody in. */
function refusalIn(response: Element): ExternalIdentityError["reason"] {
  const [given] = childrenOf(response, "protocol", "Status");
  const code = given && childrenOf(given, "protocol", "StatusCode")[0];
  const nested = code && childrenOf(code, "protocol", "StatusCode")[0];
  const value = code?.getAttribute("Value") ?? "";
  if (value === `${status}Success` || value === "") return "untrusted";
  const isDenial = ["AuthnFailed", "RequestDenied", "NoPassive", "UnknownPrincipal"].some(
    (one) => nested?.getAttribute("Value") === status + one,
  );
  if (isDenial) return "denied";
  return faults.includes(value) ? "unavailable" : "denied";
}

/** What the library does not ask of an answer: who says it, to whom, and for which of our requests. */
function requireAddressed(response: Element, client: SamlClient, { requestId }: SamlSecrets): void {
  if (response.getAttribute("Version") !== "2.0") throw untrusted("version");
  if (response.getAttribute("Destination") !== client.acsUrl) throw untrusted("destination");
  if (response.getAttribute("InResponseTo") !== requestId) throw untrusted("another request");
  const [issuer] = childrenOf(response, "assertion", "Issuer");
  if (issuer && plainText(issuer) !== client.issuer) throw untrusted("another issuer");
  const code = onlyChild(onlyChild(response, "protocol", "Status"), "protocol", "StatusCode");
  if (code.getAttribute("Value") !== `${status}Success`) throw untrusted("no success");
}

/** The same of the assertion, as its signature covers it. */
function requireForUs(assertion: Element, client: SamlClient, { requestId }: SamlSecrets): void {
  if (assertion.getAttribute("Version") !== "2.0") throw untrusted("version");
  if (plainText(onlyChild(assertion, "assertion", "Issuer")) !== client.issuer) {
    throw untrusted("another issuer");
  }
  const issuedAt = Date.parse(assertion.getAttribute("IssueInstant") ?? "");
  if (!(issuedAt <= Date.now() + skewMs)) throw untrusted("issued in the future");
  const subject = onlyChild(assertion, "assertion", "Subject");
  const confirmation = onlyChild(subject, "assertion", "SubjectConfirmation");
  if (confirmation.getAttribute("Method") !== bearer) throw untrusted("no bearer");
  const data = onlyChild(confirmation, "assertion", "SubjectConfirmationData");
  if (data.getAttribute("Recipient") !== client.acsUrl) throw untrusted("recipient");
  if (data.getAttribute("InResponseTo") !== requestId) throw untrusted("another request");
  if (!data.getAttribute("NotOnOrAfter")) throw untrusted("no end");
  if (data.hasAttribute("NotBefore")) throw untrusted("a beginning");
  const conditions = onlyChild(assertion, "assertion", "Conditions");
  if (childrenOf(conditions, "assertion", "AudienceRestriction").length === 0) {
    throw untrusted("no audience");
  }
  const statements = childrenOf(assertion, "assertion", "AuthnStatement");
  if (statements.length === 0) throw untrusted("nobody was recognised");
  for (const statement of statements) {
    const end = statement.getAttribute("SessionNotOnOrAfter");
    if (end && !(Date.parse(end) > Date.now() - skewMs)) throw untrusted("a session that is over");
  }
}

function subjectOf(assertion: Element, client: SamlClient) {
  const nameId = onlyChild(onlyChild(assertion, "assertion", "Subject"), "assertion", "NameID");
  const format = nameId.getAttribute("Format") ?? "";
  const value = plainText(nameId);
  if (format === transient) throw new ExternalIdentityError("temporary-id", undefined);
  if (format === entity || value === "" || value.length > identifierMost) {
    throw untrusted("identifier");
  }
  const [statement] = childrenOf(assertion, "assertion", "AuthnStatement");
  const [context] = statement ? childrenOf(statement, "assertion", "AuthnContext") : [];
  const [classRef] = context ? childrenOf(context, "assertion", "AuthnContextClassRef") : [];
  return identityOf(assertion, {
    issuer: client.issuer,
    nameId: value,
    nameIdFormat: format,
    context: classRef && plainText(classRef),
  });
}

/** A provider that signs the response alone is set up in another way; whoever sends it knows what is signed. */
function requireSigned(assertion: Element): void {
  if (childrenOf(assertion, "signature", "Signature").length > 0) return;
  throw new ExternalIdentityError("assertion-unsigned", undefined);
}

/** What was encrypted for us is looked at before anything else reads it. */
async function requireOpened(encrypted: Element, client: SamlClient): Promise<void> {
  const { decrypt } = await libraries();
  const key = client.encryption.privateKey;
  const opened = await promisify(decrypt)(encrypted.toString(), {
    key,
    disallowDecryptionWithInsecureAlgorithm: true,
    warnInsecureAlgorithm: false,
  });
  requireSigned(requireAssertion(readSafeXml(String(opened))));
}

async function read(
  client: SamlClient,
  answer: string,
  secrets: SamlSecrets,
): Promise<SamlIdentity> {
  const text = textOfBase64(answer);
  const { response, assertion, encrypted, isSigned } = requireResponse(readSafeXml(text));
  if (!assertion && !encrypted) throw new ExternalIdentityError(refusalIn(response), undefined);
  requireAddressed(response, client, secrets);
  if (assertion) requireSigned(assertion);
  if (encrypted) await requireOpened(encrypted, client);
  const { requestId } = secrets;
  const about = { requestId, isResponseSigned: isSigned };
  const SAMLResponse = Buffer.from(text).toString("base64");
  const { profile } = await saml(client, await libraries(), about).validatePostResponseAsync({
    SAMLResponse,
  });
  const verified = profile?.getAssertionXml?.();
  if (verified === undefined) throw untrusted("no assertion");
  // From here on only what a signature covers is read.
  const signed = readSafeXml(verified).documentElement;
  requireForUs(signed, client, secrets);
  const assertionId = signed.getAttribute("ID") ?? "";
  if (assertionId === "") throw untrusted("no identifier");
  return { identity: subjectOf(signed, client), assertionId };
}

function samlProvider(client: SamlClient): SamlProvider {
  const requireCertificate = () => {
    if (client.certificates.length === 0) {
      throw new ExternalIdentityError("certificate-ended", undefined);
    }
  };
  return {
    async begin(relayState) {
      requireCertificate();
      const requestId = `_${randomBytes(20).toString("hex")}`;
      const about = { requestId, isResponseSigned: false };
      const asking = saml(client, await libraries(), about);
      const url = await asking.getAuthorizeUrlAsync(relayState, undefined, {});
      return { url, secrets: { requestId } };
    },

    async complete(answer, secrets) {
      requireCertificate();
      try {
        return await read(client, answer, secrets);
      } catch (error) {
        if (error instanceof ExternalIdentityError) throw error;
        // One word for every failure: what is wrong with a forgery is nobody's business.
        throw new ExternalIdentityError("untrusted", error);
      }
    },
  };
}

/** SAML 2.0, by a library that many use; what it lets through is looked at before and after. */
export const nodeSaml: Saml = {
  provider: samlProvider,
  readMetadata,
  readCertificates,
  newKey,
  async metadata({ entityId, acsUrl, signing, encryption }) {
    const { generateServiceProviderMetadata } = await libraries();
    const made = generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      identifierFormat: null,
      wantAssertionsSigned: true,
      privateKey: signing.privateKey,
      publicCerts: signing.certificate,
      ...(encryption && {
        decryptionPvk: encryption.privateKey,
        decryptionCert: encryption.certificate,
      }),
      signatureAlgorithm: "sha256",
    });
    // What this product does not open is not offered.
    return made.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, "");
  },
};
