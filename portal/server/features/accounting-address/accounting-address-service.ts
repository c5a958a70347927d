import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import {
  accountingCodeLifetimeMs,
  oneTimePasswordTries,
  resendPauseMs,
} from "@sekimori/portal-contract/constants";
import type { AccountingAddress } from "@sekimori/portal-contract/endpoints/accounting-address";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { accountingAddressMail, accountingCodeMail } from "../../mails/accounting-mails.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { newCode } from "../credentials/digests.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { findAccountingAddress, sealAddress } from "./accounting-addresses.ts";

const scope = (accountId: string) => `accounting-address:${accountId}`;
const proofContext = (accountId: string) => `portal.accounting_proof.email:${accountId}`;
const resendAt = (sentAt: Date) => new Date(sentAt.getTime() + resendPauseMs);

async function forgetProof(tx: PortalTransaction, accountId: string): Promise<void> {
  await tx.deleteFrom("portal.accounting_proof").where("account_id", "=", accountId).execute();
}

/** Where copies go, and what waits for its code. */
export async function showAccountingAddress(
  context: PortalContext,
  accountId: string,
): Promise<AccountingAddress> {
  const { db, sealer, clock } = context;
  const proof = await db
    .selectFrom("portal.accounting_proof")
    .select(["email", "created_at"])
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();
  return {
    email: (await findAccountingAddress(context, accountId))?.email ?? null,
    pending: proof
      ? {
          email: sealer.open(proof.email, proofContext(accountId)).toString("utf8"),
          resendAt: resendAt(proof.created_at).toISOString(),
        }
      : null,
  };
}

/**
 * Mails a code to an address of accounting. Nothing else is sent there before the code came back,
 * and the mail has no word of the member's: it cannot carry a message to a stranger.
 *
 * @throws AppError TooManyRequest (the same address again within a minute), SessionExpired.
 */
export async function requestAccountingAddress(
  context: PortalContext,
  member: LockableMember,
  email: string,
  client: ClientInfo,
): Promise<AccountingAddress> {
  const { db, clock, digests, sealer, mail, mailSender } = context;
  const { account_id: accountId } = member;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const { language: locale } = await lockMember(tx, member, now);
    const former = await tx
      .selectFrom("portal.accounting_proof")
      .select(["email", "created_at"])
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    const isSame =
      former && sealer.open(former.email, proofContext(accountId)).toString("utf8") === email;
    const waitMs = isSame ? resendAt(former.created_at).getTime() - now.getTime() : 0;
    if (waitMs > 0) {
      const retryAfterSeconds = Math.ceil(waitMs / 1000);
      throw new AppError("TooManyRequest", { data: { retryAfterSeconds } });
    }
    const code = newCode();
    const values = {
      email: sealer.seal(email, proofContext(accountId)),
      code_digest: digests.code(scope(accountId), code),
      tries: 0,
      created_at: now,
      expires_at: new Date(now.getTime() + accountingCodeLifetimeMs),
    };
    await tx
      .insertInto("portal.accounting_proof")
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
      .execute();
    const hours = accountingCodeLifetimeMs / 3_600_000;
    const content = accountingCodeMail(mailSender, locale, { code, hours });
    await mail.queueMail(tx, { to: email, locale, ...content });
    await appendAudit(tx, {
      accountId,
      action: "accounting-address.requested",
      at: now,
      client,
    });
  });
  return showAccountingAddress(context, accountId);
}

/**
 * Has copies sent to the address whose code this is. A former address gets none from here on.
 *
 * @throws AppError CodeInvalid, CodeExpired (also after too many tries), SessionExpired.
 */
export async function confirmAccountingAddress(
  context: PortalContext,
  member: LockableMember,
  code: string,
  client: ClientInfo,
): Promise<AccountingAddress> {
  const { db, clock, digests, sealer } = context;
  const { account_id: accountId } = member;
  const now = clock.now();
  const outcome = await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    const proof = await tx
      .selectFrom("portal.accounting_proof")
      .selectAll()
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (!proof || proof.expires_at <= now || proof.tries >= oneTimePasswordTries) {
      return "CodeExpired";
    }
    if (!digests.isCode(scope(accountId), code, proof.code_digest)) {
      // Not thrown in here: the try has to be counted.
      await tx
        .updateTable("portal.accounting_proof")
        .set({ tries: proof.tries + 1 })
        .where("account_id", "=", accountId)
        .execute();
      return "CodeInvalid";
    }
    await forgetProof(tx, accountId);
    const email = sealer.open(proof.email, proofContext(accountId)).toString("utf8");
    const values = { email: sealAddress(sealer, accountId, email), since: now };
    await tx
      .insertInto("portal.accounting_address")
      .values({ account_id: accountId, ...values })
      .onConflict((conflict) => conflict.column("account_id").doUpdateSet(values))
      .execute();
    await mailMember(context, tx, account, (sender, locale) =>
      accountingAddressMail(sender, locale, email),
    );
    await appendAudit(tx, { accountId, action: "accounting-address.changed", at: now, client });
    return "changed";
  });
  if (outcome !== "changed") throw new AppError(outcome);
  return showAccountingAddress(context, accountId);
}

/** Ends the copies, and forgets an address that waits. Safe to repeat. */
export async function removeAccountingAddress(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<AccountingAddress> {
  const { db, clock } = context;
  const { account_id: accountId } = member;
  const now = clock.now();
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, now);
    await forgetProof(tx, accountId);
    const gone = await tx
      .deleteFrom("portal.accounting_address")
      .where("account_id", "=", accountId)
      .executeTakeFirst();
    if (gone.numDeletedRows === 0n) return;
    await mailMember(context, tx, account, (sender, locale) =>
      accountingAddressMail(sender, locale, undefined),
    );
    await appendAudit(tx, {
      accountId,
      action: "accounting-address.removed",
      at: now,
      client,
    });
  });
  return showAccountingAddress(context, accountId);
}
