import { hashToken } from "@sekimori/kit-server/cookies";
import type { PortalContext, PortalTransaction } from "../../context.ts";

/** Browsers forget cookies after 400 days at the latest (RFC 6265bis, section 5.5). */
export const deviceCookieSeconds = 400 * 24 * 60 * 60;

export interface RememberedDevice {
  readonly token: string;
  /** The account was signed in to before, but never from this browser. */
  readonly isNewToAccount: boolean;
}

/**
 * Remembers the browser of a completed sign-in. One browser keeps one token for all accounts; a
 * token that somebody made up is not taken over.
 */
export async function rememberDevice(
  { digests }: Pick<PortalContext, "digests">,
  tx: PortalTransaction,
  accountId: string,
  presented: string | undefined,
  now: Date,
): Promise<RememberedDevice> {
  const devices = await tx
    .selectFrom("portal.known_device")
    .select("token_digest")
    .where("account_id", "=", accountId)
    .execute();
  const isOurs = presented !== undefined && digests.isDeviceToken(presented);
  const token = isOurs ? presented : digests.newDeviceToken();
  const digest = hashToken(token);
  await tx
    .insertInto("portal.known_device")
    .values({
      account_id: accountId,
      token_digest: digest,
      first_seen_at: now,
      last_seen_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["account_id", "token_digest"]).doUpdateSet({ last_seen_at: now }),
    )
    .execute();
  const isKnown = devices.some((device) => device.token_digest === digest);
  return { token, isNewToAccount: devices.length > 0 && !isKnown };
}

/** Forgets the account's browsers; `kept` is the token of one that stays known, if it is. */
export async function forgetDevices(
  tx: PortalTransaction,
  accountId: string,
  kept?: string,
): Promise<void> {
  await tx
    .deleteFrom("portal.known_device")
    .where("account_id", "=", accountId)
    .where("token_digest", "!=", kept === undefined ? "" : hashToken(kept))
    .execute();
}
