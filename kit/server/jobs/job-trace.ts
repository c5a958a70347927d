import { tracing } from "../telemetry/tracing.ts";

const prefix = "traceparent:";

/** What a job carries to be followed from what left it; null where that is not kept. */
export function flagsOfTrace(): string[] | null {
  const traceparent = tracing()?.traceparent();
  return traceparent === undefined ? null : [prefix + traceparent];
}

/** @param flags as graphile-worker stores them: each is a key. */
function traceOfFlags(flags: Readonly<Record<string, true>> | null): string | undefined {
  const flag = Object.keys(flags ?? {}).find((name) => name.startsWith(prefix));
  return flag?.slice(prefix.length);
}

/** Runs a job in the trace that left it, or in one of its own. */
export async function inJobsTrace<T>(
  name: string,
  { id, flags }: { readonly id: string; readonly flags: Readonly<Record<string, true>> | null },
  work: () => Promise<T>,
): Promise<T> {
  const traces = tracing();
  if (traces === undefined) return work();
  const facts = {
    "messaging.system": "graphile_worker",
    "messaging.operation.type": "process",
    "messaging.destination.name": name,
    "messaging.message.id": id,
  };
  return traces.job({ name: `process ${name}`, facts, traceparent: traceOfFlags(flags) }, work);
}
