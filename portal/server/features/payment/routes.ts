import { clientOf } from "@sekimori/kit-server/client-info";
import { AppError } from "@sekimori/kit-server/errors";
import type { Bind } from "@sekimori/kit-server/http";
import { getCard, removeExpiredCard, replaceCard } from "@sekimori/portal-contract/endpoints/card";
import {
  cancelCardAttempt,
  cardAttempt,
  paymentConfiguration,
  signUpWithCard,
} from "@sekimori/portal-contract/endpoints/sign-up";
import { planNeedsCard } from "@sekimori/portal-contract/plan-ids";
import type { FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { showCard } from "../account/card-view.ts";
import { requireStep } from "../principals/flow-step.ts";
import type { Principals } from "../principals/principals.ts";
import {
  type CardAttemptRow,
  findCardAttempt,
  findPresentCard,
} from "./card-attempt-repository.ts";
import {
  cancelAttempt,
  resolveAttempt,
  showCardAttempt,
  submitCard,
} from "./card-attempt-service.ts";
import { retireExpiredCard } from "./remove-expired-card.ts";

export function bindPayment(bind: Bind, context: PortalContext, principals: Principals): void {
  const { db, clock, sealer, gateway } = context;

  /** Only who holds the account's sign-up or session sees an attempt; for others there is none. */
  const ownAttempt = async (request: FastifyRequest, id: string): Promise<CardAttemptRow> => {
    const attempt = await findCardAttempt(db, { id });
    const flow = await principals.findFlow(request);
    const member = await principals.findMember(request);
    const owners = [flow?.account_id, member?.account_id];
    if (!attempt || !owners.includes(attempt.account_id)) throw new AppError("PaymentNotRestored");
    return attempt;
  };

  bind(paymentConfiguration, () => ({
    fields: gateway.fields.kind,
    fieldsUrl: gateway.fields.url,
    fieldsOrigin: gateway.fields.origin,
    publishableKey: gateway.fields.publishableKey,
  }));

  bind(signUpWithCard, async ({ request, body }) => {
    const flow = principals.flow(request);
    requireStep(flow, "payment", "agreement");
    if (!planNeedsCard[flow.plan] || flow.account_id === null) {
      throw new AppError("StepOutOfOrder", { data: { step: flow.step } });
    }
    const submit = {
      ...body,
      accountId: flow.account_id,
      purpose: "sign-up" as const,
      locale: flow.locale,
    };
    return showCardAttempt(context, await submitCard(context, submit, clientOf(request)));
  });

  bind(cardAttempt, async ({ request, params }) => {
    const attempt = await ownAttempt(request, params.attempt);
    return showCardAttempt(context, await resolveAttempt(context, attempt, clientOf(request)));
  });

  bind(cancelCardAttempt, async ({ request, params }) => {
    const attempt = await ownAttempt(request, params.attempt);
    return showCardAttempt(context, await cancelAttempt(context, attempt));
  });

  bind(getCard, async ({ request }) => {
    const card = await findPresentCard(db, principals.member(request).account_id);
    return { card: card ? showCard(sealer, card, clock.now()) : null };
  });

  bind(replaceCard, async ({ request, body }) => {
    const member = principals.member(request);
    const submit = {
      ...body,
      accountId: member.account_id,
      purpose: "replace" as const,
      locale: member.language,
    };
    return showCardAttempt(context, await submitCard(context, submit, clientOf(request)));
  });

  bind(removeExpiredCard, async ({ request }) => {
    const { account_id: accountId } = principals.member(request);
    await retireExpiredCard(context, accountId, clientOf(request));
    return {};
  });
}
