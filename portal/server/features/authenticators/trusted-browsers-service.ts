import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { TrustedBrowser } from "@sekimori/portal-contract/endpoints/trusted-browsers";
import type { PortalContext, PortalTransaction, Queryable } from "../../context.ts";
import { appendAudit } from "../audit/audit.ts";
import type { Browser } from "../session/browser.ts";
import type { MemberRow } from "../session/member.ts";
import { presentSeries } from "./trust-browser.ts";
import { deleteTrust, deleteTrusts, findTrustedBrowsers } from "./trusted-browser-repository.ts";

/** What My Page shows of the browsers that an account trusts. */
export async function showTrustedBrowsers(
  { clock }: Pick<PortalContext, "clock">,
  db: Queryable,
  accountId: string,
  browser: Browser,
): Promise<{ readonly browsers: TrustedBrowser[] }> {
  const present = presentSeries(browser, accountId);
  const rows = await findTrustedBrowsers(db, accountId, clock.now());
  return {
    browsers: rows.map((row) => ({
      id: row.id,
      current: row.series_digest === present,
      device: row.device,
      trustedAt: row.created_at.toISOString(),
      lastUsedAt: row.last_used_at?.toISOString() ?? null,
      expiresAt: row.expires_at.toISOString(),
    })),
  };
}

async function end(
  context: PortalContext,
  { account_id: accountId }: MemberRow,
  browser: Browser,
  remove: (tx: PortalTransaction) => Promise<boolean>,
) {
  const at = context.clock.now();
  return transaction(context.db, async (tx) => {
    if (await remove(tx)) {
      const event = { accountId, at, client: browser.client };
      await appendAudit(tx, { ...event, action: "trusted-browser.removed" });
    }
    return showTrustedBrowsers(context, tx, accountId, browser);
  });
}

/** @throws AppError NotFound where it is not trusted, or another's. */
export const endTrustIn = (
  context: PortalContext,
  member: MemberRow,
  id: string,
  browser: Browser,
) =>
  end(context, member, browser, async (tx) => {
    if (!(await deleteTrust(tx, member.account_id, { id }))) throw new AppError("NotFound");
    return true;
  });

/** Ends the trust in every browser; without any nothing is done. */
export const endTrust = (context: PortalContext, member: MemberRow, browser: Browser) =>
  end(context, member, browser, (tx) => deleteTrusts(tx, member.account_id));
