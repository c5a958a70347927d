import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { tracing } from "../telemetry/tracing.ts";
import { beginTrace } from "./request-trace.ts";
import type { TrustedPeers } from "./trusted-peers.ts";

const acceptable = /^[\w.:-]{8,64}$/;

/**
 * Makes the id of each request; a trusted proxy may have given it one already. Where requests are
 * traced it is that of a trace that begins here, so that either leads to the other: one that others
 * began may have many requests.
 */
export function requestIds(isTrusted: TrustedPeers): (raw: IncomingMessage) => string {
  return (raw) => {
    const traces = tracing();
    const given = raw.headers["x-request-id"];
    // Asked of every request, so only where the answer is wanted.
    const isOurs =
      (traces !== undefined || given !== undefined) && isTrusted(raw.socket.remoteAddress ?? "");
    const traceId = traces === undefined ? undefined : beginTrace(traces, raw, isOurs);
    if (isOurs && typeof given === "string" && acceptable.test(given)) return given;
    return traceId ?? randomUUID();
  };
}
