import type { ClientInfo } from "@sekimori/kit-server/client-info";
import { transaction } from "@sekimori/kit-server/database";
import type { PortalContext } from "../../context.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";

/**
 * Turns an account's monthly summary on or off; what is so already stays without a trace.
 *
 * @returns whether the account is there.
 */
export function subscribe(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  accountId: string,
  enabled: boolean,
  client: ClientInfo,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) return false;
    if (account.monthly_summary === enabled) return true;
    await updateAccount(tx, accountId, { monthly_summary: enabled });
    await appendAudit(tx, {
      accountId,
      action: enabled ? "monthly-summary.subscribed" : "monthly-summary.unsubscribed",
      at: clock.now(),
      client,
    });
    return true;
  });
}
