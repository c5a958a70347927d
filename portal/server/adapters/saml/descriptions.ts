import { X509Certificate } from "node:crypto";
import type { Element } from "@xmldom/xmldom";
import {
  type SamlCertificate,
  type SamlDescription,
  SamlDescriptionError,
} from "../../ports/saml-provider.ts";
import { childrenOf, elementsOf, isElement, readSafeXml } from "./safe-xml.ts";

const redirectBinding = "urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect";
const certificatesMost = 4;
const rsaBitsLeast = 2048;

function certificateOf(der: Buffer): SamlCertificate {
  let read: X509Certificate;
  try {
    read = new X509Certificate(der);
  } catch (error) {
    throw new SamlDescriptionError("no-certificate", error);
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = read.publicKey;
  if (type !== "rsa" || (details?.modulusLength ?? 0) < rsaBitsLeast) {
    throw new SamlDescriptionError("weak-certificate");
  }
  return {
    text: read.toString(),
    fingerprint: read.fingerprint256,
    startsAt: new Date(read.validFrom),
    endsAt: new Date(read.validTo),
  };
}

/** Each once; who ends last stands last. */
function certificatesOf(ders: readonly Buffer[]): readonly SamlCertificate[] {
  const each = new Map(ders.map((der) => [der.toString("base64"), der]));
  if (each.size === 0) throw new SamlDescriptionError("no-certificate");
  if (each.size > certificatesMost) throw new SamlDescriptionError("too-many-certificates");
  return [...each.values()]
    .map(certificateOf)
    .toSorted((one, other) => one.endsAt.getTime() - other.endsAt.getTime());
}

const derOf = (base64: string) => Buffer.from(base64.replaceAll(/\s/g, ""), "base64");

/** The descriptor of the one provider that a metadata document describes. */
function providerIn(text: string): { readonly entity: Element; readonly provider: Element } {
  let root: Element;
  try {
    // What people write into metadata by hand is not the provider's word.
    root = readSafeXml(text.replaceAll(/<!--(?:(?!--)[\s\S])*-->/g, "").trim()).documentElement;
  } catch (error) {
    throw new SamlDescriptionError("no-metadata", error);
  }
  const found = elementsOf(root).filter((one) => isElement(one, "metadata", "IDPSSODescriptor"));
  const [provider] = found;
  const entity = provider?.parentNode as Element | undefined;
  if (!provider || found.length > 1 || !isElement(entity, "metadata", "EntityDescriptor")) {
    throw new SamlDescriptionError("no-metadata");
  }
  return { entity: entity as Element, provider };
}

function signingCertificates(provider: Element): readonly SamlCertificate[] {
  const keys = childrenOf(provider, "metadata", "KeyDescriptor").filter(
    (one) => one.getAttribute("use") !== "encryption",
  );
  const texts = keys
    .flatMap(elementsOf)
    .filter((one) => isElement(one, "signature", "X509Certificate"))
    .map((one) => one.textContent ?? "");
  return certificatesOf(texts.map(derOf));
}

/** @throws SamlDescriptionError. */
export function readMetadata(text: string): SamlDescription {
  const { entity, provider } = providerIn(text);
  const locationOf = (service: "SingleSignOnService" | "SingleLogoutService") =>
    childrenOf(provider, "metadata", service)
      .find((one) => one.getAttribute("Binding") === redirectBinding)
      ?.getAttribute("Location");
  const ssoUrl = locationOf("SingleSignOnService");
  if (!ssoUrl) throw new SamlDescriptionError("no-redirect");
  return {
    entityId: entity.getAttribute("entityID") ?? "",
    ssoUrl,
    sloUrl: locationOf("SingleLogoutService") || null,
    certificates: signingCertificates(provider),
  };
}

/** @throws SamlDescriptionError. */
export function readCertificates(text: string): readonly SamlCertificate[] {
  if (/^\s*(<|\uFEFF)/.test(text)) return signingCertificates(providerIn(text).provider);
  const blocks = [
    ...text.matchAll(/-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/g),
  ].map(([, body = ""]) => body);
  const bare = /^[A-Za-z0-9+/=\s]+$/.test(text) ? [text] : [];
  return certificatesOf((blocks.length > 0 ? blocks : bare).map(derOf));
}
