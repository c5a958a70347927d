import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { TrustedPeers } from "./trusted-peers.ts";

const acceptable = /^[\w.:-]{8,64}$/;

/** Makes the id of each request; a trusted proxy may have given it one already. */
export function requestIds(isTrusted: TrustedPeers): (raw: IncomingMessage) => string {
  return (raw) => {
    const given = raw.headers["x-request-id"];
    if (
      typeof given === "string" &&
      acceptable.test(given) &&
      isTrusted(raw.socket.remoteAddress ?? "")
    ) {
      return given;
    }
    return randomUUID();
  };
}
