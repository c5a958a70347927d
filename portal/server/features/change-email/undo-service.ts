import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { changeUndoneMail } from "../../mails/change-email-mails.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { forgetDevices } from "../session/known-device.ts";
import { deleteSessions } from "../session/session-repository.ts";
import { undoContext } from "./change-email-service.ts";

/**
 * Restores the address an account had, by the link mailed there. Whoever changed it may know the
 * password, so every session ends and the next sign-in must set a new one.
 *
 * @returns the address that is restored.
 * @throws AppError CodeExpired: unknown, used or too old, or the address has another account now.
 */
export async function undoEmailChange(
  context: PortalContext,
  token: string,
  client: ClientInfo,
): Promise<string> {
  const { db, clock, sealer } = context;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const undo = await tx
      .selectFrom("portal.email_change_undo")
      .selectAll()
      .where("token_digest", "=", hashToken(token))
      .where("expires_at", ">", now)
      .executeTakeFirst();
    const account = undo && (await lockAccount(tx, undo.account_id));
    if (!undo || !account) throw new AppError("CodeExpired");
    const { id: accountId } = account;
    const { numDeletedRows } = await tx
      .deleteFrom("portal.email_change_undo")
      .where("token_digest", "=", undo.token_digest)
      .executeTakeFirst();
    const owner = await tx
      .selectFrom("portal.account")
      .select("id")
      .where("email_digest", "=", undo.email_digest)
      .executeTakeFirst();
    const isTaken = owner !== undefined && owner.id !== accountId;
    if (numDeletedRows !== 1n || isTaken) throw new AppError("CodeExpired");
    const email = sealer.open(undo.email, undoContext(accountId)).toString("utf8");
    const personal = openPersonalData(sealer, accountId, account.personal);
    const restored = sealPersonalData(sealer, accountId, { ...personal, email });
    await updateAccount(tx, accountId, {
      email_digest: undo.email_digest,
      personal: restored,
      password_reset_required: true,
    });
    await stopDelay(context, tx, { ...account, personal: restored }, "stopped", client);
    await deleteSessions(tx, accountId);
    for (const table of [
      "portal.sign_in_attempt",
      "portal.email_change",
      "portal.email_change_undo",
    ] as const) {
      await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
    }
    await forgetDevices(tx, accountId);
    await mailMember(context, tx, { ...account, personal: restored }, changeUndoneMail);
    await appendAudit(tx, { accountId, action: "email.change-undone", at: now, client });
    return email;
  });
}
