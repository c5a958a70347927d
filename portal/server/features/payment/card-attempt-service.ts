import { apiBase } from "@sekimori/kit-contract/api-base";
import { hashToken } from "@sekimori/kit-server/cookies";
import { transaction } from "@sekimori/kit-server/database";
import { AppError } from "@sekimori/kit-server/errors";
import { enqueue } from "@sekimori/kit-server/jobs";
import type { CardAttempt } from "@sekimori/portal-contract/endpoints/sign-up";
import type { PortalErrorType } from "@sekimori/portal-contract/errors";
import type { PortalContext } from "../../context.ts";
import { PaymentGatewayError, type Registration } from "../../ports/payment-gateway.ts";
import { lockAccount } from "../account/account-repository.ts";
import { showCard } from "../account/card-view.ts";
import { livesOnOrganisation } from "../account/lives-on-organisation.ts";
import type { ClientInfo } from "../audit/audit.ts";
import { applyRegistration } from "./apply-registration.ts";
import {
  type CardAttemptRow,
  cancelOtherAttempts,
  changeCardAttempt,
  findCardAttempt,
  findFormerCard,
  findPresentCard,
  insertCardAttempt,
  noteOwed,
} from "./card-attempt-repository.ts";
import { isOpen } from "./card-transition.ts";
import { settleCardAttempt } from "./job-definitions.ts";

/** How soon an attempt without an answer is asked about again, besides the regular sweep. */
const settleAfterMs = 30_000;

export interface CardSubmit {
  /** Chosen by the browser once per submit. */
  readonly attempt: string;
  readonly cardToken: string;
  readonly accountId: string;
  readonly purpose: "sign-up" | "replace";
  readonly locale: "ja" | "en";
  /** What the screen called the amounts that the card is charged for; a sign-up owes nothing. */
  readonly shown?: string;
}

const failureErrors: Readonly<Record<NonNullable<CardAttempt["failure"]>, PortalErrorType>> = {
  declined: "CardDeclined",
  three_d_secure: "ThreeDSecureFailed",
  token: "CardTokenInvalid",
  gateway: "PaymentGatewayError",
  network: "PaymentNetworkError",
};

/** The attempt as its owner sees it, with the card that stands. */
export async function showCardAttempt(
  { db, sealer, clock }: PortalContext,
  row: CardAttemptRow,
): Promise<CardAttempt> {
  const card = await findPresentCard(db, row.account_id);
  // While the company settles what the holder has already proved, there is nowhere to go to.
  const state = row.state === "authenticated" ? "requires_action" : row.state;
  return {
    attempt: row.id,
    state,
    redirectUrl: row.state === "requires_action" ? row.redirect_url : null,
    failure: row.failure,
    purpose: row.purpose,
    card: card ? showCard(sealer, card, clock.now()) : null,
  };
}

function orFailure(row: CardAttemptRow): CardAttemptRow {
  if (row.state === "failed" && row.failure !== null) {
    throw new AppError(failureErrors[row.failure]);
  }
  return row;
}

const returnPurpose = "card-return";
const tokenContext = (attemptId: string) => `portal.card_attempt.card_token:${attemptId}`;

function returnToken(context: PortalContext, attemptId: string): string {
  return context.digests.token(returnPurpose, attemptId);
}

async function claimAttempt(context: PortalContext, submit: CardSubmit): Promise<CardAttemptRow> {
  const { db, clock, sealer, gateway } = context;
  const now = clock.now();
  const { attempt: id, accountId } = submit;
  return transaction(db, async (tx) => {
    await lockAccount(tx, accountId);
    if (await livesOnOrganisation(tx, accountId)) throw new AppError("Conflict");
    const isNew = await insertCardAttempt(tx, {
      id,
      account_id: accountId,
      purpose: submit.purpose,
      state: "created",
      gateway: gateway.name,
      card_token: sealer.seal(submit.cardToken, tokenContext(id)),
      return_digest: hashToken(returnToken(context, id)),
      locale: submit.locale,
      created_at: now,
      changed_at: now,
    });
    // A submit that comes again is answered as it was.
    if (isNew && submit.shown !== undefined) {
      await noteOwed(tx, id, await context.onCardAsked(tx, { accountId, shown: submit.shown }));
    }
    if (isNew) await cancelOtherAttempts(tx, accountId, id, now);
    const row = await findCardAttempt(tx, { id });
    if (row?.account_id !== accountId) throw new AppError("Conflict");
    return row;
  });
}

