import { createVerify } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import type { TestClient, TestResponse } from "@sekimori/kit-development/testing";
import {
  completeSingleSignOn,
  prepareSaml,
  setUpSamlConnection,
  switchConnection,
  testConnection,
} from "@sekimori/portal-contract/endpoints/single-sign-on";
import {
  assertionXml,
  newSamlId,
  responseXml,
  type SamlSigner,
  type SamlWord,
  signXml,
} from "@sekimori/sandbox/saml-message";
import { newSamlSigner } from "@sekimori/sandbox/saml-signer";
import { newOrganisation, type WrittenRecords } from "./organisations.ts";
import { discover, newMailDomain, proveDomain } from "./single-sign-on.ts";
import type { TestPortal } from "./test-portal.ts";

export const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
export const persistentFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";

const lines = (pem: string) => pem.replaceAll(/-----[^-]+-----|\s/g, "");

/** What a provider's administrator downloads there. */
export const metadataOf = (entityId: string, signers: readonly SamlSigner[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<!-- made by hand -->
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${entityId}">
  <md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol">
    ${signers
      .map(
        ({ certificate }) =>
          `<md:KeyDescriptor use="signing"><ds:KeyInfo xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:X509Data><ds:X509Certificate>${lines(certificate)}</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor>`,
      )
      .join("")}
    <md:SingleLogoutService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/slo?idpid=1"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://idp.example/post"/>
    <md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="https://idp.example/sso?idpid=1"/>
  </md:IDPSSODescriptor>
</md:EntityDescriptor>`;

/** How a SAML provider is set up by its metadata. */
export const byMetadata = (metadata: string, allowsProviderStart = false) => ({
  metadata,
  entityId: "",
  ssoUrl: "",
  certificates: "",
  allowsProviderStart,
});

let serial = 0;

/** An organisation that holds a domain and has set a SAML provider up, which is neither tested nor on. */
export async function withSamlConnection(
  portal: TestPortal,
  records: WrittenRecords,
  about: {
    readonly entityId?: string;
    readonly signer?: SamlSigner;
    readonly allowsProviderStart?: boolean;
  } = {},
) {
  const owner = await newOrganisation(portal);
  const domain = newMailDomain();
  const proved = await proveDomain(owner.browser, records, domain);
  const signer = about.signer ?? (await newSamlSigner());
  const entityId = about.entityId ?? `https://idp-${++serial}.example/saml`;
  const { serviceProvider } = await owner.browser.call(prepareSaml, { body: {} });
  const metadata = metadataOf(entityId, [signer]);
  await owner.browser.call(setUpSamlConnection, {
    body: byMetadata(metadata, about.allowsProviderStart),
  });
  return { ...owner, domain, proved, signer, entityId, serviceProvider };
}

export type SamlCompany = Awaited<ReturnType<typeof withSamlConnection>>;

/** What we asked of a provider, as it reads it. */
export function readRequest(url: string) {
  const { searchParams: query } = new URL(url);
  const xml = inflateRawSync(Buffer.from(query.get("SAMLRequest") ?? "", "base64")).toString();
  const attribute = (name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(xml)?.[1] ?? "";
  return {
    xml,
    id: attribute("ID"),
    destination: attribute("Destination"),
    acsUrl: attribute("AssertionConsumerServiceURL"),
    issuer: /<saml:Issuer[^>]*>([^<]*)</.exec(xml)?.[1] ?? "",
    relayState: query.get("RelayState") ?? "",
    isSignedBy(certificate: string): boolean {
      const signed = ["SAMLRequest", "RelayState", "SigAlg"]
        .map((name) => `${name}=${encodeURIComponent(query.get(name) ?? "")}`)
        .join("&");
      return createVerify("RSA-SHA256")
        .update(signed)
        .verify(certificate, query.get("Signature") ?? "", "base64");
    },
  };
}

export type ReadRequest = ReturnType<typeof readRequest>;

/** What an honest provider says of somebody, for a request. */
export const wordFor = (
  company: Pick<SamlCompany, "entityId" | "serviceProvider" | "domain">,
  request: Pick<ReadRequest, "id">,
  changes: Partial<SamlWord> = {},
): SamlWord => ({
  issuer: company.entityId,
  acsUrl: company.serviceProvider.acsUrl,
  audience: company.serviceProvider.entityId,
  inResponseTo: request.id,
  subject: `person-${++serial}`,
  nameIdFormat: persistentFormat,
  attributes: {
    email: `saml-${serial}@${company.domain}`,
    givenName: "葵",
    sn: "森",
  },
  context: "urn:oasis:names:tc:SAML:2.0:ac:classes:PasswordProtectedTransport",
  issuedAt: new Date(),
  lifetimeMs: 300_000,
  assertionId: newSamlId(),
  ...changes,
});

/** An assertion that is signed, in a response that is not. */
export const answerOf = (word: SamlWord, signer: SamlSigner): string =>
  responseXml(word, signXml(assertionXml(word), "Assertion", signer));

/** The cross-site form that a provider has the browser post: no cookies of ours. */
export function postAnswer(
  portal: TestPortal,
  company: Pick<SamlCompany, "serviceProvider">,
  form: Readonly<Record<string, string>>,
) {
  return portal.app.inject({
    method: "POST",
    url: new URL(company.serviceProvider.acsUrl).pathname,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      origin: "https://idp.example",
      "sec-fetch-site": "cross-site",
    },
    payload: new URLSearchParams(form).toString(),
  });
}

/** Posts an answer, and hands it in on the page that the browser is led to. */
export async function handIn(
  portal: TestPortal,
  browser: TestClient,
  company: Pick<SamlCompany, "serviceProvider"> & {
    /** What stands in the connection's addresses. */
    readonly organisation: { readonly id: string };
  },
  xml: string,
  relayState: string,
): Promise<TestResponse> {
  const SAMLResponse = Buffer.from(xml).toString("base64");
  const posted = await postAnswer(portal, company, { SAMLResponse, RelayState: relayState });
  const page = new URL(posted.headers.location ?? "", "http://localhost:3000");
  const { state = "", ...rest } = Object.fromEntries(page.searchParams);
  return browser.attempt(completeSingleSignOn, {
    params: { organisation: company.organisation.id },
    query: { ...rest, state },
  });
}

/** Leaves for the provider of a company's domain. */
export async function leaveFor(
  browser: TestClient,
  company: Pick<SamlCompany, "domain">,
): Promise<ReadRequest> {
  const url = await discover(browser, `anybody@${company.domain}`);
  if (url === null) throw new Error("the domain leads to no provider");
  return readRequest(url);
}

/** The owner tries the connection as somebody at the provider. */
export async function trySaml(
  portal: TestPortal,
  company: SamlCompany,
  changes: Partial<SamlWord> = {},
): Promise<TestResponse> {
  const { redirectUrl } = await company.browser.call(testConnection, { body: {} });
  const request = readRequest(redirectUrl);
  const xml = answerOf(wordFor(company, request, changes), company.signer);
  return handIn(portal, company.browser, company, xml, request.relayState);
}

/** An organisation whose single sign-on by SAML is on. */
export async function withSaml(
  portal: TestPortal,
  records: WrittenRecords,
  about: Parameters<typeof withSamlConnection>[2] = {},
): Promise<SamlCompany> {
  const company = await withSamlConnection(portal, records, about);
  await trySaml(portal, company);
  await company.browser.call(switchConnection, { body: { on: true } });
  return company;
}
