import { AppError } from "@sekimori/kit-server/errors";
import { type CronEntry, cronPayload, defineJob, type Job } from "@sekimori/kit-server/jobs";
import type { PortalContext } from "../../context.ts";
import {
  changeCardAttempt,
  findCardAttempt,
  findStaleAttempts,
} from "./card-attempt-repository.ts";
import { resolveAttempt } from "./card-attempt-service.ts";
import { deleteGatewayCard, settleCardAttempt } from "./job-definitions.ts";
import { warnOfExpiry } from "./warn-of-expiry.ts";

/** An attempt nobody has moved for this long is asked about. */
const staleAfterMs = 2 * 60_000;
/** One the company still calls open, or cannot tell about, after this long is given up. */
const expireAfterMs = 60 * 60_000;
const batch = 100;

const warnJob = defineJob("portal.warn-of-card-expiry", cronPayload);
const sweepAttempts = defineJob("portal.sweep-card-attempts", cronPayload);

/** Work on cards that no request waits for. */
export function cardUpkeep(context: PortalContext): {
  readonly jobs: readonly Job[];
  readonly cron: readonly CronEntry[];
} {
  const { db, clock, gateway } = context;

  const settleOrExpire = async (id: string): Promise<void> => {
    const attempt = await findCardAttempt(db, { id });
    if (!attempt) return;
    const age = clock.now().getTime() - attempt.created_at.getTime();
    let after = attempt;
    try {
      after = await resolveAttempt(context, attempt, null);
    } catch (error) {
      if (!(error instanceof AppError) || age < expireAfterMs) throw error;
    }
    if (age >= expireAfterMs && ["created", "requires_action"].includes(after.state)) {
      await changeCardAttempt(db, after, {
        state: "expired",
        card_token: null,
        changed_at: clock.now(),
      });
    }
  };

  const sweep = sweepAttempts.handledBy(async (_payload, { logger }) => {
    const before = new Date(clock.now().getTime() - staleAfterMs);
    for (const { id } of await findStaleAttempts(db, before, batch)) {
      // One that cannot be settled now must not keep the others from it.
      await settleOrExpire(id).catch((error: unknown) => {
        logger.warn({ err: error, attempt: id }, "card attempt not settled");
      });
    }
  });

  return {
    jobs: [
      deleteGatewayCard.handledBy(({ card }) => gateway.deleteCard(card)),
      settleCardAttempt.handledBy(({ attempt }) => settleOrExpire(attempt)),
      sweep,
      warnJob.handledBy(async () => void (await warnOfExpiry(context))),
    ],
    cron: [
      { name: "portal.sweep-card-attempts", at: "* * * * *", job: sweepAttempts },
      { name: "portal.warn-of-card-expiry", at: "0 10 * * *", job: warnJob },
    ],
  };
}
