import type { Queryable } from "../../../context.ts";

/** Whose applications somebody may see and change: everybody's, or those of one organisation. */
export type ClientReach = "all" | { readonly organisation: string };

/** The applications within a reach, to be narrowed further. */
export function reachedClients(db: Queryable, reach: ClientReach) {
  const clients = db.selectFrom("portal.oidc_client");
  return reach === "all" ? clients : clients.where("organisation_id", "=", reach.organisation);
}
