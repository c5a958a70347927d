import type { Locale } from "@sekimori/kit-contract/locale";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import type { PortalContext } from "../../context.ts";
import { applicationConfirmationMail } from "../../mails/application-mail.ts";
import { lockAccount, updateAccount } from "../account/account-repository.ts";
import { showCard } from "../account/card-view.ts";
import { mailMember } from "../account/mail-member.ts";
import { appendAudit } from "../audit/audit.ts";
import { insertAgreement } from "../contract/agreement-repository.ts";
import { beginContract } from "../contract/contract-service.ts";
import { finalConfirmation, planStart, shownOf } from "../contract/final-confirmation.ts";
import { areCurrent, type DocumentVersion } from "../legal/documents.ts";
import { findPresentCard } from "../payment/card-attempt-repository.ts";
import { requireShown } from "../plan/name-of-shown.ts";
import { deleteFlow, type FlowRow, lockFlow } from "../principals/flow-repository.ts";
import { requireStep } from "../principals/flow-step.ts";
import type { Browser } from "../session/browser.ts";
import { rememberDevice } from "../session/known-device.ts";
import { insertSession, type NewSession } from "../session/session-repository.ts";

export interface Consent {
  readonly documents: readonly DocumentVersion[];
  /** What the sign-up's state called the confirmation that was on the screen. */
  readonly shown: string;
  readonly promotionalMail: boolean;
  readonly locale: Locale;
}

export interface CompletedSignUp {
  readonly session: NewSession;
  readonly deviceToken: string;
}

/**
 * Completes the sign-up: what was shown and agreed is stored, the contract starts, the session
 * begins, and the application is confirmed by mail. All of it or nothing, and only once.
 *
 * @throws AppError StepOutOfOrder, TermsChanged when anything shown has changed, SessionExpired when it is complete already.
 */
export async function agreeToService(
  context: PortalContext,
  held: FlowRow,
  consent: Consent,
  { client, deviceToken }: Browser,
): Promise<CompletedSignUp> {
  const { db, clock, sealer } = context;
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
    const cardDigest = card?.fingerprint_digest ?? null;
    const applicant = { accountId: account.id, plan: flow.plan, cardDigest, now };
    const start = await planStart(context, tx, applicant);
    const shown = finalConfirmation(context, start, shownCard);
    requireShown(shownOf(flow.plan, shown), consent.shown);
    await insertAgreement(tx, {
      accountId: account.id,
      plan: flow.plan,
      shown,
      locale: consent.locale,
      promotionalMail: consent.promotionalMail,
      at: now,
      client,
    });
    await updateAccount(tx, account.id, {
      is_agree_service: true,
      promotional_mail: consent.promotionalMail,
      language: consent.locale,
    });
    await beginContract(tx, { accountId: account.id, start, cardDigest, now });
    await deleteFlow(tx, flow.id);
    const session = await insertSession(tx, account.id, client, now, {
      proof: {
        firstFactor: flow.external_subject === null ? "password" : "external",
        secondFactor: null,
        providerAmr: flow.provider_amr,
      },
    });
    const device = await rememberDevice(context, tx, account.id, deviceToken, now);
    const { plan } = flow;
    await mailMember(context, tx, { ...account, language: consent.locale }, (sender, locale) =>
      applicationConfirmationMail(sender, locale, { plan, shown, appliedAt: now }),
    );
    const event = { accountId: account.id, at: now, client };
    await appendAudit(tx, { ...event, action: "terms.agreed" });
    if (consent.promotionalMail) {
      await appendAudit(tx, { ...event, action: "promotional-mail.consented" });
    }
    await appendAudit(tx, { ...event, action: "sign-up.completed" });
    return { session, deviceToken: device.token };
  });
}
