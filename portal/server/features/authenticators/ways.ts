import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";

/** What an account has to prove its second factor with. */
export interface HeldFactors {
  readonly hasApp: boolean;
  readonly hasRecoveryCodes: boolean;
}

/**
 * By which ways an account's second factor is proved, the one to ask for first in front. With an app
 * on no mail does: the mailbox alone must not be the way back, because it resets the password too.
 */
export function waysOf({ hasApp, hasRecoveryCodes }: HeldFactors): SecondFactorWay[] {
  if (!hasApp) return ["email"];
  return hasRecoveryCodes ? ["app", "recovery-code"] : ["app"];
}
