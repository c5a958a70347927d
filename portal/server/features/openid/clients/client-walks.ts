import { hashToken } from "@sekimori/kit-server/cookies";
import type { PortalContext } from "../../../context.ts";
import { reachedClients } from "./client-reach.ts";
import { type CheckedRegistration, registrationOf } from "./client-registration.ts";
import {
  type Books,
  isOperatorsOwn,
  lockClient,
  noted,
  noWalk,
  OwnApplication,
  type Reaching,
} from "./client-registry.ts";

// A walk through a login at an application, by whoever may change it: it has a return address and a
// secret beside its own, for as long as the walk takes. One walk at a time.

/** The application can't be walked through. */
export class WalkImpossible extends Error {}

/** What a walk proves itself by. */
export interface WalkProof {
  readonly redirectUri: string;
  readonly secret: string;
}

/** Nobody is returned to it, or it proves itself by a key that only it has. */
const isWalkable = ({ redirectUris, keys }: CheckedRegistration): boolean =>
  redirectUris.length > 0 && keys === undefined;

/**
 * Registers a walk's return address and secret for some minutes, in the place of another walk's.
 *
 * @returns whether there is such an application. @throws OwnApplication, WalkImpossible
 */
export function beginClientWalk(
  books: Books,
  clientId: string,
  { redirectUri, secret }: WalkProof,
  { minutes, ...hand }: Reaching & { readonly minutes: number },
): Promise<boolean> {
  return noted(books, "client-walked", clientId, async (tx) => {
    const present = await lockClient(tx, clientId, hand);
    if (present === undefined) return false;
    if (!isWalkable(present)) throw new WalkImpossible();
    await tx
      .updateTable("portal.oidc_client")
      .set({
        ...noWalk,
        walk_redirect_uri: redirectUri,
        walk_secret_digest: hashToken(secret),
        // Secrets follow the machine's time.
        walk_until: new Date(Date.now() + minutes * 60_000),
      })
      .where("client_id", "=", clientId)
      .execute();
    return true;
  });
}

/**
 * The application of a walk that goes on.
 *
 * @returns null: there is none within reach; undefined: the walk is over, or it is another's.
 * @throws OwnApplication
 */
export async function findClientWalk(
  { db }: Pick<PortalContext, "db">,
  clientId: string,
  { redirectUri, secret }: WalkProof,
  { reach = "all" }: Pick<Reaching, "reach">,
): Promise<CheckedRegistration | null | undefined> {
  const row = await reachedClients(db, reach)
    .select([
      "metadata",
      "walk_redirect_uri",
      "walk_secret_digest",
      "walk_until",
      "walk_finishing_at",
    ])
    .where("client_id", "=", clientId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const client = registrationOf(clientId, row.metadata);
  // It may have become the operator's meanwhile.
  if (isOperatorsOwn(client)) throw new OwnApplication();
  const isThisOne =
    row.walk_redirect_uri === redirectUri && row.walk_secret_digest === hashToken(secret);
  const isOver = (row.walk_until?.getTime() ?? 0) <= Date.now() || row.walk_finishing_at !== null;
  return isThisOne && !isOver ? client : undefined;
}

/**
 * The same for whoever finishes the walk: once, whatever comes at the same moment. A code that is
 * redeemed twice takes back what it gave.
 *
 * @throws OwnApplication
 */
export async function claimClientWalk(
  { db }: Pick<PortalContext, "db">,
  clientId: string,
  proof: WalkProof,
  hand: Pick<Reaching, "reach">,
): Promise<CheckedRegistration | null | undefined> {
  const client = await findClientWalk({ db }, clientId, proof, hand);
  if (!client) return client;
  const claimed = await db
    .updateTable("portal.oidc_client")
    .set({ walk_finishing_at: new Date() })
    .where("client_id", "=", clientId)
    .where("walk_redirect_uri", "=", proof.redirectUri)
    .where("walk_secret_digest", "=", hashToken(proof.secret))
    .where("walk_finishing_at", "is", null)
    .returning("client_id")
    .executeTakeFirst();
  return claimed && client;
}

/** Takes a walk's return address and secret away. @returns whether they were there. */
export async function endClientWalk(
  { db }: Pick<PortalContext, "db">,
  clientId: string,
  { redirectUri, secret }: WalkProof,
): Promise<boolean> {
  const row = await db
    .updateTable("portal.oidc_client")
    .set(noWalk)
    .where("client_id", "=", clientId)
    .where("walk_redirect_uri", "=", redirectUri)
    .where("walk_secret_digest", "=", hashToken(secret))
    .returning("client_id")
    .executeTakeFirst();
  return row !== undefined;
}
