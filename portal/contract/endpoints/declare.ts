import type { AnyEndpoint, Limit } from "@sekimori/kit-contract/endpoint";
import { apiBase } from "../constants.ts";
import type { PortalErrorType } from "../errors.ts";

/**
 * Who may call, in rising order of trust; the server derives it from its own records.
 *
 * - `public`: anybody.
 * - `flow`: the holder of an unfinished sign-up.
 * - `pending`: the holder of a sign-in that waits for its one-time password or a new password.
 * - `account`: a signed-in member who has agreed to the service.
 * - `recent`: the same, with a sign-in of the last ten minutes.
 * - `server`: another company's server or its redirect; proves itself by signature or secret id.
 */
export type Access = "public" | "flow" | "pending" | "account" | "recent" | "server";

/** A portal endpoint: its path is given below the API base, its errors are the portal's. */
export interface PortalEndpoint extends AnyEndpoint {
  readonly access: Access;
  readonly errors: readonly PortalErrorType[];
}

/** Declares a portal endpoint; `path` stands below {@link apiBase}. */
export function portalEndpoint<const E extends PortalEndpoint>(declaration: E): E {
  return { ...declaration, path: `${apiBase}${declaration.path}` };
}

/** Enough for a person, far too little for a script. */
export const perNetwork = (points: number, seconds: number): Limit => ({
  by: "network",
  points,
  seconds,
});

export const perSession = (points: number, seconds: number): Limit => ({
  by: "session",
  points,
  seconds,
});
