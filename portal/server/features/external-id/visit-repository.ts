import type { Locale } from "@sekimori/kit-contract/locale";
import { hashToken, newToken } from "@sekimori/kit-server/cookies";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext } from "../../context.ts";
import type { VisitSecrets } from "../../ports/external-identity.ts";

/** How long somebody may take at the provider. */
export const visitLifetimeMs = 30 * 60_000;

/** What a visit to the external identity provider is for. */
export type VisitPurpose =
  | { readonly is: "sign-in" }
  | { readonly is: "sign-up"; readonly plan: PlanId };

export interface StoredVisit {
  readonly purpose: VisitPurpose;
  readonly locale: Locale;
  readonly secrets: VisitSecrets;
}

type Books = Pick<PortalContext, "db" | "clock" | "sealer">;

const sealContext = (stateDigest: string) => `portal.external_request.secrets:${stateDigest}`;

export const newState = (): string => newToken();

/** Remembers a visit, for the browser that holds `browserToken` alone. */
export async function keepVisit(
  { db, clock, sealer }: Books,
  state: string,
  browserToken: string,
  visit: StoredVisit,
): Promise<void> {
  const now = clock.now();
  const digest = hashToken(state);
  await db
    .insertInto("portal.external_request")
    .values({
      state_digest: digest,
      browser_digest: hashToken(browserToken),
      purpose: visit.purpose.is,
      plan: visit.purpose.is === "sign-up" ? visit.purpose.plan : null,
      locale: visit.locale,
      secrets: sealer.seal(JSON.stringify(visit.secrets), sealContext(digest)),
      created_at: now,
      expires_at: new Date(now.getTime() + visitLifetimeMs),
    })
    .execute();
}

/**
 * Takes a visit out, so that its answer counts once. Undefined when there is none, it is over, or
 * another browser began it (a forged answer that would sign somebody in as the forger).
 */
export async function takeVisit(
  { db, clock, sealer }: Books,
  state: string,
  browserToken: string,
): Promise<StoredVisit | undefined> {
  const digest = hashToken(state);
  const row = await db
    .deleteFrom("portal.external_request")
    .where("state_digest", "=", digest)
    .where("browser_digest", "=", hashToken(browserToken))
    .where("expires_at", ">", clock.now())
    .returningAll()
    .executeTakeFirst();
  if (!row) return undefined;
  const opened = sealer.open(row.secrets, sealContext(digest)).toString("utf8");
  return {
    purpose: row.plan === null ? { is: "sign-in" } : { is: "sign-up", plan: row.plan },
    locale: row.locale,
    secrets: JSON.parse(opened) as VisitSecrets,
  };
}
