import { hashToken } from "@sekimori/kit-server/cookies";
import { AppError } from "@sekimori/kit-server/errors";
import { apiBase } from "@sekimori/portal-contract/constants";
import { pagePaths, pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { PortalContext } from "../../context.ts";
import { type GatewayEvent, PaymentGatewayError } from "../../ports/payment-gateway.ts";
import { clientOf } from "../session/client-info.ts";
import { findCardAttempt } from "./card-attempt-repository.ts";
import { settleAttempt } from "./card-attempt-service.ts";

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
): Promise<void> {
  const { db, clock, gateway, limiter, logger } = context;

  const onReturn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await limiter.consume("paymentReturn", returnLimit, request.ip);
    const { id } = request.params as { id: string };
    const attempt = await findCardAttempt(db, { returnDigest: hashToken(id) });
    if (!attempt) return reply.redirect(pagePaths.pageNotFound, 303);
    const target = pageUrl("tds", { attempt: attempt.id });
    const now = clock.now();
    const { numUpdatedRows } = await db
      .updateTable("portal.card_attempt")
      .set({ return_used_at: now })
      .where("id", "=", attempt.id)
      .where("return_used_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 1n) {
      // The page asks again by itself; a company that cannot be reached now is no reason to stop.
      await settleAttempt(context, attempt, clientOf(request)).catch((error: unknown) => {
        if (!(error instanceof AppError)) throw error;
        logger.warn({ err: error, attempt: attempt.id }, "card attempt not settled on return");
      });
    }
    return reply.redirect(target, 303);
  };

  const onEvent = async (event: GatewayEvent): Promise<void> => {
    if (event.registration === undefined) return;
    const attempt = await findCardAttempt(db, { registration: event.registration });
    // Nobody's, or of an attempt that never learnt its registration: the sweep asks about that.
    if (attempt) await settleAttempt(context, attempt, null);
    await db
      .insertInto("portal.payment_event")
      .values({ gateway: gateway.name, event: event.id, received_at: clock.now() })
      .onConflict((conflict) => conflict.columns(["gateway", "event"]).doNothing())
      .execute();
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
      const signature = request.headers["payment-signature"] ?? request.headers["stripe-signature"];
      const body = typeof request.body === "string" ? request.body : "";
      try {
        const given = Array.isArray(signature) ? signature[0] : signature;
        await onEvent(gateway.parseWebhook(body, given, clock.now()));
      } catch (error) {
        if (!(error instanceof PaymentGatewayError)) throw error;
        throw new AppError("Forbidden", { detail: error.message, cause: error });
      }
      return reply.code(204).send();
    });
  });
}
