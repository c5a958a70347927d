import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import type { ClientInfo } from "../audit/audit.ts";
import { stopByLink, stopDelay } from "../authenticators/recovery-delay.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";

/** Stops a delay by the link in its mails. @throws AppError CodeExpired. */
export async function stopRecovery(
  context: PortalContext,
  token: string,
  client: ClientInfo,
): Promise<void> {
  const isStopped = await transaction(context.db, (tx) => stopByLink(context, tx, token, client));
  if (!isStopped) throw new AppError("CodeExpired");
}

/** Stops the delay of a member's own account. @throws AppError NotFound, SessionExpired. */
export async function stopOwnRecovery(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<void> {
  await transaction(context.db, async (tx) => {
    const account = await lockMember(tx, member, context.clock.now());
    const isStopped = await stopDelay(context, tx, account, "stopped", client);
    if (!isStopped) throw new AppError("NotFound");
  });
}
