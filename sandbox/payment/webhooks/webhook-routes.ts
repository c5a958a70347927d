import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import { rememberedLocale } from "../../page/language.ts";
import { sendPage } from "../../page/send-page.ts";
import type { Company } from "../company.ts";
import { readLedger } from "../ledger.ts";
import { overviewPage } from "../overview-page.ts";
import { areHeld, holdWebhooks, releaseWebhooks, sendAgain } from "./deliveries.ts";

const sendRequest = z.strictObject({
  event_id: z.string(),
  signing: z.enum(["signed", "unsigned", "forged"]).default("signed"),
});

const releaseRequest = z.strictObject({
  order: z.enum(["oldest_first", "newest_first"]).default("oldest_first"),
});

/** Programs get JSON; a person's browser goes back to the page. */
function answer(request: FastifyRequest, reply: FastifyReply, result: object): FastifyReply {
  return request.headers.accept?.includes("text/html")
    ? reply.redirect("/payment", 303)
    : reply.send(result);
}

/**
 * The company's page for people, and mischief with webhooks for tests and that page: send one
 * again, unsigned or with a false signature; hold them back; release them in the wrong order.
 */
export function webhookControlRoutes(company: Company) {
  return async (app: FastifyInstance): Promise<void> => {
    app.get("/payment", async (request, reply) => {
      const locale = rememberedLocale(request, reply);
      const [ledger, held] = await Promise.all([readLedger(company), areHeld(company)]);
      return sendPage(reply, () => overviewPage(ledger, held, locale, request.url));
    });

    app.post("/payment/webhooks/send", async (request, reply) => {
      const { event_id, signing } = sendRequest.parse(request.body);
      await sendAgain(company, event_id, signing);
      return answer(request, reply, { sent: event_id });
    });

    app.post("/payment/webhooks/hold", async (request, reply) => {
      await holdWebhooks(company);
      return answer(request, reply, { held: true });
    });

    app.post("/payment/webhooks/release", async (request, reply) => {
      await releaseWebhooks(company, releaseRequest.parse(request.body ?? {}).order);
      return answer(request, reply, { held: false });
    });
  };
}
