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
import {
  identifierMost,
  libraries,
  client as libraryClient,
  newRequestId,
  skewMs,
} from "./library-client.ts";
import { answerUrl, loginOf, readAnswer, readRequest, requestUrl } from "./logout.ts";
import { newKey } from "./new-key.ts";
import {
  childrenOf,
  onlyChild,
  plainText,
  readSafeXml,
  textOfBase64,
  UnsafeXmlError,
} from "./safe-xml.ts";

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const entity = "urn:oasis:names:tc:SAML:2.0:nameid-format:entity";
const status = "urn:oasis:names:tc:SAML:2.0:status:";
const faults = [`${status}Responder`, `${status}VersionMismatch`];

const untrusted = (why: string) => new UnsafeXmlError(why);

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
    login: loginOf(assertion, nameId),
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
  const about = { requestId, login: { isResponseSigned: isSigned } };
  const SAMLResponse = Buffer.from(text).toString("base64");
  const library = libraryClient(client, await libraries(), about);
  const { profile } = await library.validatePostResponseAsync({ SAMLResponse });
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
  async function believed<T>(reading: () => Promise<T>): Promise<T> {
    requireCertificate();
    try {
      return await reading();
    } catch (error) {
      if (error instanceof ExternalIdentityError) throw error;
      // One word for every failure: what is wrong with a forgery is nobody's business.
      throw new ExternalIdentityError("untrusted", error);
    }
  }
  return {
    async begin(relayState) {
      requireCertificate();
      const requestId = newRequestId();
      const asking = libraryClient(client, await libraries(), { requestId });
      const url = await asking.getAuthorizeUrlAsync(relayState, undefined, {});
      return { url, secrets: { requestId } };
    },

    complete: (answer, secrets) => believed(() => read(client, answer, secrets)),

    async signOut(login, relayState) {
      if (client.providerSloUrl === null) return undefined;
      const requestId = newRequestId();
      return { url: await requestUrl(client, login, { requestId, relayState }), requestId };
    },

    readLogout: (message) => believed(() => readRequest(client, message)),

    async answerLogout(requestId, relayState) {
      if (client.providerSloUrl === null) return undefined;
      return answerUrl(client, requestId, relayState);
    },

    readLogoutAnswer: (message, requestId) =>
      believed(() => readAnswer(client, message, requestId)),
  };
}

/** SAML 2.0, by a library that many use; what it lets through is looked at before and after. */
export const nodeSaml: Saml = {
  provider: samlProvider,
  readMetadata,
  readCertificates,
  newKey,
  async metadata({ entityId, acsUrl, sloUrl, signing, encryption }) {
    const { generateServiceProviderMetadata } = await libraries();
    const made = generateServiceProviderMetadata({
      issuer: entityId,
      callbackUrl: acsUrl,
      logoutCallbackUrl: sloUrl,
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
    const opened = made.replaceAll(/\s*<EncryptionMethod Algorithm="[^"]*-cbc"\/>/g, "");
    // The library names one binding for logging out; both are taken, and the other is what we send by.
    return opened.replace(
      /(\s*<SingleLogoutService Binding="[^"]*:)HTTP-POST("[^>]*\/>)/,
      "$1HTTP-Redirect$2$&",
    );
  },
};
