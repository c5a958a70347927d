import { apiBase } from "@sekimori/kit-contract/api-base";
import { transaction } from "@sekimori/kit-server/database";
import { pageUrl } from "@sekimori/portal-contract/page-routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { PortalContext } from "../../context.ts";
import type { AttemptRow } from "./attempt-repository.ts";
import { newReturnedLink } from "./pay-link.ts";

/** Where browsers come back to from the issuer's page of a charge. */
export const chargeReturnPath = `${apiBase}/payment/charge-return`;

const returnLimit = { by: "network", points: 120, seconds: 600 } as const;
/** The issuer's page is left before, or not at all. */
const returnLifetimeMs = 60 * 60_000;
const params = z.object({ id: z.uuid() });

async function findReturning({ db, clock }: PortalContext, id: string) {
  return db
    .selectFrom("portal.charge_attempt")
    .select(["returns_to", "link_digest"])
    .where("id", "=", id)
    .where("sent_at", ">", new Date(clock.now().getTime() - returnLifetimeMs))
    .executeTakeFirst();
}

/**
 * The page that it was paid on. By a link: another one to it, which shows what came and pays nothing;
 * once that is over, the page alone, which says so.
 */
async function pageOf(
  { db, clock }: PortalContext,
  { returns_to: to, link_digest: link }: Pick<AttemptRow, "returns_to" | "link_digest">,
): Promise<string> {
  if (to === "my-page") return pageUrl("security", { tab: "contract" });
  if (link === null) return pageUrl("payInvoice");
  const token = await transaction(db, (tx) => newReturnedLink(tx, link, clock.now()));
  return pageUrl("payInvoice", { token });
}

/**
 * The way back from 3-D Secure of a charge. What the browser brings is not read: the page asks the
 * server, and the server the payment company.
 */
export async function registerChargeReturn(
  app: FastifyInstance,
  context: PortalContext,
): Promise<void> {
  const onReturn = async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    await context.limiter.consume("paymentReturn", returnLimit, request.ip);
    const { data } = params.safeParse(request.params);
    const attempt = data && (await findReturning(context, data.id));
    if (attempt?.returns_to == null) return reply.redirect(pageUrl("pageNotFound"), 303);
    return reply.redirect(await pageOf(context, attempt), 303);
  };
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: 4_096 }, (_, _body, done) =>
      done(null, undefined),
    );
    const config = { csrf: false };
    scope.get(`${chargeReturnPath}/:id`, { config }, onReturn);
    scope.post(`${chargeReturnPath}/:id`, { config }, onReturn);
  });
}
