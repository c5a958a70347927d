import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { FinalConfirmation } from "@sekimori/portal-contract/endpoints/final-confirmation";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { applicationConfirmationMail } from "../../mails/application-mail.ts";
import {
  cancellationMail,
  cancellationUndoneMail,
  withdrawalMail,
} from "../../mails/contract-mails.ts";
import { type AccountRow, lockAccount } from "../account/account-repository.ts";
import { showCard } from "../account/card-view.ts";
import { livesOnOrganisation } from "../account/lives-on-organisation.ts";
import { mailMember, type WriteMail } from "../account/mail-member.ts";
import { type AuditAction, appendAudit, type ClientInfo } from "../audit/audit.ts";
import { billDay } from "../billing/billing-jobs.ts";
import { areCurrent, type DocumentVersion } from "../legal/documents.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { deletionDay, endOfCancelled, mayUndo } from "../plan/contract-state.ts";
import { nameOfShown, requireShown } from "../plan/name-of-shown.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import type { PlanStart } from "../plan/plan-terms.ts";
import { type LockableMember, lockMember } from "../session/lock-member.ts";
import { insertAgreement } from "./agreement-repository.ts";
import { askClosings } from "./ask-closings.ts";
import {
  type ContractRow,
  insertContract,
  insertTrial,
  lockContract,
  updateContract,
} from "./contract-repository.ts";
import { endIfOver } from "./end-contract.ts";
import { finalConfirmation, planStart, shownOf } from "./final-confirmation.ts";
import { stillCharged } from "./still-charged.ts";
import { takeEndBack } from "./undone-end.ts";

export interface Beginning {
  readonly accountId: string;
  readonly start: PlanStart;
  readonly cardDigest: string | null;
  readonly now: Date;
}

/**
 * Begins a contract as it was shown, and takes the trial if it has one.
 *
 * @throws AppError TermsChanged when the trial was taken by the same card in the meantime.
 */
export async function beginContract(tx: PortalTransaction, beginning: Beginning): Promise<void> {
  const { accountId, start, cardDigest, now } = beginning;
  const { plan, startedOn } = start;
  if (start.hasTrial && !(await insertTrial(tx, { plan, accountId, cardDigest, startedOn }))) {
    throw new AppError("TermsChanged");
  }
  await insertContract(tx, accountId, start, now);
  // A start without free days is charged on its own day, which the day's run may have passed.
  if (start.firstBillingOn === startedOn) await enqueue(tx, billDay, { day: startedOn });
}

/** What the final confirmation of an upgrade shows. @throws AppError Conflict on the paid plan. */
export async function offerUpgrade(
  context: PortalContext,
  accountId: string,
): Promise<{ readonly confirmation: FinalConfirmation; readonly shown: string }> {
  return transaction(context.db, async (tx) => {
    await lockAccount(tx, accountId);
    const now = context.clock.now();
    const { confirmation } = await preparedUpgrade(context, tx, accountId, now);
    return { confirmation, shown: nameOfShown(shownOf("detailed", confirmation)) };
  });
}

async function preparedUpgrade(
  context: PortalContext,
  tx: PortalTransaction,
  accountId: string,
  now: Date,
) {
  const contract = await lockContract(tx, accountId);
  if (
    !contract ||
    contract.plan === "detailed" ||
    contract.end_reason === "withdrawn" ||
    (await livesOnOrganisation(tx, accountId))
  ) {
    throw new AppError("Conflict");
  }
  const row = await findPresentCard(tx, accountId);
  const card = row ? showCard(context.sealer, row, now) : null;
  const cardDigest = row?.fingerprint_digest ?? null;
  const start = await planStart(context, tx, { accountId, plan: "detailed", cardDigest, now });
  return {
    contract,
    card,
    cardDigest,
    start,
    confirmation: finalConfirmation(context, start, card),
  };
}

export interface UpgradeApplication {
  readonly documents: readonly DocumentVersion[];
  /** What `offerUpgrade` called the confirmation that was on the screen. */
  readonly shown: string;
  readonly locale: Locale;
}

/**
 * Applies for the paid plan: what was shown is stored and mailed, the present contract ends today
 * and the new one begins, all of it or nothing.
 *
 * @throws AppError TermsChanged when anything shown has changed, CardRequired, Conflict, SessionExpired.
 */
