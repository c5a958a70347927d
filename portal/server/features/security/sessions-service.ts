import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { hasPassword, lockAccount, updateAccount } from "../account/account-repository.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { stopDelay } from "../authenticators/recovery-delay.ts";
import { deleteTrusts } from "../authenticators/trusted-browser-repository.ts";
import { forgetDevices } from "../session/known-device.ts";
import { deleteSession, deleteSessions } from "../session/session-repository.ts";
import { isOwnActivity } from "./activity-repository.ts";

/** @throws AppError NotFound where it is nobody's, or another's. */
export async function endSessionOf(
  { db, clock }: PortalContext,
  accountId: string,
  sessionId: string,
  client: ClientInfo,
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await deleteSession(tx, accountId, sessionId))) throw new AppError("NotFound");
    await appendAudit(tx, { accountId, action: "session.ended", at: clock.now(), client });
  });
}

/** @returns how many were ended beside the present one. */
export function endSessionsBeside(
  { db, clock }: PortalContext,
  accountId: string,
  present: string,
  client: ClientInfo,
): Promise<number> {
  return transaction(db, async (tx) => {
    const count = await deleteSessions(tx, accountId, present);
    const event = { accountId, at: clock.now(), client };
    if (count > 0) await appendAudit(tx, { ...event, action: "session.ended" });
    // Who ends them all wants nobody to come back by the password alone.
    if (await deleteTrusts(tx, accountId)) {
      await appendAudit(tx, { ...event, action: "trusted-browser.removed" });
    }
    return count;
  });
}

/** What somebody reports as not their own doing. */
export interface Report {
  readonly event: string;
  /** The session that reports, which goes on. */
  readonly session: string;
  /** The browser that reports. */
  readonly device: string | undefined;
}

/**
 * "This wasn't me": ends every other session, forgets every other browser, and has the password
 * changed at the next sign-in.
 *
 * @throws AppError NotFound where the event is not of this account.
 */
export async function reportAsForeign(
  context: PortalContext,
  accountId: string,
  { event, session, device }: Report,
  client: ClientInfo,
): Promise<void> {
  const { db, clock } = context;
  if (!(await isOwnActivity(db, accountId, event))) throw new AppError("NotFound");
  await transaction(db, async (tx) => {
    if (await hasPassword(tx, accountId)) {
      await updateAccount(tx, accountId, { password_reset_required: true });
    }
    await deleteSessions(tx, accountId, session);
    await deleteTrusts(tx, accountId);
    // The one that reports stays known: with none, the next sign-in would be told to nobody.
    await forgetDevices(tx, accountId, device);
    const detail = { event };
    const at = clock.now();
    await appendAudit(tx, { accountId, action: "activity.reported", at, client, detail });
    const account = await lockAccount(tx, accountId);
    if (account) await stopDelay(context, tx, account, "stopped", client);
  });
}
