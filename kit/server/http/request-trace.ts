import type { IncomingMessage } from "node:http";
import type { FastifyInstance } from "fastify";
import type { RequestTrace, Tracing } from "../telemetry/tracing.ts";

const traces = new WeakMap<IncomingMessage, RequestTrace>();

/** Begins the trace of a request. @returns its id, where it begins here. */
export function beginTrace(
  tracing: Tracing,
  raw: IncomingMessage,
  isTrusted: boolean,
): string | undefined {
  const trace = tracing.request(raw, isTrusted);
  traces.set(raw, trace);
  return trace.ownId;
}

/** Lets what answers a request belong to its trace. */
export function traceRequests(app: FastifyInstance): void {
  app.addHook("onRequest", (request, reply, done) => {
    const trace = traces.get(request.raw);
    if (trace === undefined) {
      done();
      return;
    }
    // Whether it was answered or its client left, a stream too.
    reply.raw.once("close", () => {
      const refusal = reply.raw.writableFinished ? reply.refusal : "aborted";
      trace.end({
        route: request.routeOptions.url ?? "(none)",
        status: reply.raw.statusCode,
        "request.id": request.id,
        ...(refusal === undefined ? {} : { "error.type": refusal }),
      });
    });
    trace.run(done);
  });
}
