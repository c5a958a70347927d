import { Client } from "pg";
import { querySummary } from "../telemetry/query-summary.ts";
import { tracing } from "../telemetry/tracing.ts";

type Query = (this: unknown, ...args: unknown[]) => unknown;

const textOf = (statement: unknown): string =>
  typeof statement === "string"
    ? statement
    : String((statement as { readonly text?: unknown } | null)?.text ?? "");

/**
 * The same, and a step of the trace that is under way when it is asked: the answer comes in the
 * connection's own context, which others share.
 */
export function tracedQuery(query: Query): Query {
  const traces = tracing();
  if (traces?.isKept() !== true) return query;
  return function (...args) {
    const summary = querySummary(textOf(args[0]));
    const end = traces.begin({
      name: summary,
      facts: { "db.system.name": "postgresql", "db.query.summary": summary },
    });
    const last = args.at(-1);
    if (typeof last === "function") {
      const answered = (error: unknown, result: unknown) => {
        end(error ?? undefined);
        last(error, result);
      };
      return query.apply(this, [...args.slice(0, -1), answered]);
    }
    const answer = query.apply(this, args);
    if (answer instanceof Promise) answer.then(() => end(), end);
    else end();
    return answer;
  };
}

/** A pg client that names nothing, for connections that lead through a pooler. */
export class TracedClient extends Client {
  override query = ((...args: unknown[]) =>
    tracedQuery(Client.prototype.query as Query).apply(this, args)) as Client["query"];
}
