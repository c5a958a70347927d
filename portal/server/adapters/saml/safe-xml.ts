import { DOMParser, type Document, type Element, type Node } from "@xmldom/xmldom";

/** What a provider's answer may weigh, before it is read. */
export const answerBytesMost = 256 * 1024;

/** Elements at most; an answer with hundreds of groups has a thousand. */
const elementsMost = 10_000;
const depthMost = 50;

/** What is not read, because nobody honest sends it or because reading it is how one is deceived. */
export class UnsafeXmlError extends Error {
  override readonly name = "UnsafeXmlError";
}

/**
 * A document without what attacks on XML are made of. No markup declaration: no DOCTYPE, so no entity,
 * bomb or file; no comment, which cuts a text in two for some readers; no CDATA. No processing
 * instruction but the declaration that it is XML, in UTF-8.
 *
 * @throws UnsafeXmlError.
 */
export function readSafeXml(text: string): Document {
  if (Buffer.byteLength(text) > answerBytesMost) throw new UnsafeXmlError("too large");
  const body = text.replace(/^\uFEFF?\s*<\?xml\s[^?<>]*\?>/, (declaration) => {
    const encoding = /encoding\s*=\s*["']([^"']*)["']/.exec(declaration)?.[1] ?? "utf-8";
    if (encoding.toLowerCase() !== "utf-8") throw new UnsafeXmlError("not UTF-8");
    return "";
  });
  if (body.includes("<!")) throw new UnsafeXmlError("a markup declaration");
  if (body.includes("<?")) throw new UnsafeXmlError("a processing instruction");
  if (body.split("<").length > 2 * elementsMost) throw new UnsafeXmlError("too many elements");
  const refuse = (message: string) => {
    throw new UnsafeXmlError(message);
  };
  const document = new DOMParser({
    errorHandler: { warning: refuse, error: refuse, fatalError: refuse },
  }).parseFromString(text, "text/xml");
  if (!document?.documentElement) throw new UnsafeXmlError("no document");
  requireShallow(document.documentElement);
  return document;
}

/** What reads a document further calls itself for each depth. */
function requireShallow(root: Element): void {
  const depths = new Map<Node, number>();
  for (const element of elementsOf(root)) {
    const above = element.parentNode ? (depths.get(element.parentNode) ?? 0) : 0;
    if (above >= depthMost) throw new UnsafeXmlError("too deep");
    depths.set(element, above + 1);
  }
}

/** The text of a form's field in base64; spaces between its lines do not count. @throws UnsafeXmlError. */
export function textOfBase64(field: string): string {
  const compact = field.replaceAll(/\s/g, "");
  if (compact.length > Math.ceil(answerBytesMost / 3) * 4) throw new UnsafeXmlError("too large");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(compact)) throw new UnsafeXmlError("not base64");
  return textOfBytes(Buffer.from(compact, "base64"));
}

/** @throws UnsafeXmlError. */
export function textOfBytes(bytes: Buffer): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new UnsafeXmlError("not UTF-8", { cause: error });
  }
}

/** Every element below one, and itself. */
export function elementsOf(root: Element): Element[] {
  return [root, ...Array.from(root.getElementsByTagName("*"))];
}

export const namespaces = {
  protocol: "urn:oasis:names:tc:SAML:2.0:protocol",
  assertion: "urn:oasis:names:tc:SAML:2.0:assertion",
  metadata: "urn:oasis:names:tc:SAML:2.0:metadata",
  signature: "http://www.w3.org/2000/09/xmldsig#",
  encryption: "http://www.w3.org/2001/04/xmlenc#",
} as const;

type Namespace = keyof typeof namespaces;

export const isElement = (
  node: Node | null | undefined,
  namespace: Namespace,
  name: string,
): boolean =>
  node?.nodeType === 1 &&
  (node as Element).namespaceURI === namespaces[namespace] &&
  (node as Element).localName === name;

/** The children of an element that are called so. */
export const childrenOf = (parent: Element, namespace: Namespace, name: string): Element[] =>
  Array.from(parent.childNodes).filter((node): node is Element => isElement(node, namespace, name));

/** The one child that is called so. @throws UnsafeXmlError where there is none, or several. */
export function onlyChild(parent: Element, namespace: Namespace, name: string): Element {
  const [only, ...others] = childrenOf(parent, namespace, name);
  if (!only || others.length > 0) throw new UnsafeXmlError(`not one ${name}`);
  return only;
}

/** What stands in an element that has text and nothing else. @throws UnsafeXmlError. */
export function plainText(element: Element): string {
  const nodes = Array.from(element.childNodes);
  if (nodes.some(({ nodeType }) => nodeType !== 3)) throw new UnsafeXmlError("not plain text");
  return (element.textContent ?? "").trim();
}
