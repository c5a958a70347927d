import { randomUUID } from "node:crypto";
import type { Localized } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { inquiryAnswerDays } from "@sekimori/portal-contract/constants";
import type { PortalContext } from "../../context.ts";
import { inquiryMail } from "../../mails/inquiry-mail.ts";
import { lockAccount } from "../account/account-repository.ts";
import { mailMember } from "../account/mail-member.ts";
import { addDays, type CalendarDay, calendarDay } from "../plan/plan-dates.ts";
import { closeAccount } from "./accounts.ts";
import { type ActingOperator, OperatorRefused, recordAccountAct } from "./operator-audit.ts";

/** The last day on which an answer is in time; the day of notice itself is not counted. */
export const answerBy = (askedOn: CalendarDay): CalendarDay => addDays(askedOn, inquiryAnswerDays);

/** Whether a membership may be cancelled for want of an answer (Member Terms, article 23). */
export const isUnanswered = (askedOn: CalendarDay, today: CalendarDay): boolean =>
  today > answerBy(askedOn);

/** An inquiry that waits for its answer. */
export interface OpenInquiry {
  readonly account: string;
  readonly askedOn: CalendarDay;
  readonly answerBy: CalendarDay;
  /** The membership may be cancelled. */
  readonly isOver: boolean;
}

/**
 * Mails a member what they are asked to confirm, and begins the ten days.
 *
 * @throws OperatorRefused: no such account, or an inquiry is open already.
 */
export async function inquire(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
  about: Localized,
): Promise<OpenInquiry> {
  const { db, clock } = context;
  const askedOn = calendarDay(clock.now());
  await transaction(db, async (tx) => {
    const account = await lockAccount(tx, accountId);
    if (!account || account.closed_at !== null) throw new OperatorRefused("No such account.");
    const inserted = await tx
      .insertInto("portal.inquiry")
      .values({ id: randomUUID(), account_id: accountId, asked_on: askedOn })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted === undefined) throw new OperatorRefused("An inquiry is open already.");
    await mailMember(context, tx, account, (sender, locale) =>
      inquiryMail(sender, locale, { about: about[locale], answerBy: answerBy(askedOn) }),
    );
    await recordAccountAct(tx, context, acting, { accountId }, "operator.inquiry-sent");
  });
  return { account: accountId, askedOn, answerBy: answerBy(askedOn), isOver: false };
}

/** Notes that the member has answered. @returns false: nothing was asked. */
export async function noteAnswer(
  { db, clock }: PortalContext,
  acting: ActingOperator,
  accountId: string,
): Promise<boolean> {
  return transaction(db, async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable("portal.inquiry")
      .set({ answered_on: calendarDay(clock.now()) })
      .where("account_id", "=", accountId)
      .where("answered_on", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordAccountAct(tx, { clock }, acting, { accountId }, "operator.inquiry-answered");
    return true;
  });
}

/** Every open inquiry, the one asked first before the others. */
export async function openInquiries({
  db,
  clock,
}: Pick<PortalContext, "db" | "clock">): Promise<OpenInquiry[]> {
  const today = calendarDay(clock.now());
  const rows = await db
    .selectFrom("portal.inquiry")
    .innerJoin("portal.account", "portal.account.id", "portal.inquiry.account_id")
    .select(["account_id", "asked_on"])
    .where("answered_on", "is", null)
    .where("portal.account.closed_at", "is", null)
    .orderBy("asked_on")
    .orderBy("account_id")
    .execute();
  return rows.map(({ account_id: account, asked_on: askedOn }) => ({
    account,
    askedOn,
    answerBy: answerBy(askedOn),
    isOver: isUnanswered(askedOn, today),
  }));
}

/**
 * Cancels the membership of somebody who has not answered in time: the account is closed, and they
 * are told why.
 *
 * @throws OperatorRefused: nothing was asked, or the ten days are not over.
 */
export async function closeUnanswered(
  context: PortalContext,
  acting: ActingOperator,
  accountId: string,
): Promise<void> {
  const inquiry = (await openInquiries(context)).find(({ account }) => account === accountId);
  if (inquiry === undefined) throw new OperatorRefused("This member was asked nothing.");
  if (!inquiry.isOver) {
    throw new OperatorRefused(`The member may answer until ${inquiry.answerBy}.`);
  }
  if (!(await closeAccount(context, acting, accountId, "unanswered"))) {
    throw new OperatorRefused("No such account.");
  }
}
