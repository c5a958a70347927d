import type { ErrorType } from "@sekimori/kit-contract/wire-error";
import type { FastifyInstance } from "fastify";
import { AppError } from "../errors/errors.ts";
import { trustedPeers } from "../http/trusted-peers.ts";

/** What the operator's own machines ask; they come from elsewhere than people do. */
const probes: ReadonlySet<string> = new Set(["/healthz", "/readyz"]);

/**
 * Answers an application's people from some networks alone: every other request is refused before
 * anything of it is read, pages and files too.
 *
 * @param networks addresses and networks, such as "10.1.0.0/16"; none lets nobody in.
 * @param refusal the error that everybody else hears.
 */
export function registerAllowedNetworks(
  app: FastifyInstance,
  networks: readonly string[],
  refusal: ErrorType,
): void {
  const isAllowed = trustedPeers(networks);
  app.addHook("onRequest", async (request) => {
    const [path = ""] = request.url.split("?");
    if (!probes.has(path) && !isAllowed(request.ip)) throw new AppError(refusal);
  });
}
