import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";

/** What an account has to prove its second factor with. */
export interface HeldFactors {
  readonly hasPasskey: boolean;
  readonly hasApp: boolean;
  readonly hasRecoveryCodes: boolean;
}

/**
 * By which ways an account's second factor is proved, the one to ask for first in front. With a
 * passkey or an app on no mail does: the mailbox alone must not be the way back, because it resets the
 * password too.
 */
export function waysOf({ hasPasskey, hasApp, hasRecoveryCodes }: HeldFactors): SecondFactorWay[] {
  if (!hasPasskey && !hasApp) return ["email"];
  const ways: SecondFactorWay[] = [];
  if (hasPasskey) ways.push("passkey");
  if (hasApp) ways.push("app");
  if (hasRecoveryCodes) ways.push("recovery-code");
  return ways;
}
