import type { PortalContext } from "../../../context.ts";
import { wordsOf } from "../protocol/scopes.ts";

const consentOf = (db: PortalContext["db"], accountId: string, clientId: string) =>
  db
    .selectFrom("portal.oidc_consent")
    .select(["scope", "claims"])
    .where("account_id", "=", accountId)
    .where("client_id", "=", clientId);

/** Scopes and single claims, each as words with spaces between. */
export interface Consent {
  readonly scope: string;
  readonly claims: string;
}

/** What a member has allowed an application so far; undefined when nothing. */
export async function rememberedConsent(
  { db }: Pick<PortalContext, "db">,
  accountId: string,
  clientId: string,
): Promise<Consent | undefined> {
  return consentOf(db, accountId, clientId).executeTakeFirst();
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
  { scope, claims }: Consent,
): Promise<void> {
  const earlier = await rememberedConsent(context, accountId, clientId);
  const joined = (one = "", other = "") => new Set([...wordsOf(one), ...wordsOf(other)]);
  // Offline access is asked for each time (OpenID Connect Core, section 11).
  const scopes = joined(earlier?.scope, scope);
  scopes.delete("offline_access");
  const allowed = {
    scope: [...scopes].join(" "),
    claims: [...joined(earlier?.claims, claims)].join(" "),
  };
  const granted_at = context.clock.now();
  // Since when it has had access; each time it was allowed more is in the activity log.
  await context.db
    .insertInto("portal.oidc_consent")
    .values({ account_id: accountId, client_id: clientId, granted_at, ...allowed })
    .onConflict((conflict) => conflict.columns(["account_id", "client_id"]).doUpdateSet(allowed))
    .execute();
}
