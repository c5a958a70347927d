import { exampleOf } from "./example.ts";
import { type Operation, schemaOf } from "./open-api.ts";

/** How a shell reads one word, whatever is in it. */
const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`;

export interface CurlCall {
  readonly origin: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
  /** The body that a test sent; one of the schema's shape unless given. */
  readonly sent?: unknown;
  /** How the caller says who it is; a variable of the shell where the value is a secret. */
  readonly options: readonly string[];
}

/** A call as a command for a shell, with an example of each parameter that it needs. */
export function curlOf({ origin, method, path, operation, sent, options }: CurlCall): string {
  const needed = (operation.parameters ?? []).filter(({ required }) => required === true);
  const sample = (schema: Parameters<typeof exampleOf>[0], name: string) =>
    String(exampleOf(schema, name) ?? "");
  const filled = needed
    .filter(({ in: place }) => place === "path")
    .reduce(
      (text, { name, schema }) =>
        text.replace(`{${name}}`, encodeURIComponent(sample(schema, name))),
      path,
    );
  const query = new URLSearchParams(
    needed
      .filter(({ in: place }) => place === "query")
      .map(({ name, schema }): [string, string] => [name, sample(schema, name)]),
  );
  const body = operation.requestBody && schemaOf(operation.requestBody);
  const lines = [
    `curl ${quoted(`${origin}${filled}${query.size > 0 ? `?${query}` : ""}`)}`,
    ...(method === "get" ? [] : [`--request ${method.toUpperCase()}`]),
    ...options,
    ...(body === undefined
      ? []
      : [
          `--header ${quoted("Content-Type: application/json")}`,
          `--data ${quoted(JSON.stringify(sent ?? exampleOf(body)))}`,
        ]),
  ];
  return lines.join(" \\\n  ");
}
