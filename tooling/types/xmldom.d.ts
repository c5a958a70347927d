// The library's own types bring every browser type into the servers' code. These are what is used of it.

export interface Node {
  readonly nodeType: number;
  readonly parentNode: Node | null;
  readonly textContent: string | null;
  readonly childNodes: ArrayLike<Node>;
}

export interface Attribute {
  readonly name: string;
  readonly localName: string | null;
  readonly value: string;
}

export interface Element extends Node {
  readonly namespaceURI: string | null;
  readonly localName: string | null;
  readonly attributes: ArrayLike<Attribute>;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  getElementsByTagName(name: string): ArrayLike<Element>;
  toString(): string;
}

export interface Document extends Node {
  readonly documentElement: Element;
}

export class DOMParser {
  constructor(options?: {
    readonly errorHandler?: Readonly<
      Record<"warning" | "error" | "fatalError", (message: string) => void>
    >;
  });
  parseFromString(text: string, type: string): Document | undefined;
}
