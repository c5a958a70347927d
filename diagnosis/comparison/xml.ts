/** A start tag: its name and attributes, entities left as they are. */
export type Tag = { readonly name: string; readonly attributes: Readonly<Record<string, string>> };

/** All start tags of the XML that sslscan and nmap write, in order. Not a general parser. */
export function tagsOf(xml: string): readonly Tag[] {
  return [...xml.matchAll(/<([a-zA-Z][\w-]*)((?:\s+[\w:-]+="[^"]*")*)\s*\/?>/g)].map((match) => ({
    name: match[1] ?? "",
    attributes: Object.fromEntries(
      [...(match[2] ?? "").matchAll(/([\w:-]+)="([^"]*)"/g)].map((one) => [one[1], one[2] ?? ""]),
    ),
  }));
}

/** Text of the first element of that name, CDATA unwrapped; undefined when there is none. */
export function textOf(xml: string, name: string): string | undefined {
  const match = new RegExp(`<${name}>(?:<!\\[CDATA\\[)?([^<\\]]*)`).exec(xml);
  return match?.[1];
}
