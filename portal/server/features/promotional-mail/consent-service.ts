import type { ClientInfo } from "@sekimori/kit-server/client-info";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { appendAudit } from "../audit/audit.ts";

/**
 * Gives or withdraws a member's consent to promotional mail; what is so already stays without a
 * trace. The account says what holds now. When each was said, and from where, stands in the audit
 * log, which nothing can rewrite: consent has to be proved (Act on Regulation of Transmission of
 * Specified Electronic Mail, art. 3).
 *
 * @throws AppError SessionExpired when the account is closed.
 */
export function recordConsent(
  { db, clock }: Pick<PortalContext, "db" | "clock">,
  accountId: string,
  consented: boolean,
  client: ClientInfo,
): Promise<void> {
  return transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (account === undefined) throw new AppError("SessionExpired");
    if (account.promotional_mail === consented) return;
    await updateAccount(tx, accountId, { promotional_mail: consented });
    await appendAudit(tx, {
      accountId,
      action: consented ? "promotional-mail.consented" : "promotional-mail.withdrawn",
      at: clock.now(),
      client,
    });
  });
}
