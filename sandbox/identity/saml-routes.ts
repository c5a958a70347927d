import { createVerify, randomUUID, X509Certificate } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import formbody from "@fastify/formbody";
import { html } from "@sekimori/kit-server/html";
import { DOMParser } from "@xmldom/xmldom";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { localeOf } from "../page/language.ts";
import { sendPage } from "../page/send-page.ts";
import { findAccount, listAccounts, makeAccount } from "./identity-accounts.ts";
import { choicePage, identityErrorPage } from "./identity-pages.ts";
import type { IdentityParts } from "./identity-provider.ts";
import { identitySecrets } from "./identity-secrets.ts";
import { logoutResponseXml, logoutWord, signedQuery } from "./saml-logout.ts";
import { assertionXml, newSamlId, responseXml, type SamlSigner, signXml } from "./saml-message.ts";
import { signerOfJwk } from "./saml-signer.ts";

const prefix = "/identity/saml";
const lifetimeMs = 300_000;
/** Requests that nobody has answered yet. */
const waitingMost = 200;

const chooseForm = z.object({ subject: z.string() });
const makeForm = z.object({
  name: z.string().trim().min(1).max(100),
  email: z.email().max(254),
});
const failForm = z.object({ error: z.string().max(100) });
const query = z.object({
  SAMLRequest: z.string().max(20_000),
  RelayState: z.string().max(200),
  SigAlg: z.literal("http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"),
  Signature: z.string().max(2_000),
});

interface Asked {
  readonly requestId: string;
  readonly entityId: string;
  readonly acsUrl: string;
  readonly relayState: string;
}

class RefusedRequest extends Error {
  override readonly name = "RefusedRequest";
}

const documentOf = (xml: string) => {
  const root = new DOMParser().parseFromString(xml, "text/xml")?.documentElement;
  if (!root) throw new RefusedRequest("No XML.");
  return root;
};

const first = (root: ReturnType<typeof documentOf>, name: string) =>
  Array.from(root.getElementsByTagName("*")).find(({ localName }) => localName === name);

/** What a service says of itself: the certificate that it signs with, and where answers may go. */
async function serviceAt(entityId: string, origins: readonly string[]) {
  if (!URL.canParse(entityId) || !origins.includes(new URL(entityId).origin)) {
    throw new RefusedRequest("The issuer is no service that this provider knows.");
  }
  const answer = await fetch(entityId);
  if (!answer.ok) throw new RefusedRequest("The issuer's metadata can't be read.");
  const root = documentOf(await answer.text());
  if (root.getAttribute("entityID") !== entityId) throw new RefusedRequest("Another issuer.");
  const key = first(root, "KeyDescriptor");
  const base64 = (key && first(key, "X509Certificate")?.textContent) ?? "";
  return {
    certificate: new X509Certificate(Buffer.from(base64, "base64")),
    acsUrl: first(root, "AssertionConsumerService")?.getAttribute("Location") ?? "",
    sloUrl: first(root, "SingleLogoutService")?.getAttribute("Location") ?? "",
  };
}

/** A message as a strict provider takes it: signed by a service that is known, for this very address. */
async function readSigned(given: unknown, destination: string, origins: readonly string[]) {
  const parsed = query.safeParse(given);
  if (!parsed.success) throw new RefusedRequest("The request is incomplete, or isn't signed.");
  const { SAMLRequest, RelayState, SigAlg, Signature } = parsed.data;
  const root = documentOf(inflateRawSync(Buffer.from(SAMLRequest, "base64")).toString());
  const entityId = first(root, "Issuer")?.textContent ?? "";
  const service = await serviceAt(entityId, origins);
  const signed = Object.entries({ SAMLRequest, RelayState, SigAlg })
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join("&");
  const holds = createVerify("RSA-SHA256")
    .update(signed)
    .verify(service.certificate.publicKey, Signature, "base64");
  if (!holds) throw new RefusedRequest("The signature doesn't hold.");
  if (root.getAttribute("Destination") !== destination) {
    throw new RefusedRequest("Another destination.");
  }
  const requestId = root.getAttribute("ID") ?? "";
  return { root, service, entityId, requestId, relayState: RelayState };
}

/** A request to log somebody in. */
async function readRequest(
  given: unknown,
  destination: string,
  origins: readonly string[],
): Promise<Asked> {
  const { root, service, ...asked } = await readSigned(given, destination, origins);
  const { acsUrl } = service;
  if (root.getAttribute("AssertionConsumerServiceURL") !== acsUrl) {
    throw new RefusedRequest("The answer's address isn't in the service's metadata.");
  }
  return { ...asked, acsUrl };
}

