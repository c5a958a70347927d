import { findPresentCard } from "../payment/card-attempt-repository.ts";
import type { CardRegistered } from "../payment/card-registered.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findContract, insertTrialCard } from "./contract-repository.ts";

/**
 * A card that is put on file while a trial runs has had its one trial, as the card that began it:
 * else each card that was replaced would give another account one more.
 */
export const useTrialOfCard: CardRegistered = async (tx, { accountId, now }) => {
  const contract = await findContract(tx, accountId);
  const since = calendarDay(now);
  const inTrial =
    contract?.has_trial === true && contract.free_until !== null && contract.free_until >= since;
  const digest = inTrial && (await findPresentCard(tx, accountId))?.fingerprint_digest;
  if (digest) await insertTrialCard(tx, digest, { accountId, since });
};
