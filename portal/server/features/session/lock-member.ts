import { AppError } from "@sekimori/kit-server/errors";
import type { PortalTransaction } from "../../context.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import type { MemberRow } from "./member.ts";

export type LockableMember = Pick<MemberRow, "account_id" | "session_id">;

/**
 * Locks the member's account for a change. A session that was ended while its call waited for the
 * account may change nothing any more, so it is looked at again, and kept until the change is made.
 *
 * @throws AppError SessionExpired.
 */
export async function lockMember(
  tx: PortalTransaction,
  member: LockableMember,
  now: Date,
): Promise<AccountRow> {
  const account = await lockAccount(tx, member.account_id);
  const session = await tx
    .selectFrom("portal.session")
    .select("id")
    .where("id", "=", member.session_id)
    .where("expires_at", ">", now)
    .forKeyShare()
    .executeTakeFirst();
  if (!account || !session) throw new AppError("SessionExpired");
  return account;
}
