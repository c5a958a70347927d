import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { answerPrice as endpoint } from "@sekimori/portal-contract/endpoints/contract";
import type { z } from "zod";
import type { PortalContext } from "../../context.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { announcedPrices } from "../plan/month-price.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { findPrices } from "../plan/plan-prices.ts";
import { appendPriceAnswer, findPriceAnswers } from "../plan/price-answers.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { lockContract } from "./contract-repository.ts";

/**
 * Keeps the answer to an announced price beside the earlier ones; what was said already stays
 * without a trace.
 *
 * @throws AppError NotFound when none is announced for that day, TermsChanged when it is another
 *   one than was shown, SessionExpired.
 */
export async function answerPrice(
  { db, clock, settings }: PortalContext,
  member: LockableMember,
  answer: z.output<typeof endpoint.body>,
  client: ClientInfo,
): Promise<void> {
  const { effectiveOn, monthlyPrice, accepted, locale } = answer;
  await transaction(db, async (tx) => {
    const at = clock.now();
    await lockMember(tx, member, at);
    const contract = await lockContract(tx, member.account_id);
    if (!contract) throw new AppError("NotFound");
    const answers = (await findPriceAnswers(tx, [contract.id]))(contract.id);
    const prices = await findPrices(tx, settings);
    const [announced] = announcedPrices(contract, prices, calendarDay(at), answers);
    if (announced?.effectiveOn !== effectiveOn) throw new AppError("NotFound");
    if (announced.monthlyPrice !== monthlyPrice) throw new AppError("TermsChanged");
    if (answers(announced) === accepted) return;
    await appendPriceAnswer(tx, {
      contractId: contract.id,
      effectiveOn,
      monthlyPrice,
      formerPrice: contract.monthly_price,
      locale,
      accepted,
      at,
    });
    await appendAudit(tx, {
      accountId: member.account_id,
      action: "contract.price-answered",
      at,
      client,
      detail: { effectiveOn, monthlyPrice, accepted, locale },
    });
  });
}
