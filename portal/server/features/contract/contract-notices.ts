import { transaction } from "@sekimori/kit-server/database";
import { attemptEach } from "@sekimori/kit-server/jobs";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import type { Tables } from "../../database/generated/tables.ts";
import { firstChargeMail, priceChangeMail } from "../../mails/contract-notice-mails.ts";
import { findAccount } from "../account/account-repository.ts";
import { mailMember, type WriteMail } from "../account/mail-member.ts";
import { announcedPrices, monthPrice } from "../plan/month-price.ts";
import { addDays, type CalendarDay } from "../plan/plan-dates.ts";
import { findPrices, type PlanPrice } from "../plan/plan-prices.ts";
import { findPriceAnswers, type PriceAnswers } from "../plan/price-answers.ts";
import { type ContractRow, findContract } from "./contract-repository.ts";

/** Days before the first charge after a trial on which it is announced. */
const firstChargeDays = 7;

/** Days before a new price on which who has not agreed is told a second time. */
const priceReminderDays = 14;

type Kind = Tables["portal.contract_notice"]["kind"];

/** Something to tell the holder of a contract, once. */
interface Notice {
  readonly kind: Kind;
  readonly about: CalendarDay;
  /** Yen a month, tax included, of which it tells. */
  readonly monthlyPrice: number;
  readonly mail: WriteMail;
}

/** Contracts that are read at once. */
const pageSize = 1000;

/**
 * The paid contracts that nobody has ended, read in portions; suspended ones too, which may be back
 * any day.
 */
export async function* findRunning({
  db,
}: Pick<PortalContext, "db">): AsyncGenerator<Pick<ContractRow, "id" | "account_id">> {
  let last = "00000000-0000-0000-0000-000000000000";
  for (;;) {
    const page = await db
      .selectFrom("portal.contract")
      .select(["id", "account_id"])
      .where("plan", "=", "detailed")
      .where("ended_on", "is", null)
      .where("ends_on", "is", null)
      .where("id", ">", last)
      .orderBy("id")
      .limit(pageSize)
      .execute();
    yield* page;
    if (page.length < pageSize) return;
    last = page.at(-1)?.id ?? last;
  }
}

/**
 * That a trial's first charge is near: amount, day, how to cancel. Whoever has not agreed to a price
 * that holds by then is not charged; they are told when they agree.
 */
function firstCharge(
  contract: ContractRow,
  prices: readonly PlanPrice[],
  answers: PriceAnswers,
  day: CalendarDay,
): Notice | undefined {
  const { next_billing_on: on, was_billed: wasBilled, has_trial: hasTrial } = contract;
  if (!hasTrial || wasBilled || on === null) return undefined;
  if (on <= day || addDays(on, -firstChargeDays) > day) return undefined;
  const price = monthPrice(contract, prices, on, answers);
  if (!price.agreed) return undefined;
  const charge = { on, amount: price.monthlyPrice, taxPercent: price.taxPercent };
  return {
    kind: "first-charge",
    about: on,
    monthlyPrice: price.monthlyPrice,
    mail: (sender, locale) => firstChargeMail(sender, locale, charge),
  };
}

/** A price that was announced, and once more shortly before it holds to who has not agreed. */
function priceChange(
  contract: ContractRow,
  price: PlanPrice,
  answers: PriceAnswers,
  day: CalendarDay,
): Notice | undefined {
  const { effectiveOn, monthlyPrice } = price;
  const former = contract.monthly_price ?? 0;
  const isReminder = addDays(effectiveOn, -priceReminderDays) <= day;
  if (isReminder && answers(price) === true) return undefined;
  const answerBy = addDays(effectiveOn, -1);
  const change = { effectiveOn, answerBy, monthlyPrice, former, isReminder };
  return {
    kind: isReminder ? "price-reminder" : "price-announced",
    about: effectiveOn,
    monthlyPrice,
    mail: (sender, locale) => priceChangeMail(sender, locale, change),
  };
}

async function sendOnce(
  context: PortalContext,
  tx: PortalTransaction,
  contract: ContractRow,
  { kind, about, monthlyPrice, mail }: Notice,
): Promise<boolean> {
  const inserted = await tx
    .insertInto("portal.contract_notice")
    .values({
      contract_id: contract.id,
      kind,
      about,
      monthly_price: monthlyPrice,
      sent_at: context.clock.now(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning("kind")
    .executeTakeFirst();
  if (!inserted) return false;
  const account = await findAccount(tx, contract.account_id);
  if (account) await mailMember(context, tx, account, mail);
  return account !== undefined;
}

/**
 * Mails what holders must know ahead: the first charge after a trial, and a new price twice. May
 * run any number of times a day, and makes up for a day on which it did not run.
 *
 * @returns how many mails were queued
 */
export async function sendContractNotices(
  context: PortalContext,
  day: CalendarDay,
): Promise<number> {
  const { db, settings } = context;
  const prices = await findPrices(db, settings);
  let sent = 0;
  await attemptEach(findRunning(context), async ({ id, account_id: accountId }) => {
    sent += await transaction(db, async (tx) => {
      // Nothing is locked: the row of the notice itself keeps it from being sent twice.
      const contract = await findContract(tx, accountId);
      if (contract?.id !== id || contract.ends_on !== null) return 0;
      const answers = (await findPriceAnswers(tx, [id]))(id);
      const coming = announcedPrices(contract, prices, day, answers);
      const notices = [
        firstCharge(contract, prices, answers, day),
        ...coming.map((price) => priceChange(contract, price, answers, day)),
      ];
      let queued = 0;
      for (const notice of notices) {
        if (notice && (await sendOnce(context, tx, contract, notice))) queued += 1;
      }
      return queued;
    });
  });
  return sent;
}
