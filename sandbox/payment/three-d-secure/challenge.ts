import type { Company } from "../company.ts";
import {
  changeRegistration,
  type Registration,
  settleRegistration,
  tokenOf,
} from "../registrations.ts";
import { challengeTries, rightChallengeCode, slowSettlementMs } from "../settings.ts";

/** What a person enters, as they enter it in Japan too. */
function normaliseCode(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "");
}

/**
 * The holder's answer to the challenge. Afterwards the registration is authenticated (and, but
 * for the slow card, succeeded), failed, or still waiting with one try less. Without effect on a
 * registration that no longer waits. The row stays locked meanwhile, so that simultaneous
 * answers cannot win more tries.
 */
export async function answerChallenge(company: Company, id: string, typed: string): Promise<void> {
  await company.database.transaction().execute(async (books) => {
    const waiting = await books
      .selectFrom("sandbox.payment_registration")
      .selectAll()
      .where("id", "=", id)
      .where("status", "=", "requires_action")
      .where("expires_at", ">", company.now())
      .forUpdate()
      .executeTakeFirst();
    if (waiting === undefined) return;
    const { behaviour } = await tokenOf(books, waiting);
    const change = (to: Parameters<typeof changeRegistration>[4]) =>
      changeRegistration(company, books, id, "requires_action", to);
    if (normaliseCode(typed) !== rightChallengeCode) {
      const wrong = waiting.wrong_codes + 1;
      await change({
        wrong_codes: wrong,
        ...(wrong >= challengeTries && refusal("too_many_wrong_codes")),
      });
    } else if (behaviour === "challenge_fails") {
      await change(refusal("refused_by_issuer"));
    } else {
      const slow = behaviour === "challenge_slow";
      const settlesAt = new Date(company.now().getTime() + (slow ? slowSettlementMs : 0));
      const authenticated = await change({ status: "authenticated", settles_at: settlesAt });
      if (authenticated !== undefined && !slow) {
        await settleRegistration(company, books, authenticated);
      }
    }
  });
  company.wake();
}

const refusal = (code: string) =>
  ({ status: "failed", failure: "three_d_secure", decline_code: code }) as const;

/** The holder gives up. Without effect on a registration that no longer waits. */
export async function cancelChallenge(company: Company, id: string): Promise<void> {
  await company.database
    .transaction()
    .execute((books) =>
      changeRegistration(company, books, id, "requires_action", { status: "cancelled" }),
    );
  company.wake();
}

/** Undefined when there never was such a challenge. */
export async function findChallenge(
  company: Company,
  id: string,
): Promise<Registration | undefined> {
  return await company.database
    .selectFrom("sandbox.payment_registration")
    .selectAll()
    .where("id", "=", id)
    .where("token_id", "is not", null)
    .executeTakeFirst();
}
