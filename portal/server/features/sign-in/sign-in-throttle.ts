import { hashToken } from "@sekimori/kit-server/cookies";
import type { PortalContext } from "../../context.ts";
import { isKnownDevice } from "../session/known-device.ts";

const endpoint = "signInGuard";
const nobody = "00000000-0000-0000-0000-000000000000";

/**
 * Slows guessing without barring the owner. Guesses at one account from browsers it does not know
 * share one count; a browser that it was signed in to from has a count of its own, so a stranger
 * who spends the first cannot lock the owner's own browser out (OWASP, device cookies). The count
 * is by address, not by account: unknown addresses answer alike.
 *
 * @returns forgets the count again, for a sign-in that succeeded.
 * @throws AppError TooManyRequest.
 */
export async function throttleSignIn(
  context: PortalContext,
  guess: {
    readonly emailDigest: string;
    readonly accountId: string | undefined;
    readonly ipAddress: string;
    readonly deviceToken: string | undefined;
  },
): Promise<() => Promise<void>> {
  const { db, limiter, settings } = context;
  const { emailDigest, accountId, ipAddress, deviceToken } = guess;
  const perNetwork = { by: "network", points: settings.signInsPerNetwork, seconds: 600 } as const;
  await limiter.consume(endpoint, perNetwork, ipAddress);
  // Asked for unknown addresses too: the look-up must not tell them apart by its time.
  const isTrusted = await isKnownDevice(db, accountId ?? nobody, deviceToken);
  const limit = { by: "field:email", points: settings.signInsPerAccount, seconds: 900 } as const;
  const key =
    isTrusted && deviceToken !== undefined
      ? `${emailDigest}:${hashToken(deviceToken)}`
      : emailDigest;
  await limiter.consume(endpoint, limit, key);
  return () => limiter.forgive(endpoint, limit, key);
}
