import { pathToFileURL } from "node:url";
import type { AnyEndpoint } from "@sekimori/kit-contract/endpoint";
import type { Plugin } from "vite";

interface EndpointPluginOptions {
  /** Whether a module (absolute file path) is one that declares endpoints. */
  readonly isEndpointModule: (file: string) => boolean;
}

/**
 * Leaves only name, method and path of each endpoint in built pages. The schemas, and the 23 KB
 * (brotli) of schema library under them, would otherwise be part of every page that makes a call,
 * `/login` first. The server checks what it receives and sends against the same schemas, and in
 * development the client does too.
 *
 * Whatever else such a module exports (a response schema, say) is gone from built pages; one that
 * imports it as a value does not build. Types are not affected.
 */
export function endpointPlugin({ isEndpointModule }: EndpointPluginOptions): Plugin {
  return {
    name: "sekimori-endpoints",
    apply: "build",
    enforce: "pre",
    async load(id) {
      const file = id.split("?")[0] ?? id;
      if (!isEndpointModule(file)) return null;
      const exported: Record<string, unknown> = await import(pathToFileURL(file).href);
      return slimModule(exported);
    },
  };
}

/** The source of a module that exports the same endpoints without their schemas. */
export function slimModule(exported: Readonly<Record<string, unknown>>): string {
  return Object.entries(exported)
    .filter((entry): entry is [string, AnyEndpoint] => isEndpoint(entry[1]))
    .map(
      ([exportName, { name, method, path }]) =>
        `export const ${exportName} = ${JSON.stringify({ name, method, path })};`,
    )
    .join("\n");
}

function isEndpoint(value: unknown): value is AnyEndpoint {
  return typeof value === "object" && value !== null && "method" in value && "response" in value;
}
