import { hashToken } from "@sekimori/kit-server/cookies";
import type { PortalContext, Queryable } from "../../context.ts";

/** Longer than any assertion counts: it is ten minutes old at most. */
const memoryMs = 60 * 60_000;

/** Uses an assertion, or another word of the provider's, which counts once. @returns false where it was used before. */
export async function useAssertion(
  { db, clock }: { readonly db: Queryable; readonly clock: PortalContext["clock"] },
  connectionId: string,
  assertionId: string,
): Promise<boolean> {
  const inserted = await db
    .insertInto("portal.sso_assertion")
    .values({
      connection_id: connectionId,
      assertion_digest: hashToken(assertionId),
      expires_at: new Date(clock.now().getTime() + memoryMs),
    })
    .onConflict((conflict) => conflict.columns(["connection_id", "assertion_digest"]).doNothing())
    .returning("connection_id")
    .executeTakeFirst();
  return inserted !== undefined;
}
