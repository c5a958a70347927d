import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import type { FastifyInstance } from "fastify";

/** One successful call of a test, as `npm run examples` reads it. */
export interface KeptCall {
  readonly name: string;
  readonly at: string;
  readonly body: unknown;
  readonly answer: unknown;
}

/** Only while examples are renewed (tooling/examples.ts); otherwise nothing is kept. */
const folder = process.env.SEKIMORI_EXAMPLES;

/** Of longer lists the first entries are kept: more would show no more. */
const longestList = 20;
const longest = 500_000;
const mostOfOne = 12;

const counts = new Map<string, number>();

const segments = (path: string) => path.split("/");

/** The endpoint that a request meets; one without a parameter in its path comes first. */
function endpointAt(
  endpoints: readonly AnyEndpoint[],
  method: string,
  url: string,
): AnyEndpoint | undefined {
  const asked = segments(url.split("?")[0] ?? "");
  const fits = ({ path }: AnyEndpoint) => {
    const own = segments(path);
    return (
      own.length === asked.length &&
      own.every((part, at) => part.startsWith(":") || part === asked[at])
    );
  };
  return endpoints
    .filter((endpoint) => endpoint.method === method && fits(endpoint))
    .sort((a, b) => a.path.split(":").length - b.path.split(":").length)[0];
}

const withShortLists = (_: string, part: unknown) =>
  Array.isArray(part) ? part.slice(0, longestList) : part;

/** Keeps what a test's server answered, for the examples of the reference. */
export function keepAnswer(
  app: FastifyInstance,
  { method, url, body }: { readonly method: string; readonly url: string; readonly body?: unknown },
  { status, text }: { readonly status: number; readonly text: string },
): void {
  if (folder === undefined || status !== 200 || text.length > longest) return;
  const endpoint = endpointAt(app.kit.endpoints, method, url);
  if (endpoint === undefined) return;
  const key = `${app.kit.origin} ${endpoint.name} ${text.length >> 6}`;
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  if (count > mostOfOne) return;
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    return; // A file or a page, which is no example of JSON.
  }
  const kept: KeptCall = { name: endpoint.name, at: new Date().toISOString(), body, answer };
  mkdirSync(folder, { recursive: true });
  appendFileSync(
    join(folder, `${new URL(app.kit.origin).port}-${process.pid}.jsonl`),
    `${JSON.stringify(kept, withShortLists)}\n`,
  );
}
