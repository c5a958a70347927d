import { resendPauseMs } from "@sekimori/portal-contract/constants";

/**
 * Milliseconds to wait until a code may be sent again. The server has just said the moment by its
 * own clock, which may be far from this machine's: however far, the wait is never longer than the
 * pause between two codes.
 *
 * @param resendAt ISO 8601; nothing when no code has been sent.
 * @param now this machine's clock, milliseconds since 1970.
 */
export function resendWait(resendAt: string | null | undefined, now: number): number {
  if (resendAt === null || resendAt === undefined) return 0;
  return Math.min(Math.max(Date.parse(resendAt) - now, 0), resendPauseMs);
}