/** The same identity provider by SAML 2.0, under `/identity/saml`: one that believes nothing unsigned. */
export function samlIdentityRoutes(parts: IdentityParts, portalOrigins: readonly string[]) {
  const { books, origin } = parts;
  const issuer = `${origin}${prefix}`;
  const waiting = new Map<string, Asked>();
  let made: Promise<SamlSigner> | undefined;
  const signer = () => {
    made ??= identitySecrets(books).then(({ jwks }) => signerOfJwk(jwks.keys[0] ?? {}));
    return made;
  };

  const askedIn = (request: FastifyRequest): readonly [string, Asked] => {
    const { id } = z.object({ id: z.string() }).parse(request.params);
    const asked = waiting.get(id);
    if (!asked) throw new RefusedRequest("This page has expired.");
    return [id, asked];
  };

  /** A page that posts the answer by itself, as providers do. */
  const post = (reply: FastifyReply, xml: string, { acsUrl, relayState }: Asked) =>
    sendPage(
      reply,
      (nonce) => html`<!doctype html><title>SAML</title>
<form method="post" action="${acsUrl}">
<input type="hidden" name="SAMLResponse" value="${Buffer.from(xml).toString("base64")}">
<input type="hidden" name="RelayState" value="${relayState}"><button>OK</button></form>
<script nonce="${nonce}">document.forms[0].submit()</script>`,
      { formAction: portalOrigins },
    );

  const wordFor = ({ requestId, acsUrl, entityId }: Asked) => ({
    issuer,
    acsUrl,
    audience: entityId,
    inResponseTo: requestId,
    nameIdFormat: "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent",
    context: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
    issuedAt: new Date(),
    lifetimeMs,
    assertionId: newSamlId(),
    sessionIndex: newSamlId(),
  });

  async function signIn(request: FastifyRequest, reply: FastifyReply, subject: string) {
    const [id, asked] = askedIn(request);
    const account = await findAccount(books, subject);
    if (account === undefined) throw new RefusedRequest("No such account.");
    waiting.delete(id);
    const { name, email, amr } = account;
    const word = {
      ...wordFor(asked),
      subject,
      attributes: { displayName: name, ...(email === undefined ? {} : { email }) },
      ...(amr?.includes("mfa") ? { context: "https://refeds.org/profile/mfa" } : {}),
    };
    const assertion = signXml(assertionXml(word), "Assertion", await signer());
    return post(reply, responseXml(word, assertion), asked);
  }

  return async (app: FastifyInstance): Promise<void> => {
    await app.register(formbody);
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof RefusedRequest)) throw error;
      return sendPage(reply, () => identityErrorPage("refused", error.message), { status: 400 });
    });

    app.get(`${prefix}/metadata`, async (_request, reply) => {
      const { certificate } = await signer();
      const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, "");
      return reply
        .type("application/samlmetadata+xml")
        .send(
          `<EntityDescriptor xmlns="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${issuer}"><IDPSSODescriptor WantAuthnRequestsSigned="true" protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><KeyDescriptor use="signing"><KeyInfo xmlns="http://www.w3.org/2000/09/xmldsig#"><X509Data><X509Certificate>${base64}</X509Certificate></X509Data></KeyInfo></KeyDescriptor><SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/slo"/><SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${issuer}/sso"/></IDPSSODescriptor></EntityDescriptor>`,
        );
    });

    app.get(`${prefix}/sso`, async (request, reply) => {
      const asked = await readRequest(request.query, `${issuer}/sso`, portalOrigins);
      const id = randomUUID();
      waiting.set(id, asked);
      const [oldest] = waiting.keys();
      if (waiting.size > waitingMost && oldest !== undefined) waiting.delete(oldest);
      return reply.redirect(`${prefix}/choice/${id}`, 303);
    });

    // Who it is is asked each time, so nobody is logged in here and the answer is always the same.
    app.get(`${prefix}/slo`, async (request, reply) => {
      const asked = await readSigned(request.query, `${issuer}/slo`, portalOrigins);
      const { requestId, relayState, root, service } = asked;
      if (first(root, "NameID") === undefined) throw new RefusedRequest("Nobody is named.");
      const word = { ...logoutWord(issuer, service.sloUrl), inResponseTo: requestId };
      const query = signedQuery(
        "SAMLResponse",
        logoutResponseXml(word),
        await signer(),
        relayState,
      );
      return reply.redirect(`${service.sloUrl}?${query}`, 303);
    });

    app.get(`${prefix}/choice/:id`, async (request, reply) => {
      const [id] = askedIn(request);
      const choice = {
        locale: localeOf(request),
        client: "SAML 2.0",
        action: `${prefix}/choice/${id}`,
        accounts: await listAccounts(books),
        hint: undefined,
      };
      return sendPage(reply, () => choicePage(choice), { formAction: portalOrigins });
    });

    app.post(`${prefix}/choice/:id/choose`, (request, reply) =>
      signIn(request, reply, chooseForm.parse(request.body).subject),
    );

    app.post(`${prefix}/choice/:id/make`, async (request, reply) => {
      askedIn(request);
      const account = { ...makeForm.parse(request.body), email_verified: true };
      return signIn(request, reply, await makeAccount(books, account, parts.now()));
    });

    app.post(`${prefix}/choice/:id/fail`, async (request, reply) => {
      const [id, asked] = askedIn(request);
      const { error } = failForm.parse(request.body);
      waiting.delete(id);
      const status = "urn:oasis:names:tc:SAML:2.0:status";
      const code =
        error === "access_denied"
          ? `<samlp:StatusCode Value="${status}:Responder"><samlp:StatusCode Value="${status}:AuthnFailed"/></samlp:StatusCode>`
          : `<samlp:StatusCode Value="${status}:Responder"/>`;
      const word = { ...wordFor(asked), subject: "", attributes: {} };
      return post(reply, responseXml(word, "", code), asked);
    });
  };
}
