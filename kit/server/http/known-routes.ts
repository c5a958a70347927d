import type { FastifyRequest } from "fastify";

interface KnownRoute {
  readonly segments: readonly string[];
  readonly methods: Set<string>;
}

/** Whether a part of an address is what a route has there: `:locale.pdf` is any name with that ending. */
function takesSegment(declared: string, asked: string): boolean {
  const [, ending] = /^:\w+(.*)$/.exec(declared) ?? [];
  if (ending === undefined) return declared === asked;
  return asked.length > ending.length && asked.endsWith(ending);
}

const segmentsOf = (path: string) => path.split("/");

/** The routes of a server, to tell a wrong method from a wrong address. */
export function knownRoutes() {
  const byLength = new Map<number, Map<string, KnownRoute>>();
  return {
    add(methods: readonly string[], url: string): void {
      // A wildcard takes every address: what is there, whoever answers it knows.
      if (url.includes("*")) return;
      const segments = segmentsOf(url);
      const alike = byLength.get(segments.length) ?? new Map<string, KnownRoute>();
      byLength.set(segments.length, alike);
      const route = alike.get(url) ?? { segments, methods: new Set<string>() };
      alike.set(url, route);
      for (const method of methods) route.methods.add(method);
    },
    /** The methods that an address takes; none where nothing is there. */
    methodsAt(path: string): readonly string[] {
      const asked = segmentsOf(path);
      const found = [...(byLength.get(asked.length)?.values() ?? [])].filter(({ segments }) =>
        segments.every((segment, at) => takesSegment(segment, asked[at] ?? "")),
      );
      return [...new Set(found.flatMap(({ methods }) => [...methods]))].sort();
    },
  };
}

export const pathOf = ({ url }: FastifyRequest): string => url.split("?", 1)[0] ?? "";

/** Longer parts of a path may be somebody's token, and no mistyped word. */
const longestWord = 30;

/** A path as the log may show it: without its query, and without what could be a secret. */
export const loggedPath = (request: FastifyRequest): string =>
  pathOf(request)
    .split("/")
    .map((segment) => (segment.length > longestWord ? "…" : segment))
    .join("/")
    .slice(0, 200);

/** What an engineer reads whose request no route takes. */
export function wrongAddress(methods: readonly string[], received: string): string {
  // HEAD goes without saying.
  const named = methods.filter((method) => method !== "HEAD");
  if (named.length === 0) return "There is nothing at this address.";
  return `This address takes ${new Intl.ListFormat("en").format(named)}, not ${received}.`;
}
