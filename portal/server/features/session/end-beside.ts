import type { PortalTransaction } from "../../context.ts";
import { forgetDevices } from "./known-device.ts";
import { deleteSessions } from "./session-repository.ts";

/** What stays as it is when a member who is signed in changes how the account is protected. */
export interface Spared {
  readonly sessionId: string;
  readonly deviceToken: string | undefined;
}

/**
 * Closes every door that what protected the account before may have opened: sessions, half-done
 * sign-ins, a pending e-mail change, resets, remembered browsers.
 */
export async function endAllBeside(
  tx: PortalTransaction,
  accountId: string,
  spared?: Spared,
): Promise<void> {
  await deleteSessions(tx, accountId, spared?.sessionId);
  for (const table of [
    "portal.sign_in_attempt",
    "portal.email_change",
    "portal.reset_request",
  ] as const) {
    await tx.deleteFrom(table).where("account_id", "=", accountId).execute();
  }
  await forgetDevices(tx, accountId, spared?.deviceToken);
}
