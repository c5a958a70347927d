import type { SecondFactorWay } from "@sekimori/portal-contract/endpoints/authenticators";
import type { PortalContext } from "../../context.ts";
import type { AccountWithPassword } from "../account/account-repository.ts";
import { findRecoveryCodes, findWays } from "../authenticators/authenticator-repository.ts";
import { findPasskeys } from "../authenticators/passkey-repository.ts";
import { findOpenDelay } from "../authenticators/recovery-delay.ts";
import { findSessions } from "../session/session-repository.ts";
import { findLocks, type SignInLock } from "../sign-in/locks.ts";

/** Sessions that are shown, the most recently used. */
const sessionsShown = 5;

/** How a member signs in, and what keeps them from it. */
export interface MemberAccess {
  readonly hasPassword: boolean;
  readonly externalIds: number;
  /** The strongest way that a sign-in asks for beside the password; null: none is. */
  readonly secondFactor: SecondFactorWay | null;
  readonly ways: readonly SecondFactorWay[];
  readonly passkeys: number;
  readonly recoveryCodesLeft: number;
  /** When the member may set a new password without any factor; null where no recovery is in progress. */
  readonly recoveryEndsAt: Date | null;
  readonly sessions: {
    readonly count: number;
    readonly lastSeenAt: Date | null;
    readonly latest: readonly {
      readonly device: string;
      readonly ipAddress: string;
      readonly createdAt: Date;
      readonly lastSeenAt: Date;
    }[];
  };
  readonly locks: readonly SignInLock[];
}

/** How an account is signed in to. */
export async function showAccess(
  context: PortalContext,
  account: AccountWithPassword,
): Promise<MemberAccess> {
  const { db, clock } = context;
  const sessions = await findSessions(db, account.id, clock.now());
  const { count } = await db
    .selectFrom("portal.external_identity")
    .select(({ fn }) => fn.countAll<string>().as("count"))
    .where("account_id", "=", account.id)
    .executeTakeFirstOrThrow();
  const ways = account.mfa_enabled ? await findWays(db, account.id) : [];
  return {
    hasPassword: account.password_hash !== null,
    externalIds: Number(count),
    secondFactor: ways[0] ?? null,
    ways,
    passkeys: (await findPasskeys(db, account.id)).length,
    recoveryCodesLeft: (await findRecoveryCodes(db, account.id))?.left ?? 0,
    recoveryEndsAt: (await findOpenDelay(db, account.id, clock.now()))?.ends_at ?? null,
    sessions: {
      count: sessions.length,
      lastSeenAt: sessions[0]?.last_seen_at ?? null,
      latest: sessions.slice(0, sessionsShown).map((session) => ({
        device: session.device,
        ipAddress: session.ip_address,
        createdAt: session.created_at,
        lastSeenAt: session.last_seen_at,
      })),
    },
    locks: await findLocks(context, db, account),
  };
}
