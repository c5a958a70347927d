import { Client, type ClientConfig, type QueryConfig } from "pg";
import { tracedQuery } from "./traced-query.ts";

/** Beyond this many distinct texts (lists of varying length, say) the rest stay unnamed. */
const capacity = 500;
const names = new Map<string, string>();
let epoch = 0;

function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= capacity) return undefined;
  const name = `s${epoch}_${names.size}`;
  names.set(text, name);
  return name;
}

/** What a failed query tells about its statement; exported for the test. */
function forgetIfOutdated(error: unknown): void {
  if (error instanceof Error && "code" in error && error.code === "0A000") {
    names.clear();
    epoch += 1;
  }
}

/** What such a statement returns changes with its table, by a migration while this process runs. */
const returnsAll = /\b(?:select|returning) \*|\.\*|, \*/;

/**
 * A pg client that names parameterised statements, so PostgreSQL parses and plans each once per
 * connection and not once per call.
 *
 * A migration adds columns while this process runs, and what `select *` returns is more then:
 * PostgreSQL refuses its prepared form once (0A000, "cached plan must not change result type"), and
 * with it the transaction around it. So it stays unnamed, but on connections that answer statements
 * by themselves (the pipeline): there it is asked again. All names are dropped at that moment.
 */
export class NamingClient extends Client {
  readonly #asksAgain: boolean;

  constructor(config?: string | ClientConfig) {
    super(config);
    this.#asksAgain = typeof config === "object" && "pipeline" in config;
  }

  // The overloads of pg's `query` cannot be restated without `any`; only text with values is
  // touched, with a promise (Kysely's form) or a callback (the pool's), and the rest passed through.
  override query = ((...args: unknown[]) => {
    const run = tracedQuery(Client.prototype.query as (...all: unknown[]) => unknown);
    const [text, values, callback] = args;
    const isNamed =
      typeof text === "string" &&
      Array.isArray(values) &&
      (this.#asksAgain || !returnsAll.test(text));
    const name = isNamed ? nameOf(text) : undefined;
    if (name === undefined) return run.apply(this, args);
    const config = { name, text, values } as QueryConfig;
    if (typeof callback === "function") {
      return run.call(this, config, (error: unknown, result: unknown) => {
        if (error) forgetIfOutdated(error);
        callback(error, result);
      });
    }
    return (run.call(this, config) as Promise<unknown>).catch((error: unknown) => {
      forgetIfOutdated(error);
      throw error;
    });
  }) as Client["query"];
}
