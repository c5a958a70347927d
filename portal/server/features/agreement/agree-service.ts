import { randomUUID } from "node:crypto";
import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PlanId } from "@sekimori/portal-contract/plans";
import type { PortalContext, PortalTransaction } from "../../context.ts";
import { applicationConfirmationMail } from "../../mails/application-mail.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { openPersonalData } from "../account/personal-data.ts";
import { appendAudit, type ClientInfo } from "../audit/audit.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { showCard } from "../payment/card-view.ts";
import { calendarDay } from "../plan/plan-dates.ts";
import { rememberDevice } from "../session/known-device.ts";
import { insertSession, type NewSession } from "../session/session-repository.ts";
import { deleteFlow, type FlowRow, lockFlow } from "../sign-up/flow-repository.ts";
import { requireStep } from "../sign-up/information-service.ts";
import { areCurrent, type DocumentVersion } from "./documents.ts";
import { type FinalConfirmation, finalConfirmation } from "./final-confirmation.ts";

export interface Consent {
  readonly documents: readonly DocumentVersion[];
  readonly promotionalMail: boolean;
  readonly locale: Locale;
}

export interface CompletedSignUp {
  readonly session: NewSession;
  readonly deviceToken: string;
}

async function startContract(
  tx: PortalTransaction,
  accountId: string,
  plan: PlanId,
  shown: FinalConfirmation,
  now: Date,
): Promise<void> {
  await tx
    .insertInto("portal.contract")
    .values({
      id: randomUUID(),
      account_id: accountId,
      plan,
      free_until: shown.trialEndsOn,
      next_billing_on: shown.firstChargeOn,
      monthly_price: shown.monthlyPrice,
      tax_percent: shown.taxPercent,
      started_on: calendarDay(now),
      created_at: now,
    })
    .execute();
}

/**
 * Completes the sign-up: what was shown and agreed is stored, the contract starts, the session
 * begins, and the application is confirmed by mail. All of it or nothing, and only once.
 *
 * @throws AppError StepOutOfOrder, TermsChanged, SessionExpired when it is complete already.
 */
export async function agreeToService(
  context: PortalContext,
  held: FlowRow,
  consent: Consent,
  client: ClientInfo,
  presentedDevice: string | undefined,
): Promise<CompletedSignUp> {
  const { db, clock, sealer, mail, mailSender } = context;
  const now = clock.now();
  return transaction(db, async (tx) => {
    const accountId = held.account_id;
    // The account before the flow: the order in which a card's success locks them.
    const account = accountId === null ? undefined : await lockAccount(tx, accountId);
    const flow = await lockFlow(tx, { id: held.id }, now);
    if (!flow) throw new AppError("SessionExpired");
    requireStep(flow, "agreement");
    if (!account) throw new AppError("SessionExpired");
    if (!areCurrent(consent.documents)) throw new AppError("TermsChanged");

    const card = await findPresentCard(tx, account.id);
    const shownCard = card ? showCard(sealer, card, now) : null;
    const shown = finalConfirmation(context, flow, shownCard, now);
    await tx
      .insertInto("portal.agreement")
      .values({
        id: randomUUID(),
        account_id: account.id,
        documents: JSON.stringify(shown.documents),
        shown: JSON.stringify({ ...shown, card: card ? { last4: card.last4 } : null }),
        locale: consent.locale,
        promotional_mail: consent.promotionalMail,
        agreed_at: now,
        ip_address: client.ipAddress,
        device: client.device,
      })
      .execute();
    await updateAccount(tx, account.id, {
      is_agree_service: true,
      promotional_mail: consent.promotionalMail,
      language: consent.locale,
    });
    await startContract(tx, account.id, flow.plan, shown, now);
    await deleteFlow(tx, flow.id);
    const session = await insertSession(tx, account.id, client, now, {
      firstFactor: flow.external_subject === null ? "password" : "external",
      secondFactor: false,
    });
    const device = await rememberDevice(tx, account.id, presentedDevice, now);
    const { email } = openPersonalData(sealer, account.id, account.personal);
    const content = applicationConfirmationMail(mailSender, consent.locale, {
      plan: flow.plan,
      shown,
      appliedAt: now,
    });
    await mail.queueMail(tx, { to: email, locale: consent.locale, ...content });
    const event = { accountId: account.id, at: now, client };
    await appendAudit(tx, { ...event, action: "terms.agreed" });
    await appendAudit(tx, { ...event, action: "sign-up.completed" });
    return { session, deviceToken: device.token };
  });
}
