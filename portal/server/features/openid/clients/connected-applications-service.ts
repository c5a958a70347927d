import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { ConnectedApplication } from "@sekimori/portal-contract/endpoints/connected-applications";
import { consentScopes } from "@sekimori/portal-contract/endpoints/openid";
import type { PortalContext } from "../../../context.ts";
import { appendAudit, type ClientInfo } from "../../audit/audit.ts";
import { issuerOf } from "../protocol/provider-paths.ts";
import { scopeOfClaim, wordsOf } from "../protocol/scopes.ts";
import { backChannelLogout } from "./back-channel.ts";
import {
  findHoldings,
  forgetConsent,
  type Holding,
  leaveSessions,
  revokeGrants,
} from "./connected-applications-repository.ts";

/**
 * What an application may learn or do by what it holds: a claim allowed by itself is shown as the
 * scope that gives it, and what it is not registered for any more it is not told.
 */
function scopesOf(holdings: readonly Holding[]): ConnectedApplication["scopes"] {
  const held = holdings.flatMap(({ scope, claims, registered }) => {
    const words = [...wordsOf(scope), ...claims.map(scopeOfClaim)];
    if (registered === undefined) return words;
    const told = ["offline_access", ...wordsOf(registered)];
    return words.filter((word) => word !== undefined && told.includes(word));
  });
  return consentScopes.filter((scope) => held.includes(scope));
}

/** The applications that have access to an account, by the name that its reader knows. */
export async function connectedApplications(
  { db, clock, settings }: Pick<PortalContext, "db" | "clock" | "settings">,
  accountId: string,
  locale: Locale,
): Promise<ConnectedApplication[]> {
  const startUrl = (uri: string | undefined): string | null => {
    if (uri === undefined) return null;
    const url = new URL(uri);
    // Which provider it is to sign in at (OpenID Connect Core, section 4).
    url.searchParams.set("iss", issuerOf(settings.portalOrigin));
    return url.href;
  };
  const holdings = await findHoldings(db, accountId, clock.now());
  const byClient = Map.groupBy(holdings, ({ clientId }) => clientId);
  return [...byClient]
    .flatMap(([id, held]) => {
      const [first] = held;
      if (first === undefined) return [];
      const { names, firstParty, startUri, since } = first;
      const told = { id, name: names[locale], firstParty, startUrl: startUrl(startUri) };
      return [{ ...told, scopes: scopesOf(held), since: since.toISOString() }];
    })
    .toSorted((a, b) => a.name.localeCompare(b.name, locale) || a.id.localeCompare(b.id));
}

/**
 * Takes away all that an application has of an account, and tells it that the sign-in there is
 * over. Does nothing where it has nothing.
 */
export async function withdrawAccess(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  accountId: string,
  clientId: string,
  browser: ClientInfo,
): Promise<void> {
  await transaction(db, async (tx) => {
    // In the order in which the end of a session takes them, so that the two never wait in a circle.
    const left = await leaveSessions(tx, accountId, clientId);
    const wasAllowed = await forgetConsent(tx, accountId, clientId);
    const hadGrants = await revokeGrants(tx, accountId, clientId);
    for (const sid of left) {
      await enqueue(tx, backChannelLogout, { accountId, authorizations: { [clientId]: { sid } } });
    }
    if (left.length === 0 && !wasAllowed && !hadGrants) return;
    await appendAudit(tx, {
      accountId,
      action: "consent.withdrawn",
      at: clock.now(),
      client: browser,
      detail: { client: clientId },
    });
  });
}