export async function upgradeContract(
  context: PortalContext,
  member: LockableMember,
  application: UpgradeApplication,
  client: ClientInfo,
): Promise<void> {
  const { clock } = context;
  const now = clock.now();
  const { locale } = application;
  const { account_id: accountId } = member;
  await changed(context, member, "contract.started", client, async (tx) => {
    const prepared = await preparedUpgrade(context, tx, accountId, now);
    const { contract, card, confirmation, start, cardDigest } = prepared;
    if (!areCurrent(application.documents)) throw new AppError("TermsChanged");
    if (card === null || card.expired) throw new AppError("CardRequired");
    requireShown(shownOf("detailed", confirmation), application.shown);
    const day = calendarDay(now);
    await updateContract(tx, contract.id, {
      ended_on: day,
      ends_on: day,
      end_reason: "replaced",
    });
    await insertAgreement(tx, {
      accountId,
      plan: "detailed",
      shown: confirmation,
      locale,
      promotionalMail: false,
      at: now,
      client,
    });
    await beginContract(tx, { accountId, start, cardDigest, now });
    await appendAudit(tx, { accountId, action: "terms.agreed", at: now, client });
    return (sender, to) =>
      applicationConfirmationMail(sender, to, {
        plan: "detailed",
        shown: confirmation,
        appliedAt: now,
        isUpgrade: true,
      });
  });
}

/** Locks the member's account, does the work, mails them and writes it down; all or nothing. */
async function changed(
  context: PortalContext,
  member: LockableMember,
  action: AuditAction,
  client: ClientInfo | null,
  work: (tx: PortalTransaction, account: AccountRow) => Promise<WriteMail | undefined>,
): Promise<void> {
  const { db, clock } = context;
  await transaction(db, async (tx) => {
    const account = await lockMember(tx, member, clock.now());
    const content = await work(tx, account);
    if (content !== undefined) {
      await mailMember(context, tx, account, content);
    }
    await appendAudit(tx, { accountId: member.account_id, action, at: clock.now(), client });
  });
}

async function runningContract(
  tx: PortalTransaction,
  accountId: string,
  plans: readonly PlanId[],
): Promise<ContractRow> {
  const contract = await lockContract(tx, accountId);
  if (!contract || !plans.includes(contract.plan)) throw new AppError("Conflict");
  return contract;
}

/** Cancels the paid plan to the end of the month. @throws AppError Conflict without one to cancel. */
export async function cancelContract(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<void> {
  const { clock } = context;
  const day = calendarDay(clock.now());
  await changed(context, member, "contract.cancelled", client, async (tx) => {
    const contract = await runningContract(tx, member.account_id, ["detailed"]);
    if (contract.ends_on !== null) throw new AppError("Conflict");
    const endsOn = endOfCancelled(day);
    const ending = { ends_on: endsOn, end_reason: "cancelled" } as const;
    await updateContract(tx, contract.id, ending);
    const still = await stillCharged(context, tx, { ...contract, ...ending });
    return (sender, locale) => cancellationMail(sender, locale, { endsOn, ...still });
  });
}

/**
 * Leaves the service: the contract ends with the month, and the account's data is deleted the day
 * after. A cancellation that was asked for before becomes a withdrawal; a contract that is over
 * already is closed first, so that it is the free plan that is left. The mail names what closes.
 *
 * @throws AppError Conflict when it was asked for already, SessionExpired.
 */
export async function withdrawAccount(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<void> {
  const now = context.clock.now();
  // Before the transaction: nothing is locked while applications are waited for.
  const closings = await askClosings(context, member.account_id);
  const day = calendarDay(now);
  await changed(context, member, "contract.withdrawn", client, async (tx, account) => {
    const found = await runningContract(tx, member.account_id, ["detailed", "free", "security24"]);
    if (found.end_reason === "withdrawn") throw new AppError("Conflict");
    const contract = await endIfOver(context, tx, account, found, day);
    const endsOn = endOfCancelled(day);
    const ending = { ends_on: endsOn, end_reason: "withdrawn" } as const;
    await updateContract(tx, contract.id, ending);
    const deletesOn = deletionDay(endsOn);
    const still = await stillCharged(context, tx, { ...contract, ...ending });
    return (sender, locale) =>
      withdrawalMail(sender, locale, { endsOn, deletesOn, closings, ...still });
  });
}

/** Takes a cancellation or the closing of the account back. @throws AppError Conflict when there is none in time. */
export async function undoCancellation(
  context: PortalContext,
  member: LockableMember,
  client: ClientInfo,
): Promise<void> {
  const { clock } = context;
  const day = calendarDay(clock.now());
  await changed(context, member, "contract.cancellation-undone", client, async (tx) => {
    const contract = await runningContract(tx, member.account_id, [
      "detailed",
      "free",
      "security24",
    ]);
    if (!mayUndo(contract, day)) throw new AppError("Conflict");
    const undone = await takeEndBack(context, tx, contract);
    return (sender, locale) => cancellationUndoneMail(sender, locale, undone);
  });
}
