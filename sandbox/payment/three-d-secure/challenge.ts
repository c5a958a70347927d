import type { Brand } from "../../cards/card-number.ts";
import type { Books, Company } from "../company.ts";
import { changeRegistration, settleRegistration, tokenOf } from "../registrations.ts";
import { challengeTries, rightChallengeCode, slowSettlementMs } from "../settings.ts";
import { settleCharge, settleWaiting } from "../waiting-charges.ts";

/** What a person enters, as they enter it in Japan too. */
function normaliseCode(typed: string): string {
  return typed.normalize("NFKC").replace(/[\s-]/g, "");
}

/**
 * The holder's answer to the challenge. Afterwards what it is about is authenticated (and, but for
 * the slow card, succeeded), failed, or still waiting with one try less. Without effect on what no
 * longer waits. The row stays locked meanwhile, so that simultaneous answers cannot win more tries.
 */
export async function answerChallenge(company: Company, id: string, typed: string): Promise<void> {
  const isRight = normaliseCode(typed) === rightChallengeCode;
  await company.database.transaction().execute(async (books) => {
    if (isCharge(id)) await answerForCharge(company, books, id, isRight);
    else await answerForRegistration(company, books, id, isRight);
  });
  company.wake();
}

const isCharge = (id: string): boolean => id.startsWith("ch_");

async function answerForCharge(
  company: Company,
  books: Books,
  id: string,
  isRight: boolean,
): Promise<void> {
  if (isRight) {
    const { behaviour } = await books
      .selectFrom("sandbox.payment_charge as charge")
      .innerJoin("sandbox.payment_card as card", "card.id", "charge.card_id")
      .select("card.behaviour")
      .where("charge.id", "=", id)
      .executeTakeFirstOrThrow();
    const refusal = behaviour === "challenge_fails" ? "authentication_failed" : null;
    return settleWaiting(company, books, id, refusal);
  }
  const waiting = await books
    .updateTable("sandbox.payment_charge")
    .set(({ eb }) => ({ wrong_codes: eb("wrong_codes", "+", 1) }))
    .where("id", "=", id)
    .where("status", "=", "requires_action")
    .returning("wrong_codes")
    .executeTakeFirst();
  if (waiting === undefined || waiting.wrong_codes < challengeTries) return;
  await settleWaiting(company, books, id, "authentication_failed");
}

async function answerForRegistration(
  company: Company,
  books: Books,
  id: string,
  isRight: boolean,
): Promise<void> {
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
  if (!isRight) {
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
}

const refusal = (code: string) =>
  ({ status: "failed", failure: "three_d_secure", decline_code: code }) as const;

/** The holder gives up. Without effect on what no longer waits. */
export async function cancelChallenge(company: Company, id: string): Promise<void> {
  if (isCharge(id)) return settleCharge(company, id, "authentication_abandoned");
  await company.database
    .transaction()
    .execute((books) =>
      changeRegistration(company, books, id, "requires_action", { status: "cancelled" }),
    );
  company.wake();
}

/** What the issuer's page shows, and where it leads once nothing waits for an answer. */
export interface ChallengeState {
  readonly about: "registration" | "charge";
  readonly isWaiting: boolean;
  readonly returnUrl: string;
  readonly locale: string | null;
  readonly brand: Brand;
  readonly last4: string;
  readonly wrongCodes: number;
}

/** Undefined when there never was such a challenge. */
export async function findChallenge(
  { database }: Company,
  id: string,
): Promise<ChallengeState | undefined> {
  if (isCharge(id)) return findChargeChallenge(database, id);
  const registration = await database
    .selectFrom("sandbox.payment_registration")
    .selectAll()
    .where("id", "=", id)
    .where("token_id", "is not", null)
    .executeTakeFirst();
  if (registration === undefined) return undefined;
  const { brand, last4 } = await tokenOf(database, registration);
  return {
    about: "registration",
    isWaiting: registration.status === "requires_action",
    returnUrl: registration.return_url,
    locale: registration.locale,
    brand,
    last4,
    wrongCodes: registration.wrong_codes,
  };
}

async function findChargeChallenge(books: Books, id: string): Promise<ChallengeState | undefined> {
  const charge = await books
    .selectFrom("sandbox.payment_charge as charge")
    .innerJoin("sandbox.payment_card as card", "card.id", "charge.card_id")
    .select(["charge.status", "charge.return_url", "charge.wrong_codes"])
    .select(["card.brand", "card.last4"])
    .where("charge.id", "=", id)
    .executeTakeFirst();
  if (charge?.return_url == null) return undefined;
  const { brand, last4, wrong_codes: wrongCodes, return_url: returnUrl } = charge;
  const isWaiting = charge.status === "requires_action";
  return { about: "charge", isWaiting, returnUrl, locale: null, brand, last4, wrongCodes };
}
