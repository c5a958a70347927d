import { AppError } from "@sekimori/kit-server/errors";
import { recentSignInMs } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import type { MemberRow } from "./member.ts";

/**
 * Whether a session's sign-in is fresh enough for a sensitive change: ten minutes at most, and with
 * the second factor where the account has one, also when that was turned on since.
 */
export function isRecent(member: MemberRow, now: Date): boolean {
  const age = now.getTime() - member.authenticated_at.getTime();
  return age <= recentSignInMs && (!member.cached.view.mfa_enabled || member.second_factor);
}

/**
 * For a change that asks for the password itself: the second factor must be fresh where there is one.
 *
 * @throws AppError RecentSignInRequired.
 */
export function requireSecondFactor(
  { clock }: Pick<PortalContext, "clock">,
  member: MemberRow,
): void {
  if (!member.cached.view.mfa_enabled || member.external_subject !== null) return;
  if (!isRecent(member, clock.now())) throw new AppError("RecentSignInRequired");
}
