import { apiBase } from "@sekimori/kit-contract/api-base";
import { clientOf } from "@sekimori/kit-server/client-info";
import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { type GatewayEvent, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { findCardAttempt, keepEvent, useReturn } from "./card-attempt-repository.ts";
import { resolveAttempt } from "./card-attempt-service.ts";
import type { OnMoneyNotice } from "./gateway-notices.ts";
import { refreshCard } from "./refresh-card.ts";

const returnLimit = { by: "network", points: 120, seconds: 600 } as const;
const bodyLimit = 64 * 1024;

/**
 * What the payment company and its pages call. Neither brings our cookies nor our CSRF token: the
 * return proves itself by the unguessable address, the notification by its signature, and neither
 * is believed about the outcome, which is asked from the company itself.
 */
export async function registerGatewayRoutes(
  app: FastifyInstance,
  context: PortalContext,
  onMoney: OnMoneyNotice,
): Promise<void> {
  const { db, clock, gateway, limiter, logger } = context;

  const onReturn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await limiter.consume("paymentReturn", returnLimit, request.ip);
    const { id } = request.params as { id: string };
    const attempt = await findCardAttempt(db, { returnDigest: hashToken(id) });
    if (!attempt) return reply.redirect(pagePaths.pageNotFound, 303);
    const target = pageUrl("tds", { attempt: attempt.id });
    if (await useReturn(db, attempt.id, clock.now())) {
      // The page asks again by itself; a company that cannot be reached now is no reason to stop.
      await resolveAttempt(context, attempt, clientOf(request)).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        logger.warn({ err: error, attempt: attempt.id }, "card attempt not settled on return");
      });
    }
    return reply.redirect(target, 303);
  };

  const readEvent = (body: string, signature: string | undefined): GatewayEvent => {
    try {
      return gateway.parseWebhook(body, signature, clock.now());
    } catch (error) {
      if (!(error instanceof PaymentGatewayError)) throw error;
      throw new AppError("Forbidden", { detail: error.message, cause: error });
    }
  };

  const onEvent = async (event: GatewayEvent): Promise<void> => {
    const { subject } = event;
    if (subject === undefined) return;
    if (subject.kind === "registration") {
      const attempt = await findCardAttempt(db, { registration: subject.id });
      // Nobody's, or of an attempt that never learnt its registration: the sweep asks about that.
      if (attempt) await resolveAttempt(context, attempt, null);
    } else if (subject.kind === "card") {
      await refreshCard(context, subject.id);
    } else {
      await onMoney({ kind: subject.kind, id: subject.id });
    }
    await keepEvent(db, { gateway: gateway.name, event: event.id, received_at: clock.now() });
  };

  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit }, (_request, body, done) =>
      done(null, body),
    );
    const config = { csrf: false };
    const path = `${apiBase}/payment/return/:id`;
    scope.get(path, { config }, onReturn);
    scope.post(path, { config }, onReturn);
    scope.post(`${apiBase}/payment/webhook`, { config }, async (request, reply) => {
      const signature = request.headers[gateway.signatureHeader];
      const body = typeof request.body === "string" ? request.body : "";
      const event = readEvent(body, Array.isArray(signature) ? signature[0] : signature);
      try {
        await onEvent(event);
      } catch (error) {
        if (!(error instanceof PaymentGatewayError)) throw error;
        // The company sends again what was not taken, and then perhaps it can be asked.
        throw new AppError("PaymentNetworkError", { detail: error.message, cause: error });
      }
      return reply.code(204).send();
    });
  });
}
