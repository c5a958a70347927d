import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { twoFactorMail } from "../../mails/account-mails.ts";
import { updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { deleteFactors } from "../authenticators/authenticator-repository.ts";
import { requireKept } from "../authenticators/change-of-factors.ts";
import { lockMember } from "../session/lock-member.ts";
import type { MemberRow } from "../session/member.ts";
import { deleteSessions, renewToken } from "../session/session-repository.ts";

/**
 * Turns the second factor on or off and tells the member by mail.
 *
 * @returns the session's new token; undefined where it was so already.
 * @throws AppError ManagedExternally, FactorWanted, SessionExpired.
 */
export async function setTwoFactor(
  context: PortalContext,
  member: MemberRow,
  enabled: boolean,
  client: ClientInfo,
): Promise<string | undefined> {
  const { account_id: accountId } = member;
  if (member.external_subject !== null) throw new AppError("ManagedExternally");
  const at = context.clock.now();
  return transaction(context.db, async (tx) => {
    const account = await lockMember(tx, member, at);
    if (account.mfa_enabled === enabled) return undefined;
    const renewed = await renewToken(tx, member.session_id, at);
    if (renewed === undefined) throw new AppError("SessionExpired");
    await updateAccount(tx, accountId, { mfa_enabled: enabled });
    // Without a second factor there is no app or passkey, and nothing to recover it with.
    const had = enabled ? undefined : await deleteFactors(tx, accountId);
    if (!enabled) await requireKept(context, tx, accountId);
    // Whoever else is signed in has shown one factor only (ASVS 7.4.3).
    await deleteSessions(tx, accountId, member.session_id);
    await mailMember(context, tx, account, (sender, locale) =>
      twoFactorMail(sender, locale, enabled),
    );
    const action = enabled ? "two-factor.enabled" : "two-factor.disabled";
    await appendAudit(tx, { accountId, action, at, client });
    if (had?.hadApp) {
      await appendAudit(tx, { accountId, action: "authenticator-app.removed", at, client });
    }
    for (let left = had?.passkeys ?? 0; left > 0; left -= 1) {
      await appendAudit(tx, { accountId, action: "passkey.removed", at, client });
    }
    return renewed;
  });
}
