import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { RequestTrace, Tracing } from "../telemetry/tracing.ts";

const traces = new WeakMap<IncomingMessage, RequestTrace>();

/** Begins the trace of a request, where requests are traced. @returns its id. */
export function beginTrace(
  tracing: Tracing | undefined,
  raw: IncomingMessage,
  isTrusted: boolean,
): string | undefined {
  if (tracing === undefined) return undefined;
  const trace = tracing.request(raw, isTrusted);
  traces.set(raw, trace);
  return trace.traceId;
}

/** Lets what answers a request belong to its trace. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook("onRequest", ({ raw }, _reply, done) => {
    const trace = traces.get(raw);
    if (trace === undefined) done();
    else trace.run(done);
  });
  app.addHook("onResponse", (request, reply, done) => {
    traces.get(request.raw)?.end({
      route: request.routeOptions.url ?? "(none)",
      status: reply.statusCode,
      ...(reply.refusal === undefined ? {} : { "error.type": reply.refusal }),
    });
    done();
  });
}
