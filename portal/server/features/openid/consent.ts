import type { PortalContext } from "../../context.ts";
import { wordsOf } from "./scopes.ts";

const consentOf = (db: PortalContext["db"], accountId: string, clientId: string) =>
  db
    .selectFrom("portal.oidc_consent")
    .select("scope")
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId);

/** What a member has allowed an application so far; undefined when nothing. */
export async function rememberedScope(
  { db }: Pick<PortalContext, "db">,
  accountId: string,
  clientId: string,
): Promise<string | undefined> {
  const row = await consentOf(db, accountId, clientId).executeTakeFirst();
  return row?.scope;
}

/**
 * Whether an application is still allowed something. It waits for a withdrawal that is under way:
 * of a grant made before this answer, the withdrawal knows.
 */
export async function isStillAllowed(
  { db }: Pick<PortalContext, "db">,
  accountId: string,
  clientId: string,
): Promise<boolean> {
  const row = await consentOf(db, accountId, clientId).forShare().executeTakeFirst();
  return row !== undefined;
}

/** Remembers what a member allowed, so that it is asked once and not at every sign-in. */
export async function rememberConsent(
  context: Pick<PortalContext, "db" | "clock">,
  accountId: string,
  clientId: string,
  scope: string,
): Promise<void> {
  const earlier = await rememberedScope(context, accountId, clientId);
  // Offline access is asked for each time (OpenID Connect Core, section 11).
  const all = new Set([...wordsOf(earlier ?? ""), ...wordsOf(scope)]);
  all.delete("offline_access");
  const scopes = { scope: [...all].join(" ") };
  const granted_at = context.clock.now();
  // Since when it has had access; each time it was allowed more is in the activity log.
  await context.db
    .insertInto("portal.oidc_consent")
    .values({ account_id: accountId, client_id: clientId, granted_at, ...scopes })
    .onConflict((conflict) => conflict.columns(["account_id", "client_id"]).doUpdateSet(scopes))
    .execute();
}
