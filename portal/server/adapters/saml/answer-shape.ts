import type { Document, Element } from "@xmldom/xmldom";
import {
  childrenOf,
  elementsOf,
  isElement,
  namespaces,
  onlyChild,
  UnsafeXmlError,
} from "./safe-xml.ts";

const ds = namespaces.signature;
const exclusive = "http://www.w3.org/2001/10/xml-exc-c14n#";

/**
 * RSA with SHA-2. Neither SHA-1, nor anything whose key both sides know; nor, here and below, what the
 * libraries behind this do not know.
 */
export const signatureMethods: readonly string[] = ["256", "512"].map(
  (size) => `http://www.w3.org/2001/04/xmldsig-more#rsa-sha${size}`,
);
const digestMethods = ["256", "512"].map((size) => `http://www.w3.org/2001/04/xmlenc#sha${size}`);
const transforms = [`${ds}enveloped-signature`, exclusive];

/** Content by AES-GCM, whose changes are noticed; keys by OAEP. Nothing that answers an attacker's guesses. */
const contentMethods = ["128", "256"].map(
  (size) => `http://www.w3.org/2009/xmlenc11#aes${size}-gcm`,
);
const keyMethods = ["http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p"];

function requireMethod(element: Element, allowed: readonly string[]): void {
  const algorithm = element.getAttribute("Algorithm") ?? "";
  if (!allowed.includes(algorithm)) throw new UnsafeXmlError(`algorithm ${algorithm}`);
}

const isOfLogin = (signed: Element): boolean =>
  isElement(signed, "protocol", "Response") || isElement(signed, "assertion", "Assertion");

/** A signature stands directly in what it is of, is of that alone, and by an algorithm that counts. */
function requireSignature(signature: Element, isOfTheirs = isOfLogin): void {
  const signed = signature.parentNode as Element;
  if (!isOfTheirs(signed)) throw new UnsafeXmlError("a signature elsewhere");
  if (childrenOf(signed, "signature", "Signature").length !== 1) {
    throw new UnsafeXmlError("several signatures of one");
  }
  if (childrenOf(signature, "signature", "Object").length > 0) {
    throw new UnsafeXmlError("an object in a signature");
  }
  const info = onlyChild(signature, "signature", "SignedInfo");
  requireMethod(onlyChild(info, "signature", "CanonicalizationMethod"), [exclusive]);
  requireMethod(onlyChild(info, "signature", "SignatureMethod"), signatureMethods);
  const reference = onlyChild(info, "signature", "Reference");
  const id = signed.getAttribute("ID") ?? "";
  if (id === "" || reference.getAttribute("URI") !== `#${id}`) {
    throw new UnsafeXmlError("a signature of something else");
  }
  requireMethod(onlyChild(reference, "signature", "DigestMethod"), digestMethods);
  for (const list of childrenOf(reference, "signature", "Transforms")) {
    for (const one of childrenOf(list, "signature", "Transform")) requireMethod(one, transforms);
  }
}

/**
 * What libraries write into an XPath, between quotation marks: an identifier, and what points at one. With
 * a mark in it, whoever sends a document would write the expression.
 */
const plainId = /^[A-Za-z_][\w.-]{0,127}$/;

/** No two elements are called alike, by whatever spelling of the attribute, and none in an odd way. */
function requireOwnIds(elements: readonly Element[]): void {
  const ids = elements.flatMap((element) =>
    Array.from(element.attributes)
      .filter(({ localName, name }) => (localName ?? name).toLowerCase() === "id")
      .map(({ value }) => value),
  );
  if (!ids.every((id) => plainId.test(id))) throw new UnsafeXmlError("an odd identifier");
  if (new Set(ids).size !== ids.length) throw new UnsafeXmlError("one identifier twice");
}

const named = (elements: readonly Element[], ...names: readonly string[]) =>
  elements.filter(({ localName }) => names.includes(localName ?? ""));

/**
 * A response of the shape that honest providers send: one response at the root, one assertion directly in
 * it, in clear or encrypted, and signatures of these two alone. Every known way of wrapping a signed
 * element into another document needs a second of something, or something at another place.
 *
 * @throws UnsafeXmlError.
 */
export function requireResponse(document: Document): {
  readonly response: Element;
  readonly assertion: Element | undefined;
  readonly encrypted: Element | undefined;
  readonly isSigned: boolean;
} {
  const response = document.documentElement;
  if (!isElement(response, "protocol", "Response")) throw new UnsafeXmlError("no response");
  const elements = elementsOf(response);
  requireOwnIds(elements);
  if (named(elements, "Response").length !== 1) throw new UnsafeXmlError("several responses");
  const all = named(elements, "Assertion", "EncryptedAssertion");
  if (all.length > 1) throw new UnsafeXmlError("several assertions");
  const [assertion] = childrenOf(response, "assertion", "Assertion");
  const [encrypted] = childrenOf(response, "assertion", "EncryptedAssertion");
  if (all.length === 1 && !assertion && !encrypted) {
    throw new UnsafeXmlError("an assertion elsewhere");
  }
  for (const one of named(elements, "Signature")) requireSignature(one);
  if (encrypted) requireEncryption(encrypted);
  return {
    response,
    assertion,
    encrypted,
    isSigned: childrenOf(response, "signature", "Signature").length === 1,
  };
}

function requireEncryption(encrypted: Element): void {
  const elements = elementsOf(encrypted);
  const [data, ...more] = named(elements, "EncryptedData");
  const [key, ...others] = named(elements, "EncryptedKey");
  if (!data || !key || more.length > 0 || others.length > 0) {
    throw new UnsafeXmlError("not one encryption");
  }
  requireMethod(onlyChild(data, "encryption", "EncryptionMethod"), contentMethods);
  requireMethod(onlyChild(key, "encryption", "EncryptionMethod"), keyMethods);
  for (const method of named(elements, "RetrievalMethod")) {
    const uri = method.getAttribute("URI") ?? "";
    if (!uri.startsWith("#") || !plainId.test(uri.slice(1)))
      throw new UnsafeXmlError("an odd place");
  }
}

/** What was encrypted: an assertion, and nothing beside it. @throws UnsafeXmlError. */
export function requireAssertion(document: Document): Element {
  const assertion = document.documentElement;
  if (!isElement(assertion, "assertion", "Assertion")) throw new UnsafeXmlError("no assertion");
  const elements = elementsOf(assertion);
  requireOwnIds(elements);
  if (named(elements, "Assertion", "EncryptedAssertion").length !== 1) {
    throw new UnsafeXmlError("several assertions");
  }
  for (const one of named(elements, "Signature")) requireSignature(one);
  return assertion as Element;
}

/**
 * A request to log out, or the answer to one: alone at the root, of which the one signature in it is.
 *
 * @param about whether it carries its signature itself, or its address does.
 * @throws UnsafeXmlError.
 */
export function requireLogout(
  document: Document,
  name: "LogoutRequest" | "LogoutResponse",
  { isSigned }: { readonly isSigned: boolean },
): Element {
  const root = document.documentElement;
  if (!isElement(root, "protocol", name)) throw new UnsafeXmlError(`no ${name}`);
  const elements = elementsOf(root);
  requireOwnIds(elements);
  if (!plainId.test(root.getAttribute("ID") ?? "")) throw new UnsafeXmlError("no identifier");
  const signatures = named(elements, "Signature");
  if (signatures.length !== (isSigned ? 1 : 0)) throw new UnsafeXmlError("not one signature");
  for (const one of signatures) requireSignature(one, (signed) => signed === root);
  return root;
}
