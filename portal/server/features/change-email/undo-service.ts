import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { Selectable } from "kysely";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { changeUndoneMail } from "../../mails/change-email-mails.ts";
import { type AccountRow, lockAccount, updateAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { openPersonalData, sealPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { forgetDevices } from "../session/known-device.ts";
import { deleteSessions } from "../session/session-repository.ts";
import { undoContext } from "./change-email-service.ts";

type Undo = Selectable<Tables["portal.email_change_undo"]>;

/** Whose former address it is; undefined: the way back is over. */
const accountOf = async (
  tx: PortalTransaction,
  undo: Undo | undefined,
): Promise<AccountRow | undefined> => undo && (await lockAccount(tx, undo.account_id));

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
  const { db, clock } = context;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const undo = await tx
      .selectFrom("portal.email_change_undo")
      .selectAll()
      .where("token_digest", "=", hashToken(token))
      .where("expires_at", ">", now)
      .executeTakeFirst();
    const account = await accountOf(tx, undo);
    const email = undo && account && (await restoreAddress(tx, context, { undo, account, client }));
    if (email === undefined || account === undefined) throw new AppError("CodeExpired");
    const { id: accountId } = account;
    await appendAudit(tx, { accountId, action: "email.change-undone", at: now, client });
    return email;
  });
}

/** @returns the address; undefined: used meanwhile, or it has another account now. */
async function restoreAddress(
  tx: PortalTransaction,
  context: PortalContext,
  asked: { readonly undo: Undo; readonly account: AccountRow; readonly client: ClientInfo | null },
): Promise<string | undefined> {
  const { undo, account, client } = asked;
  const { sealer } = context;
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
  if (numDeletedRows !== 1n || isTaken) return undefined;
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
  return email;
}

/** An address that an account had, while there is a way back to it. */
export interface FormerAddress {
  /** When it was changed; names the change. */
  readonly changedAt: Date;
  readonly email: string;
  readonly until: Date;
}

/** Where an account's address can go back to, the latest change first. */
export async function formerAddresses(
  { db, clock, sealer }: Pick<PortalContext, "db" | "clock" | "sealer">,
  accountId: string,
): Promise<FormerAddress[]> {
  const rows = await db
    .selectFrom("portal.email_change_undo")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("expires_at", ">", clock.now())
    .orderBy("created_at", "desc")
    .execute();
  return rows.map((row) => ({
    changedAt: row.created_at,
    email: sealer.open(row.email, undoContext(accountId)).toString("utf8"),
    until: row.expires_at,
  }));
}

/** The change of an address that can be undone; undefined: none of this moment, or no more. */
export const undoableChange = (
  tx: PortalTransaction,
  { clock }: Pick<PortalContext, "clock">,
  { accountId, changedAt }: { readonly accountId: string; readonly changedAt: Date },
): Promise<Undo | undefined> =>
  tx
    .selectFrom("portal.email_change_undo")
    .selectAll()
    .where("account_id", "=", accountId)
    .where("created_at", "=", changedAt)
    .where("expires_at", ">", clock.now())
    .executeTakeFirst();

/**
 * The same as the link does, for a member who can't read mail at the former address just now; what
 * staff agree on. Whoever calls writes it down, as the last statement.
 *
 * @returns whether it is done
 */
export async function undoEmailChangeIn(
  tx: PortalTransaction,
  context: PortalContext,
  change: { readonly accountId: string; readonly changedAt: Date },
): Promise<boolean> {
  const undo = await undoableChange(tx, context, change);
  const account = await accountOf(tx, undo);
  if (undo === undefined || account === undefined) return false;
  return (await restoreAddress(tx, context, { undo, account, client: null })) !== undefined;
}
