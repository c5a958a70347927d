import { promisify } from "node:util";
import { inflateRaw } from "node:zlib";
import type { Element } from "@xmldom/xmldom";
import type { EndedLogins, ProviderLogin } from "../../ports/external-identity.ts";
import type { SamlClient, SamlMessage } from "../../ports/saml-provider.ts";
import { requireLogout, signatureMethods } from "./answer-shape.ts";
import {
  ageMostMs,
  identifierMost,
  libraries,
  client as libraryClient,
  skewMs,
} from "./library-client.ts";
import {
  answerBytesMost,
  childrenOf,
  onlyChild,
  plainText,
  readSafeXml,
  textOfBase64,
  textOfBytes,
  UnsafeXmlError,
} from "./safe-xml.ts";

type Kind = "SAMLRequest" | "SAMLResponse";

const roots = { SAMLRequest: "LogoutRequest", SAMLResponse: "LogoutResponse" } as const;
const success = "urn:oasis:names:tc:SAML:2.0:status:Success";
/** More sessions than anybody has at once. */
const sessionsMost = 100;

const untrusted = (why: string) => new UnsafeXmlError(why);

/** What a login said of whom it was about, kept to be said again. */
interface NameId {
  readonly value: string;
  readonly format: string | null;
  readonly nameQualifier: string | null;
  readonly spNameQualifier: string | null;
}

/** What a logout needs of an assertion: who it is about, to the letter, and the provider's session. */
export function loginOf(assertion: Element, nameId: Element): ProviderLogin {
  const name: NameId = {
    value: plainText(nameId),
    format: nameId.getAttribute("Format"),
    nameQualifier: nameId.getAttribute("NameQualifier"),
    spNameQualifier: nameId.getAttribute("SPNameQualifier"),
  };
  const [statement] = childrenOf(assertion, "assertion", "AuthnStatement");
  const session = statement?.getAttribute("SessionIndex") || null;
  return {
    session: session !== null && session.length <= identifierMost ? session : null,
    hint: JSON.stringify(name),
  };
}

/**
 * The parts of a query that a signature by the HTTP-Redirect binding covers, as they stood: once each. Others
 * do not count, and none is found by a name that only resembles it.
 */
function signedParts(query: string, kind: Kind): ReadonlyMap<string, string> {
  const parts = new Map<string, string>();
  for (const pair of query.split("&")) {
    const end = pair.indexOf("=");
    const name = end < 0 ? pair : pair.slice(0, end);
    if (![kind, "RelayState", "SigAlg", "Signature", "SAMLEncoding"].includes(name)) continue;
    if (parts.has(name)) throw untrusted(`${name} twice`);
    parts.set(name, pair.slice(name.length + 1));
  }
  for (const name of [kind, "SigAlg", "Signature"]) {
    // Without a signature the library believes a message.
    if (!parts.get(name)) throw untrusted(`no ${name}`);
  }
  if (parts.has("SAMLEncoding")) throw untrusted("an encoding of its own");
  return parts;
}

const decoded = (part: string) => decodeURIComponent(part.replaceAll("+", " "));

async function inflate(base64: string): Promise<string> {
  const bytes = Buffer.from(base64, "base64");
  return textOfBytes(await promisify(inflateRaw)(bytes, { maxOutputLength: answerBytesMost }));
}

/** What the library does not ask of a message: from whom, to whom, and when it was said. */
function requireFresh(root: Element, client: SamlClient): void {
  if (root.getAttribute("Version") !== "2.0") throw untrusted("version");
  if (root.getAttribute("Destination") !== client.sloUrl) throw untrusted("destination");
  if (plainText(onlyChild(root, "assertion", "Issuer")) !== client.issuer) {
    throw untrusted("another issuer");
  }
  const age = Date.now() - Date.parse(root.getAttribute("IssueInstant") ?? "");
  if (!(age <= ageMostMs + skewMs && age >= -skewMs)) throw untrusted("issued at another time");
}

/** A message whose signature holds, by the rules of the binding that brought it. */
async function read(client: SamlClient, message: SamlMessage, kind: Kind): Promise<Element> {
  const library = libraryClient(client, await libraries());
  if (message.binding === "post") {
    const text = textOfBase64(message.field);
    const root = requireLogout(readSafeXml(text), roots[kind], { isSigned: true });
    requireFresh(root, client);
    const field = Buffer.from(text).toString("base64");
    if (kind === "SAMLRequest") await library.validatePostRequestAsync({ SAMLRequest: field });
    else await library.validatePostResponseAsync({ SAMLResponse: field });
    return root;
  }
  const parts = signedParts(message.query, kind);
  const values = Object.fromEntries([...parts].map(([name, part]) => [name, decoded(part)]));
  if (!signatureMethods.includes(values.SigAlg ?? "")) throw untrusted("algorithm");
  const text = await inflate(values[kind] ?? "");
  const root = requireLogout(readSafeXml(text), roots[kind], { isSigned: false });
  requireFresh(root, client);
  const signed = [kind, "RelayState", "SigAlg"].flatMap((name) =>
    parts.has(name) ? [`${name}=${parts.get(name)}`] : [],
  );
  await library.validateRedirectAsync(values, signed.join("&"));
  return root;
}

/** Whose logins have ended. @throws UnsafeXmlError, Error of the library's. */
export async function readRequest(client: SamlClient, message: SamlMessage): Promise<EndedLogins> {
  const root = await read(client, message, "SAMLRequest");
  const subject = plainText(onlyChild(root, "assertion", "NameID"));
  const sessions = childrenOf(root, "protocol", "SessionIndex").map(plainText);
  const isNobody = subject === "" || subject.length > identifierMost;
  if (isNobody || sessions.length > sessionsMost) throw untrusted("identifier");
  return { subject, sessions, wordId: root.getAttribute("ID") ?? "" };
}

/** Whether the provider has done as it was asked. @throws the same. */
export async function readAnswer(
  client: SamlClient,
  message: SamlMessage,
  requestId: string,
): Promise<void> {
  const root = await read(client, message, "SAMLResponse");
  if (root.getAttribute("InResponseTo") !== requestId) throw untrusted("another request");
  const code = onlyChild(onlyChild(root, "protocol", "Status"), "protocol", "StatusCode");
  if (code.getAttribute("Value") !== success) throw untrusted("no success");
}

/** The address of our signed request. */
export async function requestUrl(
  client: SamlClient,
  { hint, session }: ProviderLogin,
  about: { readonly requestId: string; readonly relayState: string },
): Promise<string> {
  const { value, format, nameQualifier, spNameQualifier } = JSON.parse(hint) as NameId;
  const library = libraryClient(client, await libraries(), { requestId: about.requestId });
  const profile = {
    issuer: client.issuer,
    nameID: value,
    nameIDFormat: format || "urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified",
    ...(nameQualifier ? { nameQualifier } : {}),
    ...(spNameQualifier ? { spNameQualifier } : {}),
    ...(session === null ? {} : { sessionIndex: session }),
  };
  return library.getLogoutUrlAsync(profile, about.relayState, {});
}

/** The address of our signed answer: nothing of theirs is logged in here any more. */
export async function answerUrl(
  client: SamlClient,
  requestId: string,
  relayState: string,
): Promise<string> {
  const library = libraryClient(client, await libraries());
  const asked = { ID: requestId, issuer: client.issuer, nameID: "", nameIDFormat: "" };
  return library.getLogoutResponseUrlAsync(asked, relayState, {}, true);
}