/**
 * Asks the payment company to register the card behind an attempt. The attempt's identifier is the
 * idempotency key, so two callers, or one after a crash, register once and get one answer.
 */
async function register(context: PortalContext, row: CardAttemptRow): Promise<Registration> {
  const { gateway, sealer, settings } = context;
  if (row.registration !== null) return gateway.findCardRegistration(row.registration);
  if (row.card_token === null) throw new Error("An open attempt has no token.");
  return gateway.startCardRegistration({
    idempotencyKey: row.id,
    token: sealer.open(row.card_token, tokenContext(row.id)).toString("utf8"),
    returnUrl: `${settings.portalOrigin}${apiBase}/payment/return/${returnToken(context, row.id)}`,
    customer: row.account_id,
    formerCard: await findFormerCard(context.db, row),
    locale: row.locale,
  });
}

/** What a refusal makes of the attempt; a missing answer leaves it open, because it is unknown. */
async function noteGatewayError(
  context: PortalContext,
  row: CardAttemptRow,
  error: PaymentGatewayError,
): Promise<CardAttemptRow> {
  const now = context.clock.now();
  if (error.reason === "network") {
    const runAt = new Date(now.getTime() + settleAfterMs);
    const key = `settle:${row.id}`;
    await enqueue(context.db, settleCardAttempt, { attempt: row.id }, { runAt, key });
    throw new AppError("PaymentNetworkError", { cause: error });
  }
  const failed = await changeCardAttempt(context.db, row, {
    state: "failed",
    failure: error.reason === "refused" ? "token" : "gateway",
    card_token: null,
    changed_at: now,
  });
  return failed ?? (await findCardAttempt(context.db, { id: row.id })) ?? row;
}

/**
 * Registers a card, or continues or repeats the attempt of the same identifier.
 *
 * @throws AppError CardDeclined, ThreeDSecureFailed, CardTokenInvalid, PaymentGatewayError,
 *   PaymentNetworkError (the outcome is unknown: the same attempt may be sent again), Conflict
 *   (another's attempt, or an account whose organisation has the plan), TermsChanged.
 */
export async function submitCard(
  context: PortalContext,
  submit: CardSubmit,
  client: ClientInfo,
): Promise<CardAttemptRow> {
  const row = await claimAttempt(context, submit);
  if (row.state !== "created") return orFailure(row);
  let registration: Registration;
  try {
    registration = await register(context, row);
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    context.logger.warn({ err: error, attempt: row.id }, "card registration without success");
    return orFailure(await noteGatewayError(context, row, error));
  }
  return orFailure(await applyRegistration(context, row, registration, client));
}

/**
 * Asks the payment company how an open attempt stands and writes it down.
 *
 * @throws AppError PaymentGatewayError, PaymentNetworkError when it cannot be asked.
 */
export async function resolveAttempt(
  context: PortalContext,
  row: CardAttemptRow,
  client: ClientInfo | null,
): Promise<CardAttemptRow> {
  if (!isOpen(row.state)) return row;
  let registration: Registration;
  try {
    registration = await register(context, row);
  } catch (error) {
    if (!(error instanceof PaymentGatewayError)) throw error;
    const type = error.reason === "network" ? "PaymentNetworkError" : "PaymentGatewayError";
    throw new AppError(type, { cause: error });
  }
  return applyRegistration(context, row, registration, client);
}

/** Gives up an open attempt. A finished one is given as it is. */
export async function cancelAttempt(
  context: PortalContext,
  row: CardAttemptRow,
): Promise<CardAttemptRow> {
  if (!isOpen(row.state)) return row;
  const cancelled = await changeCardAttempt(context.db, row, {
    state: "cancelled",
    card_token: null,
    changed_at: context.clock.now(),
  });
  return cancelled ?? (await findCardAttempt(context.db, { id: row.id })) ?? row;
}
