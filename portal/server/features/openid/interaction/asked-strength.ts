import type { PortalContext } from "../../../context.ts";
import { findWays } from "../../authenticators/authenticator-repository.ts";
import type { MemberRow } from "../../session/member.ts";
import { strengthOf } from "../protocol/authentication.ts";
import {
  type AskedStrength,
  askedStrengths,
  isReached,
  leastOf,
  type Strength,
  strengthByWay,
  strongest,
} from "../protocol/strength.ts";

/** What a request asks of its sign-in and has not got. */
export interface MissingStrength {
  /** Whether the request fails without. */
  readonly isEssential: boolean;
  /** What would be good enough, if the account has something for it. */
  readonly reachable: Strength | undefined;
}

/** The strength that an account's own factors can give. */
async function reachableStrength(
  { db }: Pick<PortalContext, "db">,
  { account_id: accountId, cached }: MemberRow,
): Promise<Strength> {
  const isOn = cached.view.mfa_enabled;
  return strongest((isOn ? await findWays(db, accountId) : []).map(strengthByWay));
}

/** What is missing: what is insisted on before what is wished for, else undefined. */
export async function missingStrength(
  context: Pick<PortalContext, "db">,
  member: MemberRow,
  params: Parameters<typeof askedStrengths>[0],
): Promise<MissingStrength | undefined> {
  const reached = strengthOf(member);
  const missing = askedStrengths(params).filter((asked) => !isReached(reached, asked));
  if (missing.length === 0) return undefined;
  const best = await reachableStrength(context, member);
  const isReachable = (asked: AskedStrength) => isReached(best, asked);
  // What fails without is decided first; of wishes any that can be had.
  const asked =
    missing.find(({ isEssential }) => isEssential) ?? missing.find(isReachable) ?? missing[0];
  if (asked === undefined) return undefined;
  const { isEssential } = asked;
  return { isEssential, reachable: isReachable(asked) ? leastOf(asked) : undefined };
}
