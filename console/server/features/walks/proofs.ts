import { createHash, createHmac, randomBytes } from "node:crypto";
import { integrationPagePaths } from "@sekimori/console-contract/page-routes";
import type { Walk } from "../../ports/walker.ts";

/** Everything of a walk that nobody else may know. */
export interface WalkSecrets {
  readonly redirectUri: string;
  readonly secret: string;
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly challenge: string;
}

export const newWalk = (): string => randomBytes(16).toString("base64url");

/**
 * A walk's secrets follow from its name, the application and the session: so they are kept nowhere, and
 * whoever has another session has others.
 */
export function secretsOf(key: string, origin: string, { session, id, walk }: Walk): WalkSecrets {
  const derived = (purpose: string) =>
    createHmac("sha256", key)
      .update(JSON.stringify([purpose, session, id, walk]))
      .digest("base64url");
  const verifier = derived("verifier");
  const query = new URLSearchParams({ id, walk });
  return {
    redirectUri: `${origin}${integrationPagePaths.tryLogin}?${query}`,
    secret: derived("secret"),
    state: derived("state"),
    nonce: derived("nonce"),
    verifier,
    challenge: createHash("sha256").update(verifier).digest("base64url"),
  };
}
